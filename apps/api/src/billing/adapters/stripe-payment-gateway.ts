import type Stripe from 'stripe';
import type { Settings } from '../../platform/config/index.ts';
import {
  type CatalogueEntry,
  type CustomerDetails,
  type Installation,
  PaymentGateway,
  type PriceChange,
  type ProviderEvent,
  type SubscribeInput,
} from '../payment-gateway.ts';
import { StripeCardSetups } from './stripe-card-setups.ts';
import { createStripe, mapStripeErrors } from './stripe-client.ts';
import { customerOfDispute } from './stripe-disputes.ts';
import { StripeHealthCheck } from './stripe-health-check.ts';
import { StripePrices } from './stripe-prices.ts';
import { StripeSubscriptions } from './stripe-subscriptions.ts';

/** Stripe behind the port. The other adapters of this folder make the calls. */
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

  createCustomer = (details: CustomerDetails) => mapStripeErrors(this.cards.createCustomer(details));
  updateCustomer: PaymentGateway['updateCustomer'] = (id, contact) =>
    mapStripeErrors(this.cards.updateCustomer(id, contact));
  createCardSetup = (trialId: number, customerId: string, attempt: string) =>
    mapStripeErrors(this.cards.create(trialId, customerId, attempt));
  findCardSetup = (id: string) => mapStripeErrors(this.cards.find(id));
  cancelCardSetup = (id: string) => mapStripeErrors(this.cards.cancel(id));
  closeCheckouts = (customerId: string) => mapStripeErrors(this.cards.closeCheckouts(customerId));
  createCheckout: PaymentGateway['createCheckout'] = (...session) =>
    mapStripeErrors(this.cards.createCheckout(...session));
  findCheckout = (id: string) => mapStripeErrors(this.cards.findCheckout(id));
  deleteCustomer = (customerId: string, paymentMethodId: string | null) =>
    mapStripeErrors(this.cards.deleteCustomer(customerId, paymentMethodId));
  eraseCustomer = (trialId: number, email: string, customerId: string | null) =>
    mapStripeErrors(this.cards.eraseCustomer(trialId, email, customerId));
  subscribe = (input: SubscribeInput) => mapStripeErrors(this.subscriptions.subscribe(input));
  changePrice = (id: string, priceId: string, change: PriceChange = {}) =>
    mapStripeErrors(this.subscriptions.changePrice(id, priceId, change));
  previewPrice = (id: string, priceId: string, prorationDate: Date) =>
    mapStripeErrors(this.subscriptions.previewPrice(id, priceId, prorationDate));
  previewReactivation: PaymentGateway['previewReactivation'] = (customerId, priceId) =>
    mapStripeErrors(this.subscriptions.previewReactivation(customerId, priceId));
  reactivate: PaymentGateway['reactivate'] = (input) => mapStripeErrors(this.subscriptions.reactivate(input));
  findSubscription: PaymentGateway['findSubscription'] = (id, customerId) =>
    mapStripeErrors(this.subscriptions.read(id, customerId));
  cancelAtEnd = (id: string, ends: boolean) => mapStripeErrors(this.subscriptions.cancelAtEnd(id, ends));
  pausePayments = (id: string) => mapStripeErrors(this.subscriptions.pausePayments(id));
  resumePayments = (id: string, at: Date) => mapStripeErrors(this.subscriptions.resumePayments(id, at));
  cancelNow = (id: string) => mapStripeErrors(this.subscriptions.cancelNow(id));
  moveTrialEnd = (id: string, at: Date) => mapStripeErrors(this.subscriptions.moveTrialEnd(id, at));
  payWithNewestCard = (id: string) => mapStripeErrors(this.subscriptions.payWithNewestCard(id));
  payInvoice = (id: string, attempt: string) => mapStripeErrors(this.subscriptions.payInvoice(id, attempt));
  refundInvoice: PaymentGateway['refundInvoice'] = (...refund) =>
    mapStripeErrors(this.subscriptions.refundInvoice(...refund));
  customerOfDispute = (id: string) => mapStripeErrors(customerOfDispute(this.stripe, id));
  voidOpenInvoices = (id: string) => mapStripeErrors(this.subscriptions.voidOpenInvoices(id));
  openCardPortal = (customerId: string, returnTo: { back: string; done: string }) =>
    mapStripeErrors(this.cards.openPortal(customerId, returnTo));
  provisionPrices = (catalogue: CatalogueEntry[]) => mapStripeErrors(this.prices.provision(catalogue));

  checkHealth = (wanted: Installation) => new StripeHealthCheck(this.stripe, this.settings).run(wanted);

  readEvent(rawBody: Buffer, signature: string, at: Date): ProviderEvent {
    const { id, type, data, created } = this.verify(rawBody, signature, at);
    const object = data.object as { id?: string; object: string; customer?: string | { id: string } | null };
    // A card that was removed has a customer no more; the event says whose it was.
    const before = (data.previous_attributes ?? {}) as Pick<typeof object, 'customer'>;
    const owner = object.object === 'customer' ? object.id : (object.customer ?? before.customer);
    return {
      id,
      type,
      objectId: object.id ?? '',
      customerId: (typeof owner === 'string' ? owner : owner?.id) ?? null,
      createdAt: new Date(created * 1000),
    };
  }

  /** While a secret is rotated the older one is valid, too. */
  private verify(rawBody: Buffer, signature: string, at: Date): Stripe.Event {
    const [first, ...older] = this.secrets;
    const signedWith = (secret: string) =>
      this.stripe.webhooks.constructEvent(rawBody, signature, secret, undefined, undefined, at.getTime());
    try {
      return signedWith(first!);
    } catch (error) {
      if (!older[0]) throw error;
      return signedWith(older[0]);
    }
  }
}
