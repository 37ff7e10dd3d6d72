import Stripe from 'stripe';
import {
  PaymentRefused,
  type PriceChange,
  type ProviderSubscription,
  type Subscribing,
  type TrialSubscription,
} from '../ports/payment-gateway.ts';
import { defaultOf, readSubscription, trialSubscriptionOf as told } from './stripe-subscription-reading.ts';

const OVER = new Set(['canceled', 'incomplete_expired']);

/** Subscriptions with a free trial. The trial's end is fixed by us before the call, so a repeated call is the same call. */
export class StripeSubscriptions {
  constructor(private readonly stripe: Stripe) {}

  /** Looks before it creates: an idempotency key lives a day, a subscription for years. */
  async subscribe(subscribing: Subscribing): Promise<TrialSubscription> {
    try {
      const existing = await this.find(subscribing.customerId);
      return existing ?? (await this.create(subscribing));
    } catch (error) {
      throw isDefinite(error) ? new PaymentRefused(error.code ?? 'refused') : error;
    }
  }

  async changePrice(id: string, price: string, { from, once }: PriceChange): Promise<TrialSubscription> {
    const subscription = await this.stripe.subscriptions.retrieve(id);
    const item = subscription.items.data[0]!;
    if (item.price.id === price) return told(subscription);
    const proration_behavior =
      subscription.status === 'trialing' || from === 'nextPeriod' ? 'none' : 'create_prorations';
    // Without the item's id Stripe would add a second item: a double price.
    const change: Stripe.SubscriptionUpdateParams = { items: [{ id: item.id, price }], proration_behavior };
    return told(await this.stripe.subscriptions.update(id, change, once ? { idempotencyKey: once } : undefined));
  }

  read(id: string): Promise<ProviderSubscription> {
    return readSubscription(this.stripe, id);
  }

  async cancelAtEnd(id: string, ends: boolean): Promise<void> {
    await this.stripe.subscriptions.update(id, { cancel_at_period_end: ends }).catch(refusedOnceOver);
  }

  async cancelNow(id: string): Promise<void> {
    const { status } = await this.stripe.subscriptions.retrieve(id);
    if (!OVER.has(status)) await this.stripe.subscriptions.cancel(id);
  }

  async moveTrialEnd(id: string, trialEndsAt: Date): Promise<void> {
    const trial_end = secondsOf(trialEndsAt);
    await this.stripe.subscriptions.update(id, { trial_end, proration_behavior: 'none' }).catch(refusedOnceOver);
  }

  /** The portal sets the customer's card; a subscription with one of its own would go on with that. */
  async payWithNewestCard(id: string): Promise<void> {
    const { customer, default_payment_method, status } = await this.stripe.subscriptions.retrieve(id, {
      expand: ['customer'],
    });
    const chosen = idOf(defaultOf(customer));
    if (!chosen || OVER.has(status) || chosen === idOf(default_payment_method)) return;
    await this.stripe.subscriptions.update(id, { default_payment_method: chosen });
    const { data } = await this.stripe.invoices.list({ subscription: id, status: 'open', limit: 10 });
    for (const { id: invoice } of data) await this.stripe.invoices.pay(invoice).catch(unlessDeclined);
  }

  private async find(customer: string): Promise<TrialSubscription | undefined> {
    const { data } = await this.stripe.subscriptions.list({ customer, status: 'all', limit: 10 });
    const live = data.find(({ status }) => !OVER.has(status));
    return live && told(live);
  }

  private async create({
    trialId,
    customerId,
    email,
    paymentMethodId,
    priceId,
    trialEndsAt,
    attempt,
  }: Subscribing): Promise<TrialSubscription> {
    await this.stripe.customers.update(customerId, {
      email,
      invoice_settings: { default_payment_method: paymentMethodId },
    });
    const subscription = await this.stripe.subscriptions.create(
      {
        customer: customerId,
        items: [{ price: priceId, quantity: 1 }],
        default_payment_method: paymentMethodId,
        trial_end: secondsOf(trialEndsAt),
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        // What is credited for a change of plan is what was charged for it, on every account.
        billing_mode: { type: 'flexible' },
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: { trial_id: String(trialId) },
      },
      { idempotencyKey: `trial:${trialId}:subscription:${attempt}` },
    );
    return told(subscription);
  }
}

/** Stripe counts time in whole seconds; rounded up, so that no trial is shorter than 30 days. */
const secondsOf = (at: Date): number => Math.ceil(at.getTime() / 1000);

/** The card was refused, or is gone: asking again changes nothing. Everything else may pass or is ours to mend. */
const isDefinite = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeCardError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && /payment_method|customer/.test(error.param ?? ''));

const idOf = (reference: string | { id: string } | null): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

function refusedOnceOver(error: unknown): never {
  throw error instanceof Stripe.errors.StripeInvalidRequestError ? new PaymentRefused(error.code ?? 'over') : error;
}

/** The new card may be refused as well: then the invoice stays open, as the provider's own tries would leave it. */
function unlessDeclined(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError)
    return undefined;
  throw error;
}
