import Stripe from 'stripe';
import type { Settings } from '../../platform/config/index.ts';
import {
  type CatalogueEntry,
  type CustomerDetails,
  type Installation,
  type NewsOfProvider,
  PaymentFailed,
  PaymentGateway,
  type PriceChange,
  type Subscribing,
} from '../ports/payment-gateway.ts';
import { StripeCardSetups } from './stripe-card-setups.ts';
import { createStripe } from './stripe-client.ts';
import { StripeExamination } from './stripe-examination.ts';
import { StripePrices } from './stripe-prices.ts';
import { StripeSubscriptions } from './stripe-subscriptions.ts';

/** Stripe behind the port, through its own SDK; the adapters beside this file hold the calls. */
export class StripePaymentGateway extends PaymentGateway {
  private readonly stripe: Stripe;
  private readonly secrets: string[];
  private readonly cards: StripeCardSetups;
  private readonly subscriptions: StripeSubscriptions;
  private readonly prices: StripePrices;

  constructor(private readonly settings: Settings) {
    super();
    this.stripe = createStripe(settings);
    this.secrets = settings.STRIPE_WEBHOOK_SECRETS.split(',');
    this.cards = new StripeCardSetups(this.stripe);
    this.subscriptions = new StripeSubscriptions(this.stripe);
    this.prices = new StripePrices(this.stripe);
  }

  createCustomer = (details: CustomerDetails) => told(this.cards.createCustomer(details));
  createCardSetup = (trialId: number, customerId: string, attempt: string) =>
    told(this.cards.create(trialId, customerId, attempt));
  findCardSetup = (id: string) => told(this.cards.find(id));
  cancelCardSetup = (id: string) => told(this.cards.cancel(id));
  createCheckout = (trialId: number, customerId: string, successUrl: string, cancelUrl: string) =>
    told(this.cards.createCheckout(trialId, customerId, successUrl, cancelUrl));
  findCheckout = (id: string) => told(this.cards.findCheckout(id));
  releaseCard = (customerId: string, paymentMethodId: string | null) =>
    told(this.cards.release(customerId, paymentMethodId));
  forgetCustomer = (trialId: number, email: string, customerId: string | null) =>
    told(this.cards.forgetCustomer(trialId, email, customerId));
  subscribe = (subscribing: Subscribing) => told(this.subscriptions.subscribe(subscribing));
  changePrice = (id: string, priceId: string, how: PriceChange = {}) =>
    told(this.subscriptions.changePrice(id, priceId, how));
  findSubscription = (id: string) => told(this.subscriptions.read(id));
  cancelAtEnd = (id: string, ends: boolean) => told(this.subscriptions.cancelAtEnd(id, ends));
  cancelNow = (id: string) => told(this.subscriptions.cancelNow(id));
  moveTrialEnd = (id: string, at: Date) => told(this.subscriptions.moveTrialEnd(id, at));
  payWithNewestCard = (id: string) => told(this.subscriptions.payWithNewestCard(id));
  openCardPortal = (customerId: string, leadsTo: { back: string; done: string }) =>
    told(this.cards.openPortal(customerId, leadsTo));
  provisionPrices = (catalogue: CatalogueEntry[]) => told(this.prices.provision(catalogue));

  examine = (wanted: Installation) => new StripeExamination(this.stripe, this.settings).examine(wanted);

  readEvent(rawBody: Buffer, signature: string, at: Date): NewsOfProvider {
    const { id, type, data, created } = this.genuine(rawBody, signature, at);
    const object = data.object as { id?: string; object: string; customer?: string | { id: string } | null };
    const owner = object.object === 'customer' ? object.id : object.customer;
    return {
      id,
      type,
      objectId: object.id ?? '',
      customerId: (typeof owner === 'string' ? owner : owner?.id) ?? null,
      createdAt: new Date(created * 1000),
    };
  }

  /** While a secret is being rotated, the older one still counts. */
  private genuine(rawBody: Buffer, signature: string, at: Date): Stripe.Event {
    const [first, ...older] = this.secrets;
    const signedWith = (secret: string) =>
      this.stripe.webhooks.constructEvent(rawBody, signature, secret, undefined, undefined, at.getTime());
    try {
      return signedWith(first!);
    } catch (refused) {
      if (!older[0]) throw refused;
      return signedWith(older[0]);
    }
  }
}

async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isSpent(error) ? new PaymentFailed(error.code ?? 'failed') : error;
  }
}

/**
 * The idempotency key is of no more use, so the caller needs a new attempt: Stripe keeps a failure of its own under it
 * and would replay it, or the key was first used for something else, such as the same person with another e-mail.
 */
const isSpent = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeAPIError ||
  (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400);
