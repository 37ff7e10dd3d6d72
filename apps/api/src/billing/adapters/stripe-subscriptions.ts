import Stripe from 'stripe';
import type { InvoiceLine } from '@lampstand/contracts';
import {
  CardDeclined,
  PaymentRefused,
  type PriceChange,
  type PriceChangePreview,
  type ProviderInvoice,
  type ProviderSubscription,
  type SubscribeInput,
  type TrialSubscription,
} from '../payment-gateway.ts';
import { idOf, storedCard } from './stripe-client.ts';

const ENDED = new Set(['canceled', 'incomplete_expired']);

/**
 * Subscriptions with a free trial. The trial's end is fixed before the call, so a repeated call has the same
 * parameters.
 */
export class StripeSubscriptions {
  constructor(private readonly stripe: Stripe) {}

  /** Looks before it creates: an idempotency key lives a day, a subscription for years. */
  async subscribe(input: SubscribeInput): Promise<TrialSubscription> {
    try {
      const existing = await this.find(input.customerId);
      return existing ?? (await this.create(input));
    } catch (error) {
      throw isDefinite(error) ? new PaymentRefused(error.code ?? 'refused') : error;
    }
  }

  async changePrice(
    id: string,
    price: string,
    { from, prorationDate, idempotencyKey }: PriceChange,
  ): Promise<TrialSubscription> {
    const subscription = await this.stripe.subscriptions.retrieve(id);
    const item = subscription.items.data[0]!;
    if (item.price.id === price) return toTrialSubscription(subscription);
    const proration_behavior =
      subscription.status === 'trialing' || from === 'nextPeriod' ? 'none' : 'create_prorations';
    // Without the item's id Stripe would add a second item and charge both.
    const change: Stripe.SubscriptionUpdateParams = {
      items: [{ id: item.id, price }],
      proration_behavior,
      ...(prorationDate &&
        proration_behavior !== 'none' && { proration_date: Math.floor(prorationDate.getTime() / 1000) }),
    };
    return toTrialSubscription(
      await this.stripe.subscriptions.update(id, change, idempotencyKey ? { idempotencyKey } : undefined),
    );
  }

  async previewPrice(id: string, price: string, at: Date): Promise<PriceChangePreview> {
    const { items, status } = await this.stripe.subscriptions.retrieve(id);
    const isProrated = status !== 'trialing';
    const invoice = await this.stripe.invoices.createPreview({
      subscription: id,
      subscription_details: {
        items: [{ id: items.data[0]!.id, price }],
        proration_behavior: isProrated ? 'create_prorations' : 'none',
        ...(isProrated && { proration_date: Math.floor(at.getTime() / 1000) }),
      },
    });
    return upcomingOf(this.stripe, invoice);
  }

  read(id: string): Promise<ProviderSubscription> {
    return readSubscription(this.stripe, id);
  }

  async cancelAtEnd(id: string, ends: boolean): Promise<void> {
    await this.stripe.subscriptions.update(id, { cancel_at_period_end: ends }).catch(throwRefused);
  }

  async cancelNow(id: string): Promise<void> {
    const { status } = await this.stripe.subscriptions.retrieve(id);
    if (!ENDED.has(status)) await this.stripe.subscriptions.cancel(id);
  }

  async moveTrialEnd(id: string, trialEndsAt: Date): Promise<void> {
    const trial_end = secondsOf(trialEndsAt);
    await this.stripe.subscriptions.update(id, { trial_end, proration_behavior: 'none' }).catch(throwRefused);
  }

  /** The portal sets the customer's card, and a card of the subscription's own would take precedence. */
  async payWithNewestCard(id: string): Promise<void> {
    const { customer, default_payment_method, status } = await this.stripe.subscriptions.retrieve(id, {
      expand: ['customer'],
    });
    const chosen = idOf(defaultPaymentMethodOf(customer));
    if (!chosen || ENDED.has(status) || chosen === idOf(default_payment_method)) return;
    await this.stripe.subscriptions.update(id, { default_payment_method: chosen });
    const { data } = await this.stripe.invoices.list({ subscription: id, status: 'open', limit: 10 });
    for (const { id: invoice } of data) await this.stripe.invoices.pay(invoice).catch(ignoreDecline);
  }

