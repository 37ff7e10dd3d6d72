import Stripe from 'stripe';
import type { PaymentPause } from '@lampstand/contracts';
import type { RefundReason } from '@lampstand/contracts/back-office';
import {
  CardDeclined,
  PaymentRefused,
  type PriceChange,
  type PriceChangePreview,
  type ProviderSubscription,
  type ReactivateInput,
  type SubscribeInput,
  type TrialSubscription,
} from '../payment-gateway.ts';
import { idOf, ignoreMissing, storedCard } from './stripe-client.ts';
import { instant, readInvoices } from './stripe-invoices.ts';
import { previewOf } from './stripe-previews.ts';

/** The metadata key for the `pause_collection` that a subscription had before we paused it, as JSON. */
const PAUSE_BEFORE = 'pause_before';

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
      throw error instanceof Stripe.errors.StripeCardError ? new PaymentRefused(error.code ?? 'refused') : error;
    }
  }

  async changePrice(
    id: string,
    price: string,
    { from, prorationDate, idempotencyKey }: PriceChange,
  ): Promise<TrialSubscription> {
    const subscription = await this.stripe.subscriptions.retrieve(id);
    if (subscription.items.data[0]!.price.id === price) return toTrialSubscription(subscription);
    const change = priceChange(subscription, price, from === 'nextPeriod' ? undefined : (prorationDate ?? 'now'));
    return toTrialSubscription(
      await this.stripe.subscriptions.update(id, change, idempotencyKey ? { idempotencyKey } : undefined),
    );
  }

  async previewPrice(id: string, price: string, prorationDate: Date): Promise<PriceChangePreview> {
    const subscription = await this.stripe.subscriptions.retrieve(id);
    return previewOf(this.stripe, {
      subscription: id,
      subscription_details: priceChange(subscription, price, prorationDate),
    });
  }

  previewReactivation(customer: string, price: string): Promise<PriceChangePreview> {
    return previewOf(this.stripe, { customer, subscription_details: { items: itemsOf(price) } });
  }

  /** Looks before it creates: an earlier call may have lost its answer. */
  async reactivate({ trialId, customerId, paymentMethodId, priceId, attempt }: ReactivateInput): Promise<void> {
    if (await runningOf(this.stripe, customerId)) return;
    try {
      await this.stripe.subscriptions.create(
        {
          ...newSubscription({ trialId, customerId, paymentMethodId, priceId }),
          payment_behavior: 'error_if_incomplete',
        },
        { idempotencyKey: `trial:${trialId}:reactivation:${attempt}` },
      );
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError)
        throw new CardDeclined(error.decline_code ?? error.code ?? 'declined');
      throw error;
    }
  }

  /** Once more when an object was deleted between its calls, such as the customer. */
  async read(id: string, customer: string): Promise<ProviderSubscription> {
    try {
      return await readSubscription(this.stripe, id, customer);
    } catch (error) {
      if ((error as { code?: string }).code !== 'resource_missing') throw error;
      return readSubscription(this.stripe, id, customer);
    }
  }

  async cancelAtEnd(id: string, ends: boolean): Promise<void> {
    await this.stripe.subscriptions.update(id, { cancel_at_period_end: ends }).catch(throwRefused);
  }

  /** Stripe goes on charging invoices that are older than the pause, so their automatic collection is turned off. */
  async pausePayments(id: string): Promise<void> {
    const { status, metadata, pause_collection: before } = await this.stripe.subscriptions.retrieve(id);
    if (ENDED.has(status)) return;
    if (!metadata[PAUSE_BEFORE])
      await this.stripe.subscriptions.update(id, {
        pause_collection: { behavior: 'void' },
        metadata: { [PAUSE_BEFORE]: JSON.stringify(before) },
      });
    await this.collectInvoices(id, ['draft', 'open'], false);
  }

  async resumePayments(id: string, at: Date): Promise<void> {
    const { status, metadata } = await this.stripe.subscriptions.retrieve(id);
    const stored = metadata[PAUSE_BEFORE];
    if (ENDED.has(status) || !stored) return;
    const before = JSON.parse(stored) as Stripe.Subscription.PauseCollection | null;
    const ends = before?.resumes_at ?? Infinity;
    await this.collectInvoices(id, before ? ['open'] : ['draft', 'open'], true);
    await this.stripe.subscriptions.update(id, {
      pause_collection:
        before && ends * 1000 > at.getTime()
          ? { behavior: before.behavior, ...(before.resumes_at && { resumes_at: before.resumes_at }) }
          : '',
      metadata: { [PAUSE_BEFORE]: '' },
    });
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

  /** Of a subscription that runs: those of the ones before it. */
  async voidOpenInvoices(id: string): Promise<void> {
    const { status, customer } = await this.stripe.subscriptions.retrieve(id);
    const ended = ENDED.has(status)
      ? [id]
      : (await this.stripe.subscriptions.list({ customer: idOf(customer)!, status: 'canceled', limit: 100 })).data.map(
          (each) => each.id,
        );
    for (const subscription of ended) {
      const { data } = await this.stripe.invoices.list({ subscription, status: 'open', limit: 100 });
      for (const invoice of data) await this.stripe.invoices.voidInvoice(invoice.id);
    }
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

  async refundInvoice(
    invoice: string,
    { amountInCents, reason }: { amountInCents: number; reason: RefundReason },
    idempotencyKey: string,
  ): Promise<void> {
    const { data } = await this.stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 });
    const payment_intent = idOf(data[0]?.payment.payment_intent);
    if (!payment_intent) throw new PaymentRefused('no_payment');
    await this.stripe.refunds
      .create({ payment_intent, amount: amountInCents, reason, metadata: { invoice } }, { idempotencyKey })
      .catch(throwRefused);
  }

  private async collectInvoices(subscription: string, states: ('draft' | 'open')[], auto_advance: boolean) {
    for (const status of states) {
      const { data } = await this.stripe.invoices.list({ subscription, status, limit: 100 });
      for (const each of data)
        if (each.auto_advance !== auto_advance) await this.stripe.invoices.update(each.id, { auto_advance });
    }
  }

  private async find(customer: string): Promise<TrialSubscription | undefined> {
    const running = await runningOf(this.stripe, customer);
    return running && toTrialSubscription(running);
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
        ...newSubscription({ trialId, customerId, paymentMethodId, priceId }),
        trial_end: secondsOf(trialEndsAt),
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      },
      { idempotencyKey: `trial:${trialId}:subscription:${attempt}` },
    );
    return toTrialSubscription(subscription);
  }
}

