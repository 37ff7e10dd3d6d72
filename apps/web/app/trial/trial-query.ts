import type { SavedTrialSignup, TrialSignupAnswer, TrialSignupBody } from '@lampstand/contracts';
import { DEFAULT_TIER, TRIAL_DAYS } from '@lampstand/contracts';
import { STEPS, type WireStep } from '@lampstand/workflows';
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../lib/query-client.ts';
import { loadTrial } from './calls.ts';

export type Trial = TrialSignupAnswer['trialSignup'];

export const trialQuery = (trialId: number) =>
  queryOptions({ queryKey: ['trial-signup', trialId], queryFn: () => loadTrial(trialId) });

/** What was just saved, as the server would tell it, so that the next step need not wait for another call. */
export function rememberSaved(trialId: number, { message: _, churchSoftware: __, ...details }: TrialSignupBody) {
  const trial: SavedTrialSignup = {
    ...details,
    phoneVerified: false,
    step: 'phone-verification',
    selectedPlan: DEFAULT_TIER,
    paymentVerified: false,
    trialEndsAt: new Date(Date.now() + TRIAL_DAYS * 86_400_000).toISOString(),
  };
  queryClient.setQueryData(trialQuery(trialId).queryKey, trial);
}

export const patchTrial = (trialId: number, news: Partial<SavedTrialSignup>) =>
  queryClient.setQueryData(trialQuery(trialId).queryKey, (trial) => trial && { ...trial, ...news });

/** Everything before the account is open; after it, the link tells less. */
export const isUnopened = (trial: Trial): trial is SavedTrialSignup => 'email' in trial;

/** The trial's position, as the chart's library reads it. */
export const positionOf = (trial: Trial) => ({
  step: STEPS.find((each) => each === trial.step) ?? ('registration' satisfies WireStep),
  paymentVerified: 'paymentVerified' in trial && trial.paymentVerified,
  userExists: trial.userExists === true,
});
