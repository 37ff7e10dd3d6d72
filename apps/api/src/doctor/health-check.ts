/** What a look at one part of an installation found: a fact, or what is wrong and how to mend it. Never a secret. */
export interface Finding {
  part: string;
  verdict: 'ok' | 'WRONG' | 'unseen';
  says: string;
}

export const fine = (part: string, says: string): Finding => ({ part, verdict: 'ok', says });
export const wrong = (part: string, what: string, mend: string): Finding => ({
  part,
  verdict: 'WRONG',
  says: `${what}; ${mend}`,
});
/** Not looked at, because of something else that is wrong. */
export const unseen = (part: string, says: string): Finding => ({ part, verdict: 'unseen', says });

const TOLERATED_SECONDS = 5;

/** The clock of this machine beside somebody else's. */
export function clockFinding(whose: string, theirs: Date, ours = new Date()): Finding {
  const apart = Math.abs(ours.getTime() - theirs.getTime()) / 1000;
  const says = `${apart.toFixed(1)} s apart from the clock of ${whose}`;
  if (apart <= TOLERATED_SECONDS) return fine('clock', says);
  return wrong('clock', says, 'set this machine, and that one if it is yours, by the network time (NTP)');
}
