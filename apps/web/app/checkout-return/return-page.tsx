import { CHECKOUT_MESSAGES, TOASTS } from '@lampstand/contracts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { AppProviders } from '../components/app-providers.tsx';
import { Notice } from '../components/notice.tsx';
import { Receipt } from '../components/receipt.tsx';
import { Loading, ResultPage } from '../components/result-page.tsx';
import { useLinkIsKnown, WithoutLink } from './without-link.tsx';
import { showToast } from '../components/toast-store.ts';
import { DASHBOARD, site } from '../lib/site.ts';
import { loadTrial } from '../trial/calls.ts';
import { laterStandingOf, PlanLine } from '../trial/member.tsx';
import { NextSteps } from '../trial/next-steps.tsx';
import { nameAfter, positionOf, resumePath, type Trial } from '../trial/trial-session.ts';

export type Outcome =
  | { kind: 'success'; trialId: number; trial: Trial }
  /** The sign-up's own page says more, or something else: the account is still being opened, or its trial is over. */
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

/** What is true of a sign-up whose account the server calls open; the address may be opened again much later. */
export async function outcomeOf(trialId: number): Promise<Outcome> {
  const trial = await loadTrial(trialId).catch(() => undefined);
  if (!trial || positionOf(trial).step !== 'success' || laterStandingOf(trial)) return elsewhere(trialId);
  return { kind: 'success', trialId, trial };
}

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
    if (outcome?.kind === 'success') showToast(outcome.trial.userExists ? TOASTS.accountAccess : TOASTS.checkoutDone);
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

/** The same as the last screen of the sign-up, below the text of this page. */
function Activated({ trialId, trial }: { trialId: number; trial: Trial }) {
  const existed = trial.userExists === true;
  return (
    <ResultPage title={existed ? 'You already have an account' : `Your trial is active${nameAfter(trial)}!`} lit>
      <p className="lede quiet">
        {existed
          ? 'We did not start a second trial, and nothing is charged.'
          : 'Your payment method is stored securely. No charge applies until after your 30-day trial.'}
      </p>
      <div className="row">
        <a className="button primary large" href={DASHBOARD} target="_blank" rel="noopener">
          Go to my dashboard<span className="unseen"> (opens in a new tab)</span>
        </a>
        {!existed && (
          <a className="button second large" href={`/api/trial-signup/${trialId}/calendar.ics`}>
            Add trial end to calendar
          </a>
        )}
        <a href="/">Return to Home</a>
      </div>
      {!existed && (
        <>
          <NextSteps email={trial.email} />
          {trial.receipt && <Receipt receipt={trial.receipt} />}
          <PlanLine trial={trial} />
        </>
      )}
    </ResultPage>
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
