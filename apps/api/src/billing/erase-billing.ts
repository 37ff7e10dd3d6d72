import type { EntityManager } from 'typeorm';
import { Consent, Payment, Subscription } from './billing.entities.ts';

/**
 * What an erasure writes into the subscription of a person; a new column belongs here or among those that are kept. Without the
 * provider's ids no later event finds it and writes the card or an invoice again.
 */
const erasedSubscription = (
  id: number,
): Omit<
  Subscription,
  | 'id'
  | 'state'
  | 'signedUpAt'
  | 'stateSince'
  | 'journalSeq'
  | 'priceId'
  | 'plan'
  | 'trialEndsAt'
  | 'periodEndsAt'
  | 'cancelAt'
  | 'cardSince'
  | 'monthlyInCents'
  | 'pause'
  | 'syncVersion'
  | 'closesAt'
  | 'activeUsers'
  | 'planLinksFrom'
  | 'createdAt'
  | 'isErased'
> => ({
  stripeId: `erased:${id}`,
  customerId: `erased:${id}`,
  card: null,
  paymentMethodId: null,
  nextCharge: null,
  checkAt: null,
  noticeAt: null,
});

/** The same for its invoices: amounts and days stay, as the law requires. The page of an invoice shows the person's email. */
const ERASED_PAYMENT: Omit<
  Payment,
  | 'id'
  | 'subscription'
  | 'subscriptionId'
  | 'number'
  | 'status'
  | 'plan'
  | 'amountInCents'
  | 'paidInCents'
  | 'refundedInCents'
  | 'dispute'
  | 'attempts'
  | 'declinedWith'
  | 'periodFrom'
  | 'periodTo'
  | 'paidAt'
  | 'createdAt'
> = { hostedUrl: null, pdfUrl: null, card: null, lines: [], nextAttemptAt: null };

/** The same for the consents: what was agreed, and when, stays. */
const ERASED_CONSENT: Omit<
  Consent,
  | 'id'
  | 'trialId'
  | 'plan'
  | 'amountInCents'
  | 'firstChargeAt'
  | 'text'
  | 'version'
  | 'formId'
  | 'setupIntentId'
  | 'agreedAt'
> = { address: null, card: null };

/** Removes what identifies the person from subscription, invoices and consents. The subscription has ended before. */
export async function eraseBilling(tx: EntityManager, trialId: number): Promise<void> {
  const erased = erasedSubscription(trialId);
  // A sync that has read the provider before this starts over, and finds it erased.
  await tx.update(Subscription, { id: trialId }, { ...erased, syncVersion: () => 'sync_version + 1' });
  await tx.update(Payment, { subscriptionId: trialId }, ERASED_PAYMENT);
  await tx.update(Consent, { trialId }, ERASED_CONSENT);
}
