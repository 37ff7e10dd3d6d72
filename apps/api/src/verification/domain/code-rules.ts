import { minutesAfter, secondsAfter } from '../../platform/clock/instants.ts';

/** Rules of a code, as Twilio Verify keeps them: it lives ten minutes from its first sending and bears five tries. */
export const CODE_LIFE_MINUTES = 10;
export const TRIES_PER_CODE = 5;

/** Seconds to wait after the first, second and every further sending. */
const COOLDOWN_SECONDS = [30, 60, 120] as const;

export const resendAt = (at: Date, sends: number): Date =>
  secondsAfter(at, COOLDOWN_SECONDS[Math.min(sends, COOLDOWN_SECONDS.length) - 1] ?? COOLDOWN_SECONDS[0]);

export const expiresAt = (startedAt: Date): Date => minutesAfter(startedAt, CODE_LIFE_MINUTES);
