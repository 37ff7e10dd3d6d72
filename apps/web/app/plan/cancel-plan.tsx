import { PLAN_MESSAGES, type PlanView } from '@lampstand/contracts';
import { useState } from 'react';
import { ActionButton } from '../components/buttons.tsx';
import { FailureNotice } from '../components/notice.tsx';
import { showToast } from '../components/toast-store.ts';
import { useLongDay } from '../lib/clock.ts';
import { usePlanAction } from './plan-query.ts';
import { PlanSection } from './plan-section.tsx';

interface Props {
  plan: PlanView;
  token: string;
}

/** Cancels in two clicks; until the plan ends, one click keeps it. */
export function CancelPlan({ plan, token }: Props) {
  const longDay = useLongDay();
  const [confirming, setConfirming] = useState(false);
  const cancel = usePlanAction(token, 'cancel', () => {
    setConfirming(false);
    showToast(PLAN_MESSAGES.cancelled);
  });
  const keep = usePlanAction(token, 'keep', () => showToast(PLAN_MESSAGES.kept));
  const ends = longDay(plan.cancelAt ?? (plan.status === 'trialing' ? plan.trialEndsAt : plan.periodEndsAt));

  if (plan.cancelAt)
    return (
      <PlanSection title={`Your plan ends on ${ends}`} shows="cancelled">
        <p>{consequences(plan, ends)} If you change your mind before that day, one click keeps it.</p>
        <ActionFailure action={keep} />
        <ActionButton primary onPress={() => keep.act()} pending={keep.isPending} pendingText="One moment…">
          Keep my plan
        </ActionButton>
      </PlanSection>
    );
  if (confirming)
    return (
      <PlanSection title="Cancel your plan?" shows="question">
        <p>{consequences(plan, ends)}</p>
        <ActionFailure action={cancel} />
        <div className="row">
          <ActionButton onPress={() => cancel.act()} pending={cancel.isPending} pendingText="Cancelling…">
            Yes, cancel my plan
          </ActionButton>
          <button type="button" className="link-button" onClick={() => setConfirming(false)}>
            No, go back
          </button>
        </div>
      </PlanSection>
    );
  return (
    <PlanSection title="Cancel" shows="offer">
      <p>
        {plan.status === 'trialing'
          ? `Cancel before ${ends}, and nothing is charged.`
          : 'Cancel at any time, and no further month is charged.'}
      </p>
      <button type="button" className="button second" onClick={() => setConfirming(true)}>
        Cancel my plan
      </button>
    </PlanSection>
  );
}

const ActionFailure = ({ action: { failure } }: { action: ReturnType<typeof usePlanAction> }) => (
  <div className="wide" role="alert">
    <FailureNotice failure={failure} />
  </div>
);

function consequences({ status, openInvoice }: PlanView, ends: string): string {
  if (status === 'trialing') return `Everything stays open until ${ends}. Then it ends, and nothing is charged.`;
  const until = `Everything stays open until ${ends}. No further month is charged.`;
  return openInvoice ? `${until} The invoice that is open stays due.` : until;
}
