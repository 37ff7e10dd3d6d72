export { CheckCode, type CodeOutcome } from './use-cases/check-code.ts';
export { DropCodes } from './use-cases/drop-codes.ts';
export { eraseCodes } from './use-cases/erase-codes.ts';
export { type CodeSent, SendCode } from './use-cases/send-code.ts';
export { PhoneVerifier } from './ports/phone-verifier.ts';
export { findLiveCode } from './queries/find-live-code.ts';
export { VerificationModule } from './verification.module.ts';