  async voidOpenInvoices(id: string): Promise<void> {
    const { data } = await this.stripe.invoices.list({ subscription: id, status: 'open', limit: 100 });
    for (const invoice of data) await this.stripe.invoices.voidInvoice(invoice.id);
  }

  async payInvoice(id: string, attempt: string): Promise<void> {
    try {
      await this.stripe.invoices.pay(id, {}, { idempotencyKey: `invoice:${id}:pay:${attempt}` });
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError)
        throw new CardDeclined(error.decline_code ?? error.code ?? 'declined');
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      if (error.code !== 'invoice_already_paid') throw new CardDeclined(error.code ?? 'refused');
    }
  }

  private async find(customer: string): Promise<TrialSubscription | undefined> {
    const { data } = await this.stripe.subscriptions.list({ customer, status: 'all', limit: 10 });
    const live = data.find(({ status }) => !ENDED.has(status));
    return live && toTrialSubscription(live);
  }

  private async create({
    trialId,
    customerId,
    email,
    name,
    paymentMethodId,
    priceId,
    trialEndsAt,
    attempt,
  }: SubscribeInput): Promise<TrialSubscription> {
    await this.stripe.customers.update(customerId, {
      email,
      name,
      invoice_settings: { default_payment_method: paymentMethodId },
    });
    const subscription = await this.stripe.subscriptions.create(
      {
        customer: customerId,
        items: [{ price: priceId, quantity: 1 }],
        default_payment_method: paymentMethodId,
        trial_end: secondsOf(trialEndsAt),
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        // Flexible billing credits for a change of plan exactly what was charged for it.
        billing_mode: { type: 'flexible' },
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: { trial_id: String(trialId) },
      },
      { idempotencyKey: `trial:${trialId}:subscription:${attempt}` },
    );
    return toTrialSubscription(subscription);
  }
}

/** Stripe counts whole seconds; rounded up, so that no trial is shorter than 30 days. */
const secondsOf = (at: Date): number => Math.ceil(at.getTime() / 1000);

/** The card was refused or is gone, so a retry changes nothing. Every other failure may pass, or is a bug of ours. */
const isDefinite = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeCardError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && /payment_method|customer/.test(error.param ?? ''));

function throwRefused(error: unknown): never {
  throw error instanceof Stripe.errors.StripeInvalidRequestError ? new PaymentRefused(error.code ?? 'over') : error;
}

/** If the new card is refused as well, the invoice stays open, as after the provider's own retries. */
function ignoreDecline(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError)
    return undefined;
  throw error;
}

const MAX_INVOICES = 100;
const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** Reads a subscription with the card that pays and its invoices. */
async function readSubscription(stripe: Stripe, id: string): Promise<ProviderSubscription> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['default_payment_method', 'customer'] });
  const { data } = await stripe.invoices.list({ subscription: id, limit: MAX_INVOICES });
  const [item] = subscription.items.data;
  return {
    ...toTrialSubscription(subscription),
    periodEndsAt: instant(item!.current_period_end),
    cancelAt: subscription.cancel_at ? instant(subscription.cancel_at) : null,
    ...(await cardOf(stripe, subscription)),
    ...(await upcomingOfSubscription(stripe, subscription)),
    invoices: await Promise.all(
      data.map(async (invoice) => ({
        ...invoiceOf(invoice, await linesOf(stripe, invoice)),
        declinedWith: await refusalOf(stripe, invoice),
      })),
    ),
  };
}

type Upcoming = Pick<ProviderSubscription, 'nextCharge' | 'monthlyInCents'>;

