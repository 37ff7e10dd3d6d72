export { TrialRequestsModule } from './trial-requests.module.ts';
