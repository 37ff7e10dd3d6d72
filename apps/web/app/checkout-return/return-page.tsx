import { CHECKOUT_MESSAGES, TOASTS } from '@lampstand/contracts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { AppProviders } from '../components/app-providers.tsx';
import { Notice } from '../components/notice.tsx';
import { Loading, ResultPage } from '../components/result-page.tsx';
import { useLinkIsKnown, WithoutLink } from './without-link.tsx';
import { showToast } from '../components/toast-store.ts';
import { site } from '../lib/site.ts';
import { laterStandingOf } from '../trial/member.tsx';
import { AlreadyMember, Welcome } from '../trial/success.tsx';
import { resumePath, trialQuery } from '../trial/trial-session.ts';

export type Outcome =
  /** `existed`: the phone or email had an account before. */
  | { kind: 'success'; trialId?: number | undefined; existed?: boolean }
  /** The sign-up's own page says more: the account is still being opened. */
  | { kind: 'elsewhere'; path: string }
  | Problem;

/** `retry` is the path of the button "Try Again". */
export interface Problem {
  kind: 'error';
  title: string;
  message: string;
  retry: string;
}

export const elsewhere = (trialId: number): Outcome => ({ kind: 'elsewhere', path: resumePath(trialId) });

interface LayoutProps {
  /** The query parameter without which there is nothing to finish. */
  parameter: string;
  missing: Problem;
  children: ReactNode;
}

export function ReturnLayout({ parameter, missing, children }: LayoutProps) {
  const isKnown = useLinkIsKnown(parameter);
  return (
    <AppProviders>
      {isKnown ? (
        children
      ) : (
        <WithoutLink parameter={parameter} title={CHECKOUT_MESSAGES.heading}>
          <Remedies of={missing} />
        </WithoutLink>
      )}
    </AppProviders>
  );
}

const Activating = () => (
  <Loading title="Activating your trial…">
    <p className="quiet">Please keep this page open for a moment.</p>
  </Loading>
);

interface Props {
  /** Identifies the return, so that `finish` runs once. */
  name: readonly (string | undefined)[];
  /** Undefined if there is nothing to finish: `missing` says why. */
  finish: (() => Promise<Outcome>) | undefined;
  missing: Problem;
}

/** Processing, success or error view of a return from the payment provider. */
export function ReturnPage({ name, finish, missing }: Props) {
  const { data } = useQuery({ queryKey: ['checkout-return', ...name], queryFn: finish ?? skipToken });
  const outcome = finish ? data : missing;

  useEffect(() => {
    if (outcome?.kind === 'elsewhere') location.replace(outcome.path);
    if (outcome?.kind === 'success') showToast(outcome.existed ? TOASTS.accountAccess : TOASTS.checkoutDone);
    if (outcome?.kind === 'error') showToast({ ...TOASTS.checkoutFailed(outcome.message), title: outcome.title });
  }, [outcome]);

  if (!outcome || outcome.kind === 'elsewhere') return <Activating />;
  if (outcome.kind === 'error')
    return (
      <ResultPage title={CHECKOUT_MESSAGES.heading}>
        <Remedies of={outcome} />
      </ResultPage>
    );
  return <Activated {...outcome} />;
}

/** The answer of the server is enough; what is known of the sign-up comes with its own call. */
function Activated({ trialId, existed = false }: Extract<Outcome, { kind: 'success' }>) {
  const { data: trial } = useQuery({ ...trialQuery(trialId ?? 0), enabled: trialId !== undefined });
  // The address may be opened again much later.
  const later = trial && laterStandingOf(trial) && trialId;
  useEffect(() => {
    if (later) location.replace(resumePath(later));
  }, [later]);
  if (existed) return <AlreadyMember title="You already have an account" newTab />;
  return (
    <Welcome
      title="Your trial is active!"
      text="Your payment method is stored securely. No charge applies until after your 30-day trial."
      trialId={trialId}
      trial={trial}
      newTab
    />
  );
}

function Remedies({ of: { title, message, retry } }: { of: Problem }) {
  const namesSupport = message.includes('contact support');
  return (
    <>
      <Notice tone="bad" title={title}>
        <p>{message}</p>
        {!namesSupport && <p>{CHECKOUT_MESSAGES.fallback}</p>}
      </Notice>
      <div className="row">
        {/* resume.js may have changed its text. */}
        <a className="button primary" href={retry} suppressHydrationWarning>
          Try Again
        </a>{' '}
        <a className="button second" href={`mailto:${site.supportEmail}`}>
          Contact Support
        </a>
      </div>
    </>
  );
}
