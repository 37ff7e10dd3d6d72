/** Result of checking one part of an installation, printed as one line of `npm run doctor`. Never holds a secret. */
export interface HealthCheck {
  part: string;
  verdict: 'ok' | 'WRONG' | 'sample' | 'skipped';
  message: string;
}

export const passed = (part: string, message: string): HealthCheck => ({ part, verdict: 'ok', message });

/** `fix` tells the operator what to do about `problem`. */
export const failed = (part: string, problem: string, fix: string): HealthCheck => ({
  part,
  verdict: 'WRONG',
  message: `${problem}; ${fix}`,
});

/** A text of the site that its owner has to replace before live keys are accepted. */
export const sample = (part: string, text: string): HealthCheck => ({
  part,
  verdict: 'sample',
  message: `${text}; live keys are refused until it is replaced`,
});

/** A question that a page answers with "Ask us". */
export const unanswered = (part: string, { page, title }: { page: string; title: string }): HealthCheck => ({
  part,
  verdict: 'sample',
  message: `${page} says "Ask us" to "${title}"; write the answer into OWNER_CLAIMS`,
});

/** Not checked, because an earlier check failed. */
export const skipped = (part: string, message: string): HealthCheck => ({ part, verdict: 'skipped', message });

const TOLERATED_SECONDS = 5;

/** Compares the clock of this machine with the time `theirs` that `whose` reports. */
export function checkClock(whose: string, theirs: Date, ours = new Date()): HealthCheck {
  const seconds = Math.abs(ours.getTime() - theirs.getTime()) / 1000;
  const message = `${seconds.toFixed(1)} s apart from the clock of ${whose}`;
  if (seconds <= TOLERATED_SECONDS) return passed('clock', message);
  return failed('clock', message, 'synchronize this machine, and that one if it is yours, with NTP');
}
