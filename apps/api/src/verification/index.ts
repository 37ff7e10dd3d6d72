export { CheckCode, type CodeOutcome } from './check-code.ts';
export { DropCodes } from './drop-codes.ts';
export { eraseCodes } from './drop-codes.ts';
export { SendCode } from './send-code.ts';
export { findLiveCode } from './phone-verification.entity.ts';
export { VerificationModule } from './verification.module.ts';