const itemsOf = (price: string) => [{ price, quantity: 1 }];

type NewSubscription = Pick<SubscribeInput, 'trialId' | 'customerId' | 'paymentMethodId' | 'priceId'>;

const newSubscription = ({ trialId, customerId, paymentMethodId, priceId }: NewSubscription) => ({
  customer: customerId,
  items: itemsOf(priceId),
  default_payment_method: paymentMethodId,
  // Flexible billing credits for a change of plan exactly what was charged for it.
  billing_mode: { type: 'flexible' as const },
  payment_settings: { save_default_payment_method: 'on_subscription' as const },
  metadata: { trial_id: String(trialId) },
});

/** The newest subscription to a plan that has not ended. One whose first invoice was never paid does not count. */
async function runningOf(stripe: Stripe, customer: string): Promise<Stripe.Subscription | undefined> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  for (const each of data)
    if (!ENDED.has(each.status) && each.status !== 'incomplete' && (await isOfPlan(stripe, each))) return each;
  return undefined;
}

/** Other products can be sold to the same customer in the dashboard. */
async function isOfPlan(stripe: Stripe, { metadata, items }: Stripe.Subscription): Promise<boolean> {
  if (metadata['trial_id']) return true;
  const product = await stripe.products.retrieve(idOf(items.data[0]!.price.product)!);
  return product.metadata['tier'] !== undefined;
}

/** A change of the one item's price. The rest of the month is prorated from then on, except in the trial. */
function priceChange({ items, status }: Stripe.Subscription, price: string, proratedFrom: Date | 'now' | undefined) {
  // Without the item's id Stripe would add a second item and charge both.
  const change = { items: [{ id: items.data[0]!.id, price }] };
  if (!proratedFrom || status === 'trialing') return { ...change, proration_behavior: 'none' as const };
  const proration_behavior = 'create_prorations' as const;
  if (proratedFrom === 'now') return { ...change, proration_behavior };
  return { ...change, proration_behavior, proration_date: Math.floor(proratedFrom.getTime() / 1000) };
}

/** Stripe counts whole seconds; rounded up, so that no trial is shorter than 30 days. */
const secondsOf = (at: Date): number => Math.ceil(at.getTime() / 1000);

function throwRefused(error: unknown): never {
  throw error instanceof Stripe.errors.StripeInvalidRequestError ? new PaymentRefused(error.code ?? 'over') : error;
}

/** If the new card is refused as well, the invoice stays open, as after the provider's own retries. */
function ignoreDecline(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError)
    return undefined;
  throw error;
}

