import { step, trialSignup, type TrialState } from '@lampstand/workflows';

/** Whether a card that is stored now comes too late: the chart lets go of it, because no account comes of the sign-up. */
export const isTooLateForCard = (state: TrialState): boolean =>
  step(trialSignup, state, 'card.saved')?.effects.includes('releaseCard') ?? false;
