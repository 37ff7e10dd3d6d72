import { InlineScript } from '../components/inline-script.tsx';
import { ERRORS, TOASTS } from '@lampstand/contracts';
import { resumeState } from '@lampstand/workflows';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { AppProviders } from '../components/app-providers.tsx';
import { FailureNotice, useFailure } from '../components/notice.tsx';
import { Loading } from '../components/result-page.tsx';
import { showToast } from '../components/toast-store.ts';
import { isStatus } from '../lib/api.ts';
import { whenConnected } from '../lib/connection.ts';
import { useHydrated } from '../lib/hydration.ts';
import { appPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';
import { Registration } from './registration/registration.tsx';
import { positionOf, trialQuery, useResumeLink } from './trial-session.ts';

export const handle = { hydrate: appPages.trial.hydrate, late: appPages.trial.late, header: 'sign-up' };
export const meta = () => headOf(appPages.trial);

const loadWizard = () => whenConnected(() => import('./wizard.tsx'));
const Wizard = lazy(loadWizard);

export default function TrialPage() {
  return (
    <AppProviders>
      <ResumePlaceholder />
      <TrialSignup />
    </AppProviders>
  );
}

/** The registration form, or the current step of the saved sign-up that the address names. */
function TrialSignup() {
  const link = useResumeLink();
  const [epoch, setEpoch] = useState(0);
  const [savedHere, setSavedHere] = useState(0);
  const trialId = link && link !== 'broken' ? link.trialId : 0;
  const { data: trial, error, refetch } = useQuery({ ...trialQuery(trialId), enabled: trialId > 0 });
  const refresh = useCallback(async () => {
    await refetch();
    setEpoch((count) => count + 1);
  }, [refetch]);

  if (link === 'broken') return <NotLoaded missing />;
  if (!link) {
    return <Registration onSaved={setSavedHere} onBegin={() => void loadWizard()} />;
  }
  if (!trial) {
    return error ? (
      <NotLoaded key={String(error)} missing={isStatus(error, 404)} retry={() => void refetch()} />
    ) : (
      <Loading title="Opening your sign-up…" />
    );
  }
  const start = resumeState(positionOf(trial));
  return (
    <Suspense fallback={<Loading title="Opening your sign-up…" />}>
      <Wizard key={epoch} {...{ start, trialId, trial, refresh }} resumed={savedHere !== trialId} />
    </Suspense>
  );
}

/** Unknown trial, or one that could not be loaded; only the latter has `retry`. */
function NotLoaded({ missing, retry }: { missing?: boolean; retry?: () => void }) {
  const [toast] = useState(
    retry ? { ...TOASTS.loadFailed, ...(missing && { description: ERRORS.trialNotFound }) } : TOASTS.missingTrial,
  );
  const failure = useFailure(toast);
  useEffect(() => showToast({ ...toast, silent: true }), [toast]);
  return (
    <div className="stage narrow">
      <section className="stage-main stack">
        <h1>We could not open your sign-up</h1>
        <FailureNotice failure={failure} />
        <div className="row">
          {retry && (
            <button type="button" className="button primary" onClick={retry}>
              Try again
            </button>
          )}
          <a className="button second" href="/trial">
            Start over
          </a>
        </div>
      </section>
    </div>
  );
}

/** Runs before the first paint. */
const MARK_RESUMING =
  "if(/[?&](step=verification|trialId=)/.test(location.search))document.documentElement.dataset.resuming=''";

/** Covers the prerendered empty form until hydration when the address names a saved sign-up. */
function ResumePlaceholder() {
  const hydrated = useHydrated();
  useEffect(() => {
    if (hydrated) delete document.documentElement.dataset['resuming'];
  }, [hydrated]);
  if (hydrated) return null;
  return (
    <>
      <InlineScript code={MARK_RESUMING} />
      <div className="resuming-veil">
        <Loading as="p" title="Opening your sign-up…" />
      </div>
    </>
  );
}
