import type { CodeTimes } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Limiter } from '../platform/limits/limiter.ts';
import { CODE_RULES } from '../platform/limits/limits.ts';
import { type PhoneVerification, sentAt } from './phone-verification.entity.ts';

/** The times of a code, as pages show them. */
@Injectable()
export class ReadCodeTimes {
  constructor(private readonly limiter: Limiter) {}

  /** `bySupport`: the day's limit of the phone does not count. */
  async of(code: PhoneVerification, bySupport = false): Promise<CodeTimes> {
    const locked = await this.lockedUntil(code);
    return {
      sentAt: sentAt(code.expiresAt).toISOString(),
      resendAt: (await this.nextAt(code, bySupport)).toISOString(),
      expiresAt: code.expiresAt.toISOString(),
      sends: code.sends,
      ...(locked && { lockedUntil: locked.toISOString() }),
    };
  }

  /** When another code can really be sent: the latest of the wait, the lock of wrong tries and the day's limit. */
  async nextAt(code: PhoneVerification, bySupport = false): Promise<Date> {
    const free = bySupport ? undefined : await this.limiter.freeAt('codesPerPhone', code.phone);
    const times = [code.resendAt, await this.lockedUntil(code), free].map((at) => at?.getTime() ?? 0);
    return new Date(Math.max(...times));
  }

  /** How many tries this network has left: three of the five that the provider allows for a code. */
  async triesLeft({ providerId, tries }: PhoneVerification): Promise<number> {
    const ofNetwork = providerId
      ? await this.limiter.remaining('triesPerCodeAndNetwork', providerId)
      : CODE_RULES.tries;
    return Math.max(0, Math.min(CODE_RULES.tries - tries, ofNetwork));
  }

  /** Until when wrong tries lock this network out of the code. */
  async lockedUntil(code: PhoneVerification): Promise<Date | undefined> {
    return (await this.triesLeft(code)) ? undefined : code.expiresAt;
  }
}
