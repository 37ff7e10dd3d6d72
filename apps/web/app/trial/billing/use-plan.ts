import { type TierId, TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { useFailure } from '../../ui/notice.tsx';
import { selectPlan } from '../calls.ts';
import type { TrialSession } from '../session.ts';
import { patchTrial } from '../trial-query.ts';

export type PlanChoice = ReturnType<typeof usePlan>;

/** The chosen plan, shown at once and saved one after the other; a choice the server refuses falls back. */
export function usePlan({ trialId, trial, advance, follow }: TrialSession) {
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
    onError: (error, next) => {
      if (isStatus(error, 409)) return void follow();
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

  /** Waits for a pending save; false when the choice on the screen did not make it to the server. */
  const settled = async () => {
    const asked = wanted.current;
    await saving.current;
    return stored.current === asked;
  };

  return { plan, choose, settled, failure };
}
