import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { Settings } from '../platform/config/index.ts';
import { TwilioPhoneVerifier } from './adapters/twilio-phone-verifier.ts';
import { AskDelivery } from './ask-delivery.ts';
import { CheckCode } from './check-code.ts';
import { ReadCodeTimes } from './code-times.ts';
import { DropCodes } from './drop-codes.ts';
import { PhoneVerification } from './phone-verification.entity.ts';
import { PhoneVerifier } from './phone-verifier.ts';
import { ProofOfWork } from './proof-of-work.ts';
import { SendCode } from './send-code.ts';

const codesPerDay = new Gauge({ name: 'lampstand_codes_per_day', help: 'The setting CODES_PER_DAY' });

const verifier = {
  provide: PhoneVerifier,
  useFactory: (settings: Settings) => new TwilioPhoneVerifier(settings),
  inject: [Settings],
};

@Module({
  imports: [TypeOrmModule.forFeature([PhoneVerification])],
  providers: [verifier, AskDelivery, CheckCode, DropCodes, ProofOfWork, ReadCodeTimes, SendCode],
  exports: [AskDelivery, CheckCode, DropCodes, PhoneVerifier, ReadCodeTimes, SendCode],
})
export class VerificationModule {
  constructor({ CODES_PER_DAY }: Settings) {
    codesPerDay.set(CODES_PER_DAY);
  }
}
