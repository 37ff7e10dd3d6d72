export { RequestTrial } from './request-trial.ts';
export { TrialRequestsModule } from './trial-requests.module.ts';
export { eraseTrialRequests } from './request-trial.ts';
