import { ERRORS, TOASTS } from '@lampstand/contracts';
import { resumeState } from '@lampstand/workflows';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import '../styles/trial.css';
import { isStatus } from '../lib/api.ts';
import { FailureNotice, useFailure } from '../ui/notice.tsx';
import { showToast } from '../ui/toast-store.ts';
import { Registration } from './registration/registration.tsx';
import { resumePath, useResumeLink } from './resume-link.ts';
import { positionOf, trialQuery } from './trial-query.ts';
import { Waiting } from './waiting.tsx';

const loadWizard = () => import('./wizard.tsx');
const Wizard = lazy(loadWizard);

/** A new sign-up, or a saved one reached by its link: loads it and opens the step where it stands. */
export function TrialSignup() {
  const link = useResumeLink();
  const navigate = useNavigate();
  const [epoch, setEpoch] = useState(0);
  const [savedHere, setSavedHere] = useState(0);
  const trialId = link && link !== 'broken' ? link.trialId : 0;
  const { data: trial, error, refetch } = useQuery({ ...trialQuery(trialId), enabled: trialId > 0 });

  if (link === 'broken') return <NotLoaded missing />;
  if (!link) {
    const onSaved = (id: number) => {
      setSavedHere(id);
      void navigate(resumePath(id), { replace: true, preventScrollReset: true });
    };
    return <Registration onSaved={onSaved} onBegin={() => void loadWizard()} />;
  }
  if (!trial) {
    return error ? (
      <NotLoaded key={String(error)} missing={isStatus(error, 404)} retry={() => void refetch()} />
    ) : (
      <Waiting title="Opening your sign-up…" />
    );
  }
  const follow = async () => {
    await refetch();
    setEpoch((count) => count + 1);
  };
  const start = resumeState(positionOf(trial));
  return (
    <Suspense fallback={<Waiting title="Opening your sign-up…" />}>
      <Wizard key={epoch} {...{ start, trialId, trial, follow }} resumed={savedHere !== trialId} />
    </Suspense>
  );
}

/** A link without a trial behind it, or one that could not be read just now. */
function NotLoaded({ missing, retry }: { missing?: boolean; retry?: () => void }) {
  const toast = retry
    ? { ...TOASTS.loadFailed, ...(missing && { description: ERRORS.trialNotFound }) }
    : TOASTS.missingTrial;
  const failure = useFailure(toast);
  useEffect(() => showToast(toast), []);
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
