import { PLAN_MESSAGES as SAY, type PlanView } from '@lampstand/contracts';
import { useState } from 'react';
import { useLongDay } from '../lib/clock.ts';
import { FailureNotice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ActButton } from './act-button.tsx';
import { Part } from './part.tsx';
import { usePlanAction } from './plan-query.ts';

interface Props {
  plan: PlanView;
  token: string;
}

/** Out in two clicks, and back in with one until the end. */
export function CancelPart({ plan, token }: Props) {
  const longDay = useLongDay();
  const [asking, setAsking] = useState(false);
  const cancel = usePlanAction(token, 'cancel', () => {
    setAsking(false);
    showToast(SAY.cancelled);
  });
  const keep = usePlanAction(token, 'keep', () => showToast(SAY.kept));
  const ends = longDay(plan.cancelAt ?? (plan.status === 'trialing' ? plan.trialEndsAt : plan.periodEndsAt));

  if (plan.cancelAt)
    return (
      <Part title={`Your plan ends on ${ends}`} shows="cancelled">
        <p>{afterwards(plan, ends)} If you change your mind before that day, one click keeps it.</p>
        <Failed of={keep} />
        <ActButton primary onPress={() => keep.act()} pending={keep.isPending} pendingText="One moment…">
          Keep my plan
        </ActButton>
      </Part>
    );
  if (asking)
    return (
      <Part title="Cancel your plan?" shows="question">
        <p>{afterwards(plan, ends)}</p>
        <Failed of={cancel} />
        <div className="row">
          <ActButton onPress={() => cancel.act()} pending={cancel.isPending} pendingText="Cancelling…">
            Yes, cancel my plan
          </ActButton>
          <button type="button" className="link-button" onClick={() => setAsking(false)}>
            No, go back
          </button>
        </div>
      </Part>
    );
  return (
    <Part title="Cancel" shows="offer">
      <p>
        {plan.status === 'trialing'
          ? `Cancel before ${ends}, and nothing is charged.`
          : 'Cancel at any time, and no further month is charged.'}
      </p>
      <button type="button" className="button second" onClick={() => setAsking(true)}>
        Cancel my plan
      </button>
    </Part>
  );
}

const Failed = ({ of: { failure } }: { of: ReturnType<typeof usePlanAction> }) => (
  <div className="wide" role="alert">
    <FailureNotice failure={failure} />
  </div>
);

function afterwards({ status, openInvoice }: PlanView, ends: string): string {
  if (status === 'trialing') return `Everything stays open until ${ends}. Then it ends, and nothing is charged.`;
  const until = `Everything stays open until ${ends}. No further month is charged.`;
  return openInvoice ? `${until} The invoice that is open stays due.` : until;
}
