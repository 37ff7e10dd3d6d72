/**
 * How often an invoice is charged before the payment provider ends the subscription. It is set in Stripe's dashboard (Billing,
 * Revenue recovery, Retries: three retries, then cancel the subscription); no call reads it.
 */
const CHARGE_TRIES = 4;

/** `lastNotice`: the next try is the last, and the account closes if it is refused. */
export type DunningStage = 'clear' | 'failed' | 'lastNotice' | 'ended';

/** Where an invoice stands that may have been refused. `attempts` counts the tries so far. */
export function dunningStage(
  invoice: { status: string; attempts: number; nextAttemptAt: Date | string | null },
  hasEnded: boolean,
): DunningStage {
  if (invoice.status === 'paid' || invoice.status === 'draft' || invoice.attempts === 0) return 'clear';
  if (hasEnded || invoice.status !== 'open') return 'ended';
  return invoice.nextAttemptAt && invoice.attempts >= CHARGE_TRIES - 1 ? 'lastNotice' : 'failed';
}

/** What comes after a refused try. `day` is that of the next one; null where there is none. */
export const NEXT_TRY: Record<DunningStage, (day: string | null) => string> = {
  clear: () => '',
  failed: (day) => (day ? `We try again on ${day}.` : 'We no longer try the card.'),
  lastNotice: (day) =>
    `We try for the last time on ${day}. If it is refused again, your account is closed on that day.`,
  ended: () => '',
};

/** Of these the bank's word is not told: it helps a thief, or says nothing. Source: https://docs.stripe.com/declines/codes */
const UNTOLD = new Set(
  'no_reason_given card_declined generic_decline do_not_honor fraudulent lost_card merchant_blacklist pickup_card restricted_card security_violation stolen_card'.split(
    ' ',
  ),
);

/** "insufficient funds"; undefined where the bank named no reason, or none that may be told. */
export const refusalReason = (code: string | null): string | undefined =>
  code === null || UNTOLD.has(code) ? undefined : code.replaceAll('_', ' ');
