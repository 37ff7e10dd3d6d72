import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Settings } from '../platform/config/index.ts';
import { TwilioPhoneVerifier } from './adapters/twilio-phone-verifier.ts';
import { CheckCode } from './check-code.ts';
import { ReadCodeTimes } from './code-times.ts';
import { DropCodes } from './drop-codes.ts';
import { PhoneVerification } from './phone-verification.entity.ts';
import { PhoneVerifier } from './phone-verifier.ts';
import { SendCode } from './send-code.ts';

const verifier = {
  provide: PhoneVerifier,
  useFactory: (settings: Settings) => new TwilioPhoneVerifier(settings),
  inject: [Settings],
};

@Module({
  imports: [TypeOrmModule.forFeature([PhoneVerification])],
  providers: [verifier, CheckCode, DropCodes, ReadCodeTimes, SendCode],
  exports: [CheckCode, DropCodes, ReadCodeTimes, SendCode],
})
export class VerificationModule {}
