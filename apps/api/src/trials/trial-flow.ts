import { type TrialEvent, trialSignup } from '@lampstand/workflows';
import type { LockedInstance, Flow } from '../workflow/index.ts';
import { TrialSignup } from './domain/trial-signup.entity.ts';

export type TrialEventName = TrialEvent['type'];
export type TrialChange = LockedInstance<TrialSignup, TrialEventName>;

/** The sign-up's flow: its chart rides on trial_signups. */
export const trialFlow: Flow<TrialSignup, TrialEventName> = { chart: trialSignup, entity: TrialSignup };
