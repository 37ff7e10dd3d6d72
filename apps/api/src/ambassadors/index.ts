export { ambassadorFlow } from './applications.ts';
export { AmbassadorsModule } from './ambassadors.module.ts';
export { AmbassadorApplication } from './ambassador-application.entity.ts';
export { EraseApplication, SubmitApplication } from './applications.ts';
export { DECISION_SWEEP, DecideApplication } from './decide-application.ts';
export { originalWords, shownDecisionMail } from './ambassador-mails.tsx';
