export { TrialRequestsModule } from './trial-requests.module.ts';
export { eraseTrialRequests } from './use-cases/erase-trial-requests.ts';
