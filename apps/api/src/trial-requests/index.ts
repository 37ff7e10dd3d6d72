export { deleteTrialRequests, RequestTrial } from './request-trial.ts';
export { REQUEST_ANSWER, requestMailSubject } from './trial-request-mails.tsx';
export { TrialRequest, TrialRequestAnswer } from './trial-request.entity.ts';
export { TrialRequestsModule } from './trial-requests.module.ts';
