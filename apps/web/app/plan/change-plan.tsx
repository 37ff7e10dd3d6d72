import {
  dollars,
  type NextCharge,
  PLAN_MESSAGES,
  planOf,
  type PlanPreview,
  type PlanView,
  planWithRange,
  type TierId,
} from '@lampstand/contracts';
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from '../components/buttons.tsx';
import { FailureNotice } from '../components/notice.tsx';
import { PlanPicker } from '../components/plan-picker.tsx';
import { showToast } from '../components/toast-store.ts';
import { ask } from '../lib/api.ts';
import { useLongDay } from '../lib/clock.ts';
import { PREVIEW_MS, previewKey, usePlanAction } from './plan-query.ts';
import { PlanSection, PreviewFailed } from './plan-sections.tsx';

type Preview = UseQueryResult<PlanPreview>;

function usePreview({ plan, monthlyInCents, cancelAt }: PlanView, token: string, wanted: TierId | undefined): Preview {
  return useQuery({
    queryKey: [...previewKey(token), plan, monthlyInCents, cancelAt, wanted],
    queryFn:
      wanted && wanted !== plan
        ? () => ask<PlanPreview>('/api/plan/preview', { token, selectedPlan: wanted })
        : skipToken,
    staleTime: PREVIEW_MS,
    refetchInterval: PREVIEW_MS,
    gcTime: 0,
  });
}

/** Plan picker with the price and start of the chosen plan. */
export function ChangePlan({ plan, token }: { plan: PlanView; token: string }) {
  const [wanted, setWanted] = useState<TierId>();
  const opener = useRef<HTMLButtonElement>(null);
  const picker = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const isOpen = wanted !== undefined;
  const preview = usePreview(plan, token, wanted);
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
    <div ref={picker} className="stack wide unprinted">
      <PlanPicker choice={{ plan: wanted, choose: setWanted, failure }} />
      <p role="status">
        {isSame ? (
          'This is the plan you have. Choose another one.'
        ) : (
          <Effect key={preview.data?.prorationDate ?? wanted} {...{ plan, wanted, preview }} />
        )}
      </p>
      <div className="row">
        {!isSame && preview.data && (
          <ActionButton
            primary
            onPress={() => act({ selectedPlan: wanted, prorationDate: preview.data.prorationDate })}
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

/** What the chosen plan costs, as the payment provider will charge it. */
function Effect({ plan, wanted, preview }: { plan: PlanView; wanted: TierId; preview: Preview }) {
  const longDay = useLongDay();
  const { data, error, refetch } = preview;
  const named = `${planWithRange(planOf(wanted))} starts now`;
  if (error) return <PreviewFailed error={error} retry={() => void refetch()} />;
  if (!data) return <span key="wait">One moment: we look up what it costs…</span>;
  const { nextCharge, monthlyInCents } = data;
  const monthly = <strong key={monthlyInCents}>{dollars(monthlyInCents)}</strong>;
  if (plan.status === 'trialing')
    return (
      <span key="trial">
        {named} and is free until your trial ends on {longDay(plan.trialEndsAt)}. From that day on it is {monthly} a
        month.
      </span>
    );
  if (!plan.nextCharge)
    return (
      <span key="uncharged">
        {named}. It is {monthly} a month.{' '}
        <span>{plan.pause && 'Nothing is charged while your payments are paused.'}</span>
        <span>{!plan.pause && plan.openInvoice && 'Nothing more is charged until your open invoice is paid.'}</span>
      </span>
    );
  const { amountInCents, prorationInCents } = nextCharge;
  const day = longDay(plan.periodEndsAt);
  return (
    <span key="billed">
      {named}. On {day} you pay <strong key={amountInCents}>{dollars(amountInCents)}</strong>:{' '}
      <span key={prorationInCents}>{sumOf(nextCharge, monthlyInCents)}</span>. After that it is {monthly} a month
      <span>{amountInCents === 0 && ', less what is left of the credit'}</span>.
    </span>
  );
}

/** "$79.99 for the next month and $44.34 for the rest of this one" */
function sumOf({ prorationInCents }: NextCharge, monthlyInCents: number): string {
  const next = `${dollars(monthlyInCents)} for the next month`;
  if (prorationInCents === 0) return next;
  const rest = `${dollars(Math.abs(prorationInCents))} for the rest of this one`;
  return prorationInCents < 0 ? `${next} less ${rest}` : `${next} and ${rest}`;
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
        <p key="cancelled">
          {consequences(plan, ends)}{' '}
          <span className="unprinted">If you change your mind before that day, one click keeps it.</span>
        </p>
        <FailureNotice failure={keep.failure} />
        <ActionButton primary onPress={() => keep.act()} pending={keep.isPending} pendingText="One moment…">
          Keep my plan
        </ActionButton>
      </PlanSection>
    );
  if (confirming)
    return (
      <PlanSection title="Cancel your plan?" shows="question" unprinted>
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
    <PlanSection title="Cancel" shows="offer" unprinted>
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
  return openInvoice ? `${until} An invoice that is still open then is withdrawn.` : until;
}
