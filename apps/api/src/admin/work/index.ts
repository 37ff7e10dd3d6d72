export { businessDayAfter, businessDaysBetween, PROMISED_DAYS } from './business-days.ts';
export { NEEDS_ADMINISTRATOR } from './erasure-approval.ts';
export { actionsOn, HandleRequest, mayAnswer, requestSubject, shownRequest } from './handle-request.ts';
export { HangingWork } from './hanging-work.ts';
export { WorkModule } from './work.module.ts';
