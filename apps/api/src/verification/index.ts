export { AskDelivery } from './ask-delivery.ts';
export { CheckCode, type CodeOutcome, refusalOf } from './check-code.ts';
export { ReadCodeTimes } from './code-times.ts';
export { DropCodes } from './drop-codes.ts';
export { eraseCodes } from './drop-codes.ts';
export { SendCode } from './send-code.ts';
export { findLiveCode } from './phone-verification.entity.ts';
export { VerificationModule } from './verification.module.ts';