/** Reads a subscription with the card that pays and its invoices; of one that has ended, the one that followed it. */
async function readSubscription(stripe: Stripe, known: string, customer: string): Promise<ProviderSubscription> {
  const expand = { expand: ['default_payment_method', 'customer'] };
  const last = await stripe.subscriptions.retrieve(known, expand);
  const next = ENDED.has(last.status) ? await runningOf(stripe, customer).catch(ignoreMissing) : undefined;
  const subscription = next ? await stripe.subscriptions.retrieve(next.id, expand) : last;
  const [invoices, paying, upcoming] = await Promise.all([
    readInvoices(stripe, subscription),
    ENDED.has(subscription.status) ? cardToStartWith(stripe, subscription, customer) : cardOf(stripe, subscription),
    upcomingOf(stripe, subscription),
  ]);
  return {
    ...toTrialSubscription(subscription),
    periodEndsAt: instant(subscription.items.data[0]!.current_period_end),
    cancelAt: subscription.cancel_at ? instant(subscription.cancel_at) : null,
    ...paying,
    ...upcoming,
    pause: pauseOf(subscription),
    invoices,
  };
}

/** Of the status `paused` no end is known; collection that is paused goes on by itself at `resumes_at`. */
function pauseOf({ status, pause_collection: pause }: Stripe.Subscription): PaymentPause | null {
  if (ENDED.has(status)) return null;
  if (status === 'paused') return { until: null };
  return pause && { until: pause.resumes_at ? instant(pause.resumes_at).toISOString() : null };
}

/**
 * Whether Stripe tries to collect the next invoice: not of a subscription that is paused or `unpaid`
 * (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses), and not one that is made before `resumes_at`.
 */
export function isNextInvoiceCollected({
  status,
  pause_collection: pause,
  items,
}: Pick<Stripe.Subscription, 'status' | 'pause_collection' | 'items'>): boolean {
  const next = items.data[0]!.current_period_end;
  return status !== 'paused' && status !== 'unpaid' && !(pause !== null && (pause.resumes_at ?? Infinity) > next);
}

/** Nothing is charged after the end of a subscription; its price is that of its item. */
async function upcomingOf(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Pick<ProviderSubscription, 'nextCharge' | 'monthlyInCents'>> {
  const none = { nextCharge: null, monthlyInCents: monthlyOf(subscription) };
  if (ENDED.has(subscription.status) || !isNextInvoiceCollected(subscription)) return none;
  return previewOf(stripe, { subscription: subscription.id }).catch((error: { code?: string }) => {
    if (error.code === 'invoice_upcoming_none') return none;
    throw error;
  });
}

const toTrialSubscription = (subscription: Stripe.Subscription): TrialSubscription => {
  const { id, customer, items, status, trial_end, start_date } = subscription;
  return {
    id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    priceId: items.data[0]!.price.id,
    status,
    trialEndsAt: instant(trial_end ?? start_date),
    monthlyInCents: monthlyOf(subscription),
  };
};

function monthlyOf({ items }: Stripe.Subscription): number {
  const { price, quantity } = items.data[0]!;
  return (price.unit_amount ?? 0) * (quantity ?? 1);
}

/** After the end: the customer's default, which may be newer, or else the subscription's card if the customer still has it. */
async function cardToStartWith(stripe: Stripe, { default_payment_method: own }: Stripe.Subscription, id: string) {
  const customer = await stripe.customers.retrieve(id);
  const ofCustomer = defaultPaymentMethodOf(customer);
  const isKept = typeof own === 'object' && own !== null && idOf(own.customer) === id;
  return shownCard(stripe, ofCustomer ?? (isKept ? own : null));
}

/** The subscription's card, or else the customer's default. */
const cardOf = (stripe: Stripe, { default_payment_method: own, customer }: Stripe.Subscription) =>
  shownCard(stripe, own ?? defaultPaymentMethodOf(customer));

async function shownCard(stripe: Stripe, method: string | Stripe.PaymentMethod | null) {
  if (!method) return { card: null, paymentMethodId: null };
  const { id, card } = typeof method === 'string' ? await stripe.paymentMethods.retrieve(method) : method;
  return { card: card ? storedCard(card) : null, paymentMethodId: id };
}

/** The customer's default payment method; null for a deleted customer. */
const defaultPaymentMethodOf = (customer: Stripe.Subscription['customer']) =>
  typeof customer === 'string' || customer.deleted ? null : customer.invoice_settings.default_payment_method;