/** The next charge by the provider's own preview; without it, of an ending subscription, the price of its item stays. */
async function upcomingOfSubscription(stripe: Stripe, subscription: Stripe.Subscription): Promise<Upcoming> {
  const none = { nextCharge: null, monthlyInCents: monthlyOf(subscription) };
  if (ENDED.has(subscription.status)) return none;
  try {
    const invoice = await stripe.invoices.createPreview({ subscription: subscription.id });
    const upcoming = await upcomingOf(stripe, invoice);
    return { ...upcoming, monthlyInCents: upcoming.monthlyInCents || none.monthlyInCents };
  } catch (error) {
    if ((error as { code?: string }).code === 'invoice_upcoming_none') return none;
    throw error;
  }
}

async function upcomingOf(stripe: Stripe, invoice: Stripe.Invoice): Promise<PriceChangePreview> {
  const lines = await linesOf(stripe, invoice);
  const sum = (some: Stripe.InvoiceLineItem[]) => some.reduce((total, { amount }) => total + amount, 0);
  return {
    nextCharge: {
      amountInCents: invoice.amount_due,
      lines: lines.map(lineOf),
      prorationInCents: sum(lines.filter(isProration)),
    },
    monthlyInCents: sum(lines.filter((line) => !isProration(line))),
  };
}

/** All lines of an invoice, of which it holds ten: prorations first, newest first, then that of the subscription's item. */
async function linesOf(stripe: Stripe, { id, lines }: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> {
  if (!lines.has_more) return lines.data;
  return stripe.invoices.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: 1000 });
}

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration === true || parent?.invoice_item_details?.proration === true;

const lineOf = ({ description, amount }: Stripe.InvoiceLineItem): InvoiceLine => ({
  text: description ?? 'Plan',
  amountInCents: amount,
});

const toTrialSubscription = (subscription: Stripe.Subscription): TrialSubscription => {
  const { id, customer, items, status, trial_end } = subscription;
  return {
    id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    priceId: items.data[0]!.price.id,
    status,
    trialEndsAt: instant(trial_end ?? 0),
    monthlyInCents: monthlyOf(subscription),
  };
};

function monthlyOf({ items }: Stripe.Subscription): number {
  const { price, quantity } = items.data[0]!;
  return (price.unit_amount ?? 0) * (quantity ?? 1);
}

/** The subscription's card, or else the customer's default. */
async function cardOf(stripe: Stripe, { default_payment_method: own, customer }: Stripe.Subscription) {
  const method = own ?? defaultPaymentMethodOf(customer);
  if (!method) return { card: null, paymentMethodId: null };
  const { id, card } = typeof method === 'string' ? await stripe.paymentMethods.retrieve(method) : method;
  return { card: card ? storedCard(card) : null, paymentMethodId: id };
}

/** The customer's default payment method; null for a deleted customer. */
const defaultPaymentMethodOf = (customer: Stripe.Subscription['customer']) =>
  typeof customer === 'string' || customer.deleted ? null : customer.invoice_settings.default_payment_method;

/** Where the provider names no reason: there was no card to charge, for example. */
const NO_REASON = 'no_reason_given';

/** An invoice has no reason of its own. A restricted key may not be allowed to read the one of its payments. */
async function refusalOf(stripe: Stripe, { id, status, attempt_count }: Stripe.Invoice): Promise<string | null> {
  if (attempt_count === 0 || (status !== 'open' && status !== 'uncollectible')) return null;
  const { data } = await stripe.invoicePayments
    .list({ invoice: id, expand: ['data.payment.payment_intent'] })
    .catch(withoutPermission);
  return declineReasonOf(
    data.map(({ payment }) => payment.payment_intent).filter((intent) => typeof intent === 'object'),
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

function withoutPermission(error: unknown): { data: Stripe.InvoicePayment[] } {
  if (error instanceof Stripe.errors.StripePermissionError) return { data: [] };
  throw error;
}

/** Plan and period are those of the month it is for, not of a proration; an invoice of prorations alone is for the newest plan. */
function invoiceOf(invoice: Stripe.Invoice, lines: Stripe.InvoiceLineItem[]): Omit<ProviderInvoice, 'declinedWith'> {
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
    lines: lines.map(lineOf),
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
const instant = (seconds: number): Date => new Date(seconds * 1000);
