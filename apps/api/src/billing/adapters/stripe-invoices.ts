import type { PaymentDispute } from '@lampstand/contracts';
import type Stripe from 'stripe';
import type { ProviderInvoice } from '../payment-gateway.ts';
import { idOf, withoutPermission } from './stripe-client.ts';
import { readDisputes } from './stripe-disputes.ts';
import { invoiceLines, isProration, linesOf, sum } from './stripe-previews.ts';

const MAX_INVOICES = 100;
const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** The invoices of a subscription, and of those before it, with what was paid, refunded and disputed of them, newest first. */
export async function readInvoices(stripe: Stripe, subscription: Stripe.Subscription): Promise<ProviderInvoice[]> {
  const { id, customer } = subscription;
  const of = isDeleted(subscription) ? { subscription: id } : { customer: idOf(customer)! };
  const listed = await stripe.invoices.list({ ...of, limit: MAX_INVOICES, expand: ['data.payments'] });
  const data = listed.data.filter(({ parent }) => isOfPlan(parent?.subscription_details, id));
  // The charges of a deleted customer can be listed by what they paid only.
  const charges = await paidChargesOf(
    stripe,
    isDeleted(subscription)
      ? data.flatMap(intentsOf).map((payment_intent) => ({ payment_intent }))
      : [{ customer: idOf(customer)! }],
  );
  const disputes = await readDisputes(stripe, [...charges.values()]);
  return Promise.all(
    data.map(async (invoice) => {
      const [lines, declinedWith] = await Promise.all([linesOf(stripe, invoice), refusalOf(stripe, invoice)]);
      return { ...invoiceOf(invoice, lines), ...paidWith(invoice, charges, disputes), declinedWith };
    }),
  );
}

/** Other subscriptions of the customer, to other products, do not have the metadata of ours. */
const isOfPlan = (of: Stripe.Invoice.Parent.SubscriptionDetails | null | undefined, subscription: string): boolean =>
  of?.metadata?.['trial_id'] !== undefined || idOf(of?.subscription) === subscription;

/** The payment intents that were to pay an invoice. */
const intentsOf = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);

/** What paid invoices, by payment intent. A restricted key may not be allowed to read it. */
async function paidChargesOf(stripe: Stripe, of: Stripe.ChargeListParams[]): Promise<Map<string, Stripe.Charge>> {
  const charges = await Promise.all(
    of.map((list) =>
      stripe.charges
        .list({ ...list, limit: 100 })
        .autoPagingToArray({ limit: 1000 })
        .catch(withoutPermission),
    ),
  );
  return new Map(
    charges.flat().flatMap((charge) => {
      const intent = idOf(charge.payment_intent);
      return charge.paid && intent ? [[intent, charge]] : [];
    }),
  );
}

function paidWith(invoice: Stripe.Invoice, charges: Map<string, Stripe.Charge>, disputes: Map<string, PaymentDispute>) {
  const paid = intentsOf(invoice).flatMap((intent) => charges.get(intent) ?? []);
  const { brand, last4 } = paid[0]?.payment_method_details?.card ?? {};
  return {
    refundedInCents: sum(paid.map((charge) => charge.amount_refunded)),
    dispute: paid.flatMap(({ id }) => disputes.get(id) ?? [])[0] ?? null,
    card: brand && last4 ? { brand, last4 } : null,
  };
}

const isDeleted = ({ customer }: Stripe.Subscription): boolean =>
  typeof customer !== 'string' && customer.deleted === true;

/** Where the provider names no reason: there was no card to charge, for example. */
const NO_REASON = 'no_reason_given';

/** An invoice has no reason of its own. A restricted key may not be allowed to read the one of its payments. */
async function refusalOf(stripe: Stripe, { id, status, attempt_count }: Stripe.Invoice): Promise<string | null> {
  if (attempt_count === 0 || (status !== 'open' && status !== 'uncollectible')) return null;
  const payments = await stripe.invoicePayments
    .list({ invoice: id, expand: ['data.payment.payment_intent'] })
    .autoPagingToArray({ limit: 100 })
    .catch(withoutPermission);
  return declineReasonOf(
    payments.map(({ payment }) => payment.payment_intent).filter((intent) => typeof intent === 'object'),
  );
}

/** Why the last attempt of an unpaid invoice was refused; null once an attempt has succeeded, or is under way. */
export function declineReasonOf(
  attempts: Pick<Stripe.PaymentIntent, 'status' | 'last_payment_error'>[],
): string | null {
  if (attempts.some(({ status }) => status === 'succeeded' || status === 'processing')) return null;
  const [refusal] = attempts.flatMap((attempt) => attempt.last_payment_error ?? []);
  return refusal?.decline_code ?? refusal?.code ?? NO_REASON;
}

/** Plan and period are those of the month it is for, not of a proration; an invoice of prorations alone is for the newest plan. */
function invoiceOf(invoice: Stripe.Invoice, lines: Stripe.InvoiceLineItem[]) {
  const { id, number, status, amount_due, amount_paid, attempt_count, created } = invoice;
  const line = lines.find((each) => !isProration(each)) ?? lines.find(({ amount }) => amount > 0) ?? lines[0];
  const price = line?.pricing?.price_details?.price;
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id,
    number,
    status: knownStatus(status),
    priceId: typeof price === 'object' ? price.id : (price ?? null),
    amountInCents: amount_due,
    paidInCents: amount_paid,
    lines: invoiceLines(invoice, lines),
    attempts: attempt_count,
    periodFrom: instant(line?.period.start ?? created),
    periodTo: instant(line?.period.end ?? created),
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    nextAttemptAt: invoice.next_payment_attempt ? instant(invoice.next_payment_attempt) : null,
    paidAt: status === 'paid' ? instant(paidAt ?? created) : null,
    createdAt: instant(created),
  };
}

function knownStatus(status: Stripe.Invoice.Status | null): ProviderInvoice['status'] {
  const known = INVOICE_STATUSES.find((each) => each === (status ?? 'draft'));
  if (!known) throw new Error(`The payment provider reports an invoice in a status that is not known here: ${status}`);
  return known;
}

/** Stripe counts whole seconds. */
export const instant = (seconds: number): Date => new Date(seconds * 1000);
