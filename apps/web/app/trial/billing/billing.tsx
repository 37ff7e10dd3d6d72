import { type TierId, TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Notice, useFailure } from '../../components/notice.tsx';
import { PlanPicker } from '../../components/plan-picker.tsx';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { useErrorInTitle } from '../../lib/title.ts';
import { selectPlan } from '../calls.ts';
import { Answers } from '../answers.tsx';
import { useProofInAddress } from '../known-browser.tsx';
import { MailReturned } from '../mail-returned.tsx';
import { HEADINGS, StepLayout } from '../step-layout.tsx';
import {
  nameAfter,
  patchTrial,
  plainPath,
  type ScreenProps,
  type TrialSession,
  usePlanInAddress,
} from '../trial-session.ts';
import { CardSection } from './card-section.tsx';
import { PlanSummary, Timeline } from './terms.tsx';

export function Billing({ session }: ScreenProps) {
  const { trial, resumed, cardLost } = session;
  const plan = usePlanChoice(session);
  const proof = useProofInAddress();
  useChoiceOnSite(plan);
  useErrorInTitle(Boolean(cardLost));
  return (
    <StepLayout
      step="billing-information"
      title={HEADINGS['billing-information']}
      recap={resumed && `Welcome back${nameAfter(trial)} — step 3 of 3.`}
    >
      <MailReturned session={session} />
      {cardLost && (
        <Notice tone="bad" title={TOASTS.paymentError(cardLost).title}>
          <p>{cardLost}</p>
        </Notice>
      )}
      <noscript>
        <p className="wide">
          This page needs JavaScript.{' '}
          <a href={plainPath('card', session.trialId, proof)}>Choose your plan and card without it</a>
        </p>
      </noscript>
      <PlanPicker choice={plan} />
      <PlanSummary plan={plan.plan} trialEndsAt={trial.trialEndsAt} />
      <CardSection session={session} plan={plan} />
      <Answers session={session} withEmailForm />
      <Timeline plan={plan.plan} trialEndsAt={trial.trialEndsAt} />
    </StepLayout>
  );
}

export type PlanChoice = ReturnType<typeof usePlanChoice>;

/** Takes over the plan of an address once: the plan that was chosen on the site after the sign-up was saved. */
function useChoiceOnSite({ plan, choose }: PlanChoice) {
  const chosen = usePlanInAddress();
  const [, setQuery] = useSearchParams();
  useEffect(() => {
    if (!chosen) return;
    if (chosen !== plan) choose(chosen);
    setQuery(
      (query) => {
        query.delete('plan');
        return query;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [chosen, plan, choose, setQuery]);
}

/** The chosen plan: shown at once, saved in order, and reset when the server refuses it. */
function usePlanChoice({ trialId, trial, advance, catchUp }: TrialSession) {
  const [plan, setPlan] = useState(trial.selectedPlan);
  const wanted = useRef(plan);
  const stored = useRef(plan);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const failure = useFailure();

  const save = useMutation({
    scope: { id: `plan-of-${trialId}` },
    mutationFn: (next: TierId) => selectPlan(trialId, next),
    onSuccess: (_, next) => {
      stored.current = next;
      patchTrial(trialId, { selectedPlan: next });
      advance('plan.selected');
    },
    onError: async (error, next) => {
      if (isStatus(error, 409) && (await catchUp())) return;
      if (wanted.current !== next) return;
      wanted.current = stored.current;
      setPlan(stored.current);
      failure.fail(TOASTS.signupFailed(causeOf(error) ?? UNEXPECTED));
    },
  });

  const choose = (next: TierId) => {
    failure.clear();
    wanted.current = next;
    setPlan(next);
    saving.current = save.mutateAsync(next).catch(() => {});
  };

  /** Waits for a pending save; false when the plan on the screen is not the stored one. */
  const settled = async () => {
    const shown = wanted.current;
    await saving.current;
    return stored.current === shown;
  };

  return { plan, choose, settled, failure };
}
