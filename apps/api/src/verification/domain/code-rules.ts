import { minutesAfter, secondsAfter } from '../../platform/clock/instants.ts';
import { CODE_RULES } from '../../platform/limits/limits.ts';

/** When another code may be sent after `sends` sendings, the last of them at `at`. */
export function resendAt(at: Date, sends: number): Date {
  const [first, ...longer] = CODE_RULES.cooldownSeconds;
  return secondsAfter(at, longer.slice(0, sends - 1).at(-1) ?? first);
}

/** When a code dies that was first sent at `startedAt`. */
export const expiresAt = (startedAt: Date): Date => minutesAfter(startedAt, CODE_RULES.lifeMinutes);
