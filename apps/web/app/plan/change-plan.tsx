import { dollars, PLAN_MESSAGES, planOf, type PlanView, type TierId } from '@lampstand/contracts';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from '../components/buttons.tsx';
import { FailureNotice } from '../components/notice.tsx';
import { PlanPicker } from '../components/plan-picker.tsx';
import { showToast } from '../components/toast-store.ts';
import { useLongDay } from '../lib/clock.ts';
import { usePlanAction } from './plan-query.ts';
import { PlanSection } from './plan-sections.tsx';

/** Plan picker with the price and start of the chosen plan. */
export function ChangePlan({ plan, token }: { plan: PlanView; token: string }) {
  const [wanted, setWanted] = useState<TierId>();
  const opener = useRef<HTMLButtonElement>(null);
  const picker = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const isOpen = wanted !== undefined;
  const { act, isPending, failure } = usePlanAction(token, 'change', () => {
    setWanted(undefined);
    showToast(PLAN_MESSAGES.changed);
  });
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (isOpen) picker.current?.querySelector<HTMLElement>(':checked')?.focus();
    else opener.current?.focus();
  }, [isOpen]);

  if (!isOpen)
    return (
      <button ref={opener} type="button" className="button second" onClick={() => setWanted(plan.plan)}>
        Change plan
      </button>
    );
  const close = () => {
    failure.clear();
    setWanted(undefined);
  };
  const isSame = wanted === plan.plan;
  return (
    <div ref={picker} className="stack wide">
      <PlanPicker choice={{ plan: wanted, choose: setWanted, failure }} />
      <p role="status">
        {isSame ? 'This is the plan you have. Choose another one.' : <Effect plan={plan} wanted={wanted} />}
      </p>
      <div className="row">
        {!isSame && (
          <ActionButton
            primary
            onPress={() => act({ selectedPlan: wanted })}
            pending={isPending}
            pendingText="Changing your plan…"
          >
            Change to {planOf(wanted).name}
          </ActionButton>
        )}
        <button type="button" className="link-button" onClick={close}>
          Keep {planOf(plan.plan).name}
        </button>
      </div>
    </div>
  );
}

function Effect({ plan: { status, trialEndsAt, periodEndsAt }, wanted }: { plan: PlanView; wanted: TierId }) {
  const longDay = useLongDay();
  const { name, amountInCents } = planOf(wanted);
  const price = dollars(amountInCents);
  return status === 'trialing' ? (
    <>
      {name} holds from now on and is free until your trial ends on {longDay(trialEndsAt)}. From that day on it is{' '}
      <strong>{price}</strong> a month.
    </>
  ) : (
    <>
      {name} holds from now on. The difference for the rest of this month comes with the next invoice on{' '}
      {longDay(periodEndsAt)}; from then on it is <strong>{price}</strong> a month.
    </>
  );
}

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
        <FailureNotice failure={keep.failure} />
        <ActionButton primary onPress={() => keep.act()} pending={keep.isPending} pendingText="One moment…">
          Keep my plan
        </ActionButton>
      </PlanSection>
    );
  if (confirming)
    return (
      <PlanSection title="Cancel your plan?" shows="question">
        <p>{consequences(plan, ends)}</p>
        <FailureNotice failure={cancel.failure} />
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

function consequences({ status, openInvoice }: PlanView, ends: string): string {
  if (status === 'trialing') return `Everything stays open until ${ends}. Then it ends, and nothing is charged.`;
  const until = `Everything stays open until ${ends}. No further month is charged.`;
  return openInvoice ? `${until} The invoice that is open stays due.` : until;
}
