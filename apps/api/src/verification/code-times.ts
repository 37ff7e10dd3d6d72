import type { CodeTimes } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Limiter } from '../platform/limits/limiter.ts';
import { lockedUntil, type PhoneVerification, sentAt } from './phone-verification.entity.ts';

/** The times of a code, as pages show them. */
@Injectable()
export class ReadCodeTimes {
  constructor(private readonly limiter: Limiter) {}

  /** `bySupport`: the day's limit of the phone does not count. */
  async of(code: PhoneVerification, bySupport = false): Promise<CodeTimes> {
    const locked = lockedUntil(code);
    return {
      sentAt: sentAt(code.expiresAt).toISOString(),
      resendAt: (await this.nextAt(code, bySupport)).toISOString(),
      expiresAt: code.expiresAt.toISOString(),
      sends: code.sends,
      ...(locked && { lockedUntil: locked.toISOString() }),
    };
  }

  /** When another code can really be sent: the latest of the wait, the lock of five wrong tries and the day's limit. */
  async nextAt(code: PhoneVerification, bySupport = false): Promise<Date> {
    const free = bySupport ? undefined : await this.limiter.freeAt('codesPerPhone', code.phone);
    const times = [code.resendAt, lockedUntil(code), free].map((at) => at?.getTime() ?? 0);
    return new Date(Math.max(...times));
  }
}
