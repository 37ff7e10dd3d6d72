import { dollars, PLAN_MESSAGES, planOf, type PlanView, type TierId } from '@lampstand/contracts';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from '../components/buttons.tsx';
import { PlanPicker } from '../components/plan-picker.tsx';
import { showToast } from '../components/toast-store.ts';
import { useLongDay } from '../lib/clock.ts';
import { usePlanAction } from './plan-query.ts';

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
