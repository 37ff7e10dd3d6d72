import { CHECKOUT_MESSAGES as SAY, TOASTS } from '@lampstand/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Ended } from '../site/ended.tsx';
import { site } from '../site/env.ts';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast-store.ts';
import { DASHBOARD } from '../trial/success.tsx';
import { Waiting } from '../trial/waiting.tsx';
import type { Outcome } from './outcome.ts';

interface Props {
  /** Tells one return from another, so that it is finished once. */
  name: readonly (string | undefined)[];
  finish: () => Promise<Outcome>;
}

/** Processing, success or error: both ways back from the payment provider end here. */
export function ReturnPage({ name, finish }: Props) {
  const { data: outcome } = useQuery({ queryKey: ['checkout-return', ...name], queryFn: finish });

  useEffect(() => {
    if (outcome?.kind === 'success') showToast(outcome.existed ? TOASTS.accountAccess : TOASTS.checkoutDone);
    if (outcome?.kind === 'error') showToast({ ...TOASTS.checkoutFailed(outcome.message), title: outcome.title });
  }, [outcome]);

  if (!outcome) {
    return (
      <Waiting title="Activating your trial…">
        <p className="quiet">Please keep this page open for a moment.</p>
      </Waiting>
    );
  }
  return outcome.kind === 'success' ? <Activated outcome={outcome} /> : <WentWrong outcome={outcome} />;
}

function Activated({ outcome: { firstName, existed, notice } }: { outcome: Outcome & { kind: 'success' } }) {
  return (
    <Ended
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
    </Ended>
  );
}

function WentWrong({ outcome: { title, message, retry } }: { outcome: Outcome & { kind: 'error' } }) {
  const saysWhatToDo = message.includes('contact support');
  return (
    <Ended title={SAY.heading}>
      <Notice tone="bad" title={title}>
        {message !== title && <p>{message}</p>}
        {!saysWhatToDo && <p>{SAY.fallback}</p>}
      </Notice>
      <div className="row">
        <a className="button primary" href={retry}>
          Try Again
        </a>
        <a className="button second" href={`mailto:${site.supportEmail}`}>
          Contact Support
        </a>
      </div>
    </Ended>
  );
}
