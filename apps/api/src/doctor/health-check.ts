/** What a look at one part of an installation found: a fact, or what is wrong and how to mend it. Never a secret. */
export interface HealthCheck {
  part: string;
  verdict: 'ok' | 'WRONG' | 'unseen';
  message: string;
}

export const passed = (part: string, says: string): HealthCheck => ({ part, verdict: 'ok', message: says });
export const failed = (part: string, what: string, mend: string): HealthCheck => ({
  part,
  verdict: 'WRONG',
  message: `${what}; ${mend}`,
});
/** Not looked at, because of something else that is wrong. */
export const skipped = (part: string, says: string): HealthCheck => ({ part, verdict: 'unseen', message: says });

const TOLERATED_SECONDS = 5;

/** The clock of this machine beside somebody else's. */
export function checkClock(whose: string, theirs: Date, ours = new Date()): HealthCheck {
  const apart = Math.abs(ours.getTime() - theirs.getTime()) / 1000;
  const says = `${apart.toFixed(1)} s apart from the clock of ${whose}`;
  if (apart <= TOLERATED_SECONDS) return passed('clock', says);
  return failed('clock', says, 'set this machine, and that one if it is yours, by the network time (NTP)');
}
