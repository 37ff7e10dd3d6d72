import type Stripe from 'stripe';
import type { ProviderInvoice, ProviderSubscription } from '../ports/payment-gateway.ts';

const MOST_INVOICES = 100;
const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** Reads a subscription whole: itself, the card that pays, and its invoices. */
export async function readSubscription(stripe: Stripe, id: string): Promise<ProviderSubscription> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['default_payment_method', 'customer'] });
  const { data } = await stripe.invoices.list({ subscription: id, limit: MOST_INVOICES });
  const [item] = subscription.items.data;
  return {
    ...trialSubscriptionOf(subscription),
    periodEndsAt: instant(item!.current_period_end),
    cancelAt: subscription.cancel_at ? instant(subscription.cancel_at) : null,
    card: await cardOf(stripe, subscription),
    invoices: data.map(invoiceOf),
  };
}

export const trialSubscriptionOf = ({ id, customer, items, status, trial_end }: Stripe.Subscription) => ({
  id,
  customerId: typeof customer === 'string' ? customer : customer.id,
  priceId: items.data[0]!.price.id,
  status,
  trialEndsAt: instant(trial_end ?? 0),
});

/** The subscription's own card, or else that of the customer. */
async function cardOf(stripe: Stripe, { default_payment_method: own, customer }: Stripe.Subscription) {
  const method = own ?? defaultOf(customer);
  if (!method) return null;
  const { card } = typeof method === 'string' ? await stripe.paymentMethods.retrieve(method) : method;
  return card ? { brand: card.brand, last4: card.last4 } : null;
}

/** What a customer has chosen to pay with, unless the customer is gone. */
export const defaultOf = (customer: Stripe.Subscription['customer']) =>
  typeof customer === 'string' || customer.deleted ? null : customer.invoice_settings.default_payment_method;

function invoiceOf(invoice: Stripe.Invoice): ProviderInvoice {
  const { id, number, status, amount_due, amount_paid, attempt_count, created } = invoice;
  const [line] = invoice.lines.data;
  const price = line?.pricing?.price_details?.price;
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id,
    number,
    status: knownStatus(status),
    priceId: typeof price === 'object' ? price.id : (price ?? null),
    amountInCents: amount_due,
    paidInCents: amount_paid,
    attempts: attempt_count,
    periodFrom: instant(line?.period.start ?? created),
    periodTo: instant(line?.period.end ?? created),
    hostedUrl: invoice.hosted_invoice_url ?? null,
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

/** Stripe counts time in whole seconds. */
const instant = (seconds: number): Date => new Date(seconds * 1000);
