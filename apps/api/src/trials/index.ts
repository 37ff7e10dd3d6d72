export { TrialSignup } from './domain/trial-signup.entity.ts';
export { trialFlow } from './trial-flow.ts';
export { TrialsModule } from './trials.module.ts';
export { EraseTrial } from './use-cases/erase-trial.ts';
export { type Done, RepairTrial } from './use-cases/repair-trial.ts';
