import { Module } from '@nestjs/common';
import { Settings } from '../platform/config/index.ts';
import { TwilioPhoneVerifier } from './adapters/twilio-phone-verifier.ts';
import { PhoneVerifier } from './ports/phone-verifier.ts';
import { CheckCode } from './use-cases/check-code.ts';
import { DropCodes } from './use-cases/drop-codes.ts';
import { SendCode } from './use-cases/send-code.ts';

const verifier = {
  provide: PhoneVerifier,
  useFactory: (settings: Settings) => new TwilioPhoneVerifier(settings),
  inject: [Settings],
};

@Module({ providers: [verifier, CheckCode, DropCodes, SendCode], exports: [CheckCode, DropCodes, SendCode] })
export class VerificationModule {}
