export { type AmbassadorEventName, ambassadorFlow } from './applications.ts';
export { AmbassadorsModule } from './ambassadors.module.ts';
export { AmbassadorApplication } from './ambassador-application.entity.ts';
export { DecideApplication, SubmitApplication } from './applications.ts';
export { EraseApplications } from './applications.ts';
