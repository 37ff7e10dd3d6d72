export { TrialSignup } from './trial-signup.entity.ts';
export { trialFlow } from './trial-signups.ts';
export { TrialsModule } from './trials.module.ts';
export { EraseTrial } from './use-cases/erase-trial.ts';
export { type Done, TrialSupportActions } from './use-cases/support-actions.ts';
