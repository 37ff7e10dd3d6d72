export { ambassadorFlow, type AmbassadorEventName } from './ambassador-flow.ts';
export { AmbassadorsModule } from './ambassadors.module.ts';
export { AmbassadorApplication } from './domain/ambassador-application.entity.ts';
export { DecideApplication } from './use-cases/decide-application.ts';
export { EraseApplications } from './use-cases/erase-applications.ts';
