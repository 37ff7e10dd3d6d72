import type { LimitKey } from '../platform/limits/limiter.ts';
import type { PhoneVerification } from './phone-verification.entity.ts';

/**
 * Whose budget of a day a text uses. `proven`: the mailbox of the sign-up, or the phone before, so the day's whole budget,
 * but for one network three tenths of it.
 * `worked`: the browser has done a proof of work. `unproven`: anyone, with a share for each network. Strangers cannot use up what
 * the first two leave.
 */
export type CodeLane = PhoneVerification['lane'];

/** What a text costs in any lane: its phone's budget, and that of all. */
export const costOfText = (phone: string): LimitKey[] => [
  ['codesPerPhone', phone],
  ['codesOverall', 'all'],
];

/** What a text costs in its lane until its code is entered. `phone`: ten digits, the first six of which are the exchange. */
export const costOfLane = (lane: CodeLane, phone: string): LimitKey[] => {
  const exchange = phone.slice(0, 6);
  const costs: Record<CodeLane, LimitKey[]> = {
    proven: [['provenCodesPer48']],
    worked: [['workedCodesPerPrefix', exchange], ['workedCodesPer48'], ['workedCodesOverall', 'all']],
    unproven: [
      ['unprovenCodesPerPrefixAndAddress', exchange],
      ['unprovenCodesPerPrefix', exchange],
      ['unprovenCodesPerAddress'],
      ['unprovenCodesPer56'],
      ['unprovenCodesPer48'],
      ['unprovenCodesOverall', 'all'],
    ],
  };
  return costs[lane];
};
