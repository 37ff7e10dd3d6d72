/** Cards and checkouts at the sandbox's Stripe, and the consent before a card. */
import { civilDay, CONSENT_VERSION, planOf, type TierId, type TrialConsentBody } from '@lampstand/contracts';
import type { Stack } from '../support/index.ts';

export const CARDS = { good: '4242424242424242', declined: '4000000000000002', declinesLater: '4000000000000341' };

type Where = Pick<Stack, 'sandboxUrl'>;

/** Calls Stripe's API: GET without `params`, else POST. Uses the secret key unless another is given. */
export async function stripe(
  { sandboxUrl }: Where,
  path: string,
  params?: Record<string, string>,
  key = 'sk_test_sandbox',
): Promise<any> {
  const answer = await fetch(`${sandboxUrl}/v1/${path}`, {
    method: params ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}` },
    ...(params && { body: new URLSearchParams(params) }),
  });
  return answer.json();
}

/** Deletes a customer, or cancels a subscription, as in Stripe's dashboard. */
export async function deleteAtStripe({ sandboxUrl }: Where, path: string): Promise<void> {
  const headers = { authorization: 'Bearer sk_test_sandbox' };
  const { ok, status } = await fetch(`${sandboxUrl}/v1/${path}`, { method: 'DELETE', headers });
  if (!ok) throw new Error(`${path} was not deleted: ${status}`);
}

/** Submits a card to the form of `clientSecret`, as the browser does. It expires nine years after the sandbox's date. */
export const typeCard = async (where: Where, clientSecret: string, number = CARDS.good): Promise<any> =>
  stripe(
    where,
    `setup_intents/${idOf(clientSecret)}/confirm`,
    {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': String((await yearOf(where)) + 9),
      'payment_method_data[card][cvc]': '123',
    },
    'pk_test_sandbox',
  );

const yearOf = async ({ sandboxUrl }: Where): Promise<number> => {
  const { now } = (await (await fetch(`${sandboxUrl}/_sandbox/clock`)).json()) as { now: string };
  return new Date(now).getUTCFullYear();
};

/** What a page sends at the press of its button. `trialEndsAt` is what the page displays. */
export function aConsent({
  selectedPlan = 'tier_1_19',
  trialEndsAt = new Date(Date.now() + 30 * 86_400_000).toISOString(),
  ...given
}: Partial<Omit<TrialConsentBody, 'trialId'>> & { trialEndsAt?: string } = {}) {
  return {
    selectedPlan,
    amountInCents: planOf(selectedPlan satisfies TierId).amountInCents,
    firstChargeOn: civilDay(new Date(trialEndsAt), 'America/Chicago'),
    consentVersion: CONSENT_VERSION,
    formId: 'a-form-of-a-test',
    setupIntentId: 'seti_1',
    ...given,
  };
}

export const idOf = (clientSecret: string): string => clientSecret.split('_secret_')[0]!;

/** A card form of a trial, created at Stripe and not through the product. */
export async function anOpenCardForm(
  where: Where,
  trialId: number,
): Promise<Record<'customerId' | 'clientSecret', string>> {
  const customer = await stripe(where, 'customers', { 'metadata[trial_id]': String(trialId) });
  const intent = await stripe(where, 'setup_intents', {
    customer: customer.id,
    usage: 'off_session',
    'allowed_payment_method_types[0]': 'card',
    'metadata[trial_id]': String(trialId),
  });
  return { customerId: customer.id, clientSecret: intent.client_secret };
}

/** A card stored at Stripe for a trial, without the product: its customer, setup intent and payment method. */
export async function aStoredCard(
  where: Where,
  trialId: number,
): Promise<Record<'customerId' | 'setupIntentId' | 'paymentMethodId', string>> {
  const { customerId, clientSecret } = await anOpenCardForm(where, trialId);
  const { payment_method: paymentMethodId } = await typeCard(where, clientSecret);
  return { customerId, setupIntentId: idOf(clientSecret), paymentMethodId };
}

/** A hosted checkout of a trial's customer. Completed with a good card unless `open`. */
export async function aCheckout(where: Where, trialId: number, customerId: string, { open = false } = {}) {
  const session = await stripe(where, 'checkout/sessions', {
    mode: 'setup',
    currency: 'usd',
    customer: customerId,
    client_reference_id: String(trialId),
    'allowed_payment_method_types[0]': 'card',
    'setup_intent_data[metadata][trial_id]': String(trialId),
    success_url: 'http://localhost/trial/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost/trial',
  });
  if (!open) {
    const intent = await stripe(where, `setup_intents/${session.setup_intent}`);
    await typeCard(where, intent.client_secret);
  }
  return session.id as string;
}
