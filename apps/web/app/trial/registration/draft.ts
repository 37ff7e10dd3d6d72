import type { TrialSignupBody, TrialSignupForm } from '@lampstand/contracts';
import { sessionStore } from '../../lib/session-store.ts';

/** What is typed and not yet saved outlives a reload, in this tab only. */
export const draft = sessionStore<Partial<TrialSignupForm>>('trial-draft');

const attempt = sessionStore<{ key: string; of: string }>('trial-attempt');

/** One key for as long as the same details are sent, so that a repeated click or a lost answer saves once. */
export function keyFor(body: TrialSignupBody): string {
  const of = JSON.stringify(body);
  const last = attempt.read();
  if (last?.of === of) return last.key;
  const key = crypto.randomUUID();
  attempt.write({ key, of });
  return key;
}

export function forgetDraft() {
  draft.clear();
  attempt.clear();
}
