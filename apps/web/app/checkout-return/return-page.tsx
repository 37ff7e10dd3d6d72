import { CHECKOUT_MESSAGES, type SubscriptionSummary, TOASTS } from '@lampstand/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { AppProviders } from '../components/app-providers.tsx';
import { Notice } from '../components/notice.tsx';
import { Loading, ResultPage } from '../components/result-page.tsx';
import { showToast } from '../components/toast-store.ts';
import { useHydrated } from '../lib/hydration.ts';
import { DASHBOARD, site } from '../lib/site.ts';
import { Member } from '../trial/member.tsx';

export type Outcome =
  /** `later`: the subscription, once there is more to say than that its trial runs. */
  | { kind: 'success'; firstName?: string; existed?: boolean; notice?: string; later?: SubscriptionSummary | undefined }
  /** `retry` is the path of the button "Try Again". */
  | { kind: 'error'; title: string; message: string; retry: string };

/** Loading view until hydration: the prerendered page does not know its query parameters. */
export function ReturnLayout({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  return <AppProviders>{hydrated ? children : <Loading title="Activating your trial…" />}</AppProviders>;
}

interface Props {
  /** Identifies the return, so that `finish` runs once. */
  name: readonly (string | undefined)[];
  finish: () => Promise<Outcome>;
}

/** Processing, success or error view of a return from the payment provider. */
export function ReturnPage({ name, finish }: Props) {
  const { data: outcome } = useQuery({ queryKey: ['checkout-return', ...name], queryFn: finish });

  useEffect(() => {
    if (outcome?.kind === 'success' && !outcome.later)
      showToast(outcome.existed ? TOASTS.accountAccess : TOASTS.checkoutDone);
    if (outcome?.kind === 'error') showToast({ ...TOASTS.checkoutFailed(outcome.message), title: outcome.title });
  }, [outcome]);

  if (!outcome) {
    return (
      <Loading title="Activating your trial…">
        <p className="quiet">Please keep this page open for a moment.</p>
      </Loading>
    );
  }
  if (outcome.kind === 'error') return <WentWrong outcome={outcome} />;
  const { later, firstName = '' } = outcome;
  return later ? <Member firstName={firstName} subscription={later} /> : <Activated outcome={outcome} />;
}

function Activated({ outcome: { firstName, existed, notice } }: { outcome: Outcome & { kind: 'success' } }) {
  return (
    <ResultPage
      title={existed ? 'You already have an account' : `Your trial is active${firstName ? `, ${firstName}` : ''}!`}
      lit
    >
      <p className="lede quiet">
        {existed
          ? 'We did not start a second trial, and nothing is charged.'
          : 'Your payment method is stored securely. No charge applies until after your 30-day trial.'}
      </p>
      {notice && <Notice>{notice}</Notice>}
      <div className="row">
        <a className="button primary large" href={DASHBOARD} target="_blank" rel="noopener">
          Go to my dashboard<span className="unseen"> (opens in a new tab)</span>
        </a>
        <a href="/">Return to Home</a>
      </div>
    </ResultPage>
  );
}

function WentWrong({ outcome: { title, message, retry } }: { outcome: Outcome & { kind: 'error' } }) {
  const namesSupport = message.includes('contact support');
  return (
    <ResultPage title={CHECKOUT_MESSAGES.heading}>
      <Notice tone="bad" title={title}>
        {message !== title && <p>{message}</p>}
        {!namesSupport && <p>{CHECKOUT_MESSAGES.fallback}</p>}
      </Notice>
      <div className="row">
        <a className="button primary" href={retry}>
          Try Again
        </a>
        <a className="button second" href={`mailto:${site.supportEmail}`}>
          Contact Support
        </a>
      </div>
    </ResultPage>
  );
}
