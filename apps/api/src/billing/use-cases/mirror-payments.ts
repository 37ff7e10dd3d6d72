import type { EntityManager } from 'typeorm';
import { Payment } from '../domain/payment.entity.ts';
import type { Subscription } from '../domain/subscription.entity.ts';
import type { ProviderInvoice } from '../ports/payment-gateway.ts';
import { tiersOf } from '../queries/tiers-of.ts';

/** What becomes known of an invoice and makes a mail; each has a queue of its name, whose job carries the invoice's id. */
export type PaymentMail = 'sendInvoice' | 'sendReceipt' | 'sendPaymentFailed';

/** Writes the invoices as the provider has them. Answers the mails that are due because of what is new, the oldest first. */
export async function mirrorPayments(
  tx: EntityManager,
  subscription: Subscription,
  invoices: ProviderInvoice[],
): Promise<{ queue: PaymentMail; payment: string }[]> {
  const known = new Map((await tx.findBy(Payment, { subscriptionId: subscription.id })).map((each) => [each.id, each]));
  const tiers = await tiersOf(
    tx,
    invoices.flatMap(({ priceId }) => priceId ?? []),
  );
  const payments = invoices.map(({ priceId, ...facts }) => ({
    ...facts,
    subscriptionId: subscription.id,
    plan: tiers.get(priceId ?? '') ?? known.get(facts.id)?.plan ?? subscription.plan,
  }));
  await tx.upsert(Payment, payments, { conflictPaths: ['id'], skipUpdateIfNoValuesChanged: true });
  return invoices
    .toReversed()
    .flatMap((invoice) => newsOf(invoice, known.get(invoice.id)).map((queue) => ({ queue, payment: invoice.id })));
}

/** Nothing is told of an invoice over nothing, which is how every trial begins. */
function newsOf(now: ProviderInvoice, before: Payment | undefined): PaymentMail[] {
  if (now.amountInCents === 0 || now.status === 'draft' || now.status === 'void') return [];
  const wasFinal = before && before.status !== 'draft';
  const failed = ({ status, attempts }: Pick<ProviderInvoice, 'status' | 'attempts'>) =>
    status !== 'paid' && attempts > 0;
  return [
    ...(wasFinal ? [] : (['sendInvoice'] as const)),
    ...(failed(now) && !(before && failed(before)) ? (['sendPaymentFailed'] as const) : []),
    ...(now.status === 'paid' && before?.status !== 'paid' ? (['sendReceipt'] as const) : []),
  ];
}
