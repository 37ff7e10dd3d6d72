import { TIER_IDS } from '@lampstand/contracts';
import type Stripe from 'stripe';
import { type CardSetup, type CheckoutOffer, type CustomerDetails, CustomerGone } from '../payment-gateway.ts';
import { idOf, ignoreMissing, storedCard } from './stripe-client.ts';

const CARD: Stripe.SetupIntentCreateParams['allowed_payment_method_types'] = ['card'];
const OPEN = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing']);

/** Customers, setup intents and hosted checkouts. The customer exists before the setup intent. */
export class StripeCardSetups {
  constructor(private readonly stripe: Stripe) {}

  /** Looks before it creates: an earlier attempt may have created the customer and lost the answer. */
  async createCustomer({ trialId, email, name, phone, attempt }: CustomerDetails): Promise<string> {
    const [existing] = await this.customersOf(trialId, email);
    if (existing) return existing;
    const customer = await this.stripe.customers.create(
      { email, name, phone: `+1${phone}`, metadata: { trial_id: String(trialId) } },
      { idempotencyKey: `trial:${trialId}:customer:${attempt}` },
    );
    return customer.id;
  }

  async updateCustomer(id: string, { email, phone }: { email: string; phone: string }): Promise<void> {
    await this.stripe.customers.update(id, { email, phone: `+1${phone}` }).catch(ignoreMissing);
  }

  private async customersOf(trialId: number, email: string): Promise<string[]> {
    const { data } = await this.stripe.customers.list({ email, limit: 100 });
    return data.filter(({ metadata }) => metadata.trial_id === String(trialId)).map(({ id }) => id);
  }

  /**
   * Also deletes customers found by email: an attempt whose answer was lost may have created one whose id we do not
   * know.
   */
  async eraseCustomer(trialId: number, email: string, known: string | null): Promise<void> {
    const found = await this.customersOf(trialId, email);
    for (const id of new Set([...(known ? [known] : []), ...found]))
      await this.stripe.customers.del(id).catch(ignoreMissing);
  }

  async create(trialId: number, customer: string, attempt: string): Promise<{ id: string; clientSecret: string }> {
    const intent = await this.stripe.setupIntents.create(
      { customer, usage: 'off_session', allowed_payment_method_types: CARD, metadata: { trial_id: String(trialId) } },
      { idempotencyKey: `trial:${trialId}:setup_intent:${attempt}` },
    );
    return { id: intent.id, clientSecret: intent.client_secret! };
  }

  async find(id: string): Promise<CardSetup> {
    const expand = ['payment_method', 'customer'];
    const intent = await this.stripe.setupIntents.retrieve(id, { expand }).catch(ignoreMissing);
    if (!intent) return { outcome: 'over' };
    // Stripe keeps the setup intent, but takes no card for it any more, and has removed one that it took.
    if (typeof intent.customer === 'object' && intent.customer?.deleted) throw new CustomerGone(intent.customer.id);
    const trialId = Number(intent.metadata?.trial_id);
    if (OPEN.has(intent.status)) {
      const { decline_code, code } = intent.last_setup_error ?? {};
      return {
        outcome: 'open',
        clientSecret: intent.client_secret!,
        trialId,
        declinedWith: decline_code ?? code,
        awaitsBank: intent.status === 'requires_action',
      };
    }
    const method = intent.payment_method;
    const customer = idOf(intent.customer);
    if (intent.status !== 'succeeded' || !customer || !method || typeof method === 'string') return { outcome: 'over' };
    const { card } = method;
    return {
      outcome: 'saved',
      saved: {
        setupIntentId: id,
        customerId: customer,
        trialId,
        paymentMethodId: method.id,
        fingerprint: card?.fingerprint ?? null,
        card: card ? storedCard(card) : { brand: 'card', last4: '' },
        ...offerIn(intent.metadata),
      },
    };
  }

  async cancel(id: string): Promise<void> {
    const intent = await this.stripe.setupIntents.retrieve(id).catch(ignoreMissing);
    if (intent && OPEN.has(intent.status)) await this.stripe.setupIntents.cancel(id);
  }

  async createCheckout(
    trialId: number,
    customer: string,
    { back, done }: { back: string; done: string },
    { plan, offeredAt, text }: CheckoutOffer & { text: string },
  ): Promise<{ id: string; url: string }> {
    const session = await this.stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      customer,
      client_reference_id: String(trialId),
      allowed_payment_method_types: CARD as never,
      setup_intent_data: { metadata: { trial_id: String(trialId), plan, offered_at: offeredAt.toISOString() } },
      custom_text: { submit: { message: text } },
      success_url: done,
      cancel_url: back,
    });
    return { id: session.id, url: session.url! };
  }

  /** Ignores a session that is completed or expired by the time of the call. */
  async closeCheckouts(customer: string): Promise<void> {
    const { data } = await this.stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
    for (const { id } of data) await this.stripe.checkout.sessions.expire(id).catch(ignoreUnusable);
  }

  async findCheckout(id: string): Promise<{ trialId: number; setupIntentId: string } | undefined> {
    const session = await this.stripe.checkout.sessions.retrieve(id).catch(ignoreMissing);
    const setupIntentId = idOf(session?.setup_intent);
    const trialId = Number(session?.client_reference_id);
    return session?.status === 'complete' && setupIntentId && trialId ? { trialId, setupIntentId } : undefined;
  }

  async openPortal(customer: string, { back, done }: { back: string; done: string }): Promise<string> {
    const session = await this.stripe.billingPortal.sessions.create({
      customer,
      return_url: back,
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: done } },
      },
    });
    return session.url;
  }

  async deleteCustomer(customerId: string, paymentMethodId: string | null): Promise<void> {
    if (paymentMethodId) await this.stripe.paymentMethods.detach(paymentMethodId).catch(ignoreUnusable);
    await this.stripe.customers.del(customerId).catch(ignoreMissing);
  }
}

function offerIn(metadata: Stripe.Metadata | null): { offer?: CheckoutOffer } {
  const { plan, offered_at: offeredAt } = metadata ?? {};
  const tier = TIER_IDS.find((each) => each === plan);
  return tier && offeredAt ? { offer: { plan: tier, offeredAt: new Date(offeredAt) } } : {};
}

/** A payment method that is detached or gone needs no release; a checkout that is over needs no end. */
function ignoreUnusable(error: unknown): undefined {
  if ((error as { type?: string }).type === 'StripeInvalidRequestError') return undefined;
  throw error;
}
