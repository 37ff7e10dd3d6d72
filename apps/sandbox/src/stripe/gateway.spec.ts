import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ajv } from 'ajv';
import type Stripe from 'stripe';
import { aPrice, aSandbox, aSavedCard, type Sandbox, typeCard } from '../sandbox.fixture.ts';
import { packageFile } from '../settings.ts';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await aSandbox()));
afterAll(() => sandbox.stop());

const refusedWith = (fields: object) => expect.objectContaining(fields);
const anIntent = async () => {
  const { stripe } = sandbox;
  const customer = await stripe.customers.create({ email: 'leader@example.org' });
  return stripe.setupIntents.create({ customer: customer.id, allowed_payment_method_types: ['card'] });
};

it('the schemas generated from the types are valid', () => {
  const schemas = JSON.parse(readFileSync(packageFile('schemas/stripe.generated.json'), 'utf8'));
  expect(new Ajv({ strict: false }).validateSchema(schemas)).toBe(true);
});

describe('prices', () => {
  it('are found by lookup key, which moves to a new price only on request', async () => {
    const { stripe } = sandbox;
    const product = await stripe.products.create({ name: 'Growth' });
    const terms = {
      product: product.id,
      currency: 'usd',
      recurring: { interval: 'month' as const },
      lookup_key: 'tier_20_49',
    };
    await stripe.prices.create({ ...terms, unit_amount: 3999 });
    await expect(stripe.prices.create({ ...terms, unit_amount: 4999 })).rejects.toEqual(
      refusedWith({ statusCode: 400 }),
    );
    const fresh = await stripe.prices.create({ ...terms, unit_amount: 4999, transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: ['tier_20_49'], active: true });
    expect(data.map(({ id }) => id)).toEqual([fresh.id]);
  });

  it('and products that are archived are refused for what is new, and kept by what has them', async () => {
    const { stripe } = sandbox;
    const { customer, card } = await aSavedCard(sandbox);
    const archived = async (archive: (price: Stripe.Price) => Promise<unknown>) => {
      const price = await aPrice(sandbox);
      const terms = { customer, items: [{ price: price.id }], default_payment_method: card, trial_period_days: 30 };
      const { id } = await stripe.subscriptions.create(terms);
      const other = await stripe.subscriptions.create({ ...terms, items: [{ price: (await aPrice(sandbox)).id }] });
      await archive(price);
      const items = [{ id: other.items.data[0]!.id, price: price.id }];
      const refusals = await Promise.all(
        [
          stripe.subscriptions.create(terms),
          stripe.subscriptions.update(other.id, { items }),
          stripe.invoices.createPreview({ subscription: other.id, subscription_details: { items } }),
        ].map((call) =>
          call.then(
            () => 'done',
            ({ message }: Error) => message.replace(price.id, 'price'),
          ),
        ),
      );
      expect(new Set(refusals).size).toBe(1);
      expect((await stripe.subscriptions.retrieve(id)).items.data[0]!.price.id).toBe(price.id);
      return { refusal: refusals[0], price: await stripe.prices.retrieve(price.id) };
    };
    expect(await archived(({ id }) => stripe.prices.update(id, { active: false }))).toMatchObject({
      refusal: 'The price specified is inactive. This field only accepts active prices.',
      price: { active: false },
    });
    const product = ({ product: id }: Stripe.Price) => stripe.products.update(id as string, { active: false });
    expect(await archived(product)).toMatchObject({
      refusal: 'The price `price` is not available to be purchased because its product is not active.',
      price: { active: true },
    });
  });

  it('that are archived are listed on request only', async () => {
    const { stripe } = sandbox;
    const { id, product } = await aPrice(sandbox);
    await stripe.prices.update(id, { active: false });
    const listed = async (params: Stripe.PriceListParams) =>
      (await stripe.prices.list({ product: product as string, ...params })).data.length;
    expect([await listed({}), await listed({ active: true }), await listed({ active: false })]).toEqual([0, 0, 1]);
  });
});

describe('idempotency', () => {
  it('replays the first answer of a key', async () => {
    const { stripe } = sandbox;
    const options = { idempotencyKey: 'trial:1:customer:v1' };
    const first = await stripe.customers.create({ email: 'a@example.org' }, options);
    const again = await stripe.customers.create({ email: 'a@example.org' }, options);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('refuses a key with other parameters', async () => {
    const { stripe } = sandbox;
    await stripe.customers.create({ email: 'a@example.org' }, { idempotencyKey: 'k2' });
    await expect(stripe.customers.create({ email: 'b@example.org' }, { idempotencyKey: 'k2' })).rejects.toEqual(
      refusedWith({ statusCode: 400, type: 'StripeIdempotencyError' }),
    );
  });

  it('replays a stored 500', async () => {
    const { stripe, fault } = sandbox;
    await fault({ match: 'POST /v1/customers', mode: '500', times: 1 });
    const create = () => stripe.customers.create({ email: 'c@example.org' }, { idempotencyKey: 'k3' });
    await expect(create()).rejects.toEqual(refusedWith({ statusCode: 500 }));
    await expect(create()).rejects.toEqual(refusedWith({ statusCode: 500 }));
  });

  it('answers 409 while the first call of a key is running', async () => {
    const { stripe, fault, heal } = sandbox;
    await fault({ match: 'POST /v1/customers', mode: 'hold-before' });
    const create = () => stripe.customers.create({ email: 'd@example.org' }, { idempotencyKey: 'k4' });
    const first = create();
    while ((await sandbox.get<{ fired: number }[]>('faults'))[0]?.fired !== 1);
    await expect(create()).rejects.toEqual(refusedWith({ statusCode: 409 }));
    await heal();
    await expect(first).resolves.toHaveProperty('object', 'customer');
  });
});

describe('strictness', () => {
  it.each([
    ['an unknown parameter', { trail_end: 1 }, 'parameter_unknown'],
    ['a typo inside a nested one', { items: [{ prize: 'x' }] }, 'parameter_unknown'],
    ['no customer', {}, 'parameter_missing'],
  ])('refuses a subscription with %s', async (_, params, code) => {
    await expect(sandbox.stripe.subscriptions.create(params as never)).rejects.toEqual(
      refusedWith({ statusCode: 400, code }),
    );
  });

  it('refuses payment_method_types with the code of this API version', async () => {
    await expect(sandbox.stripe.setupIntents.create({ payment_method_types: ['card'] } as never)).rejects.toEqual(
      refusedWith({ code: 'payment_method_types_no_longer_supported' }),
    );
  });

  it('refuses live keys, and limits a publishable key to the calls of a browser', async () => {
    const post = async (key: string) =>
      (await fetch(`${sandbox.url}/v1/customers`, { method: 'POST', headers: { authorization: `Bearer ${key}` } }))
        .status;
    expect([await post('sk_live_1'), await post('pk_test_1'), await post('nonsense')]).toEqual([401, 403, 401]);
  });

  it('refuses a plan change that would add a second item', async () => {
    const { customer, card } = await aSavedCard(sandbox);
    const [small, large] = [await aPrice(sandbox), await aPrice(sandbox, 3999)];
    const { stripe } = sandbox;
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: small.id }],
      default_payment_method: card,
      trial_period_days: 30,
    });
    await expect(stripe.subscriptions.update(subscription.id, { items: [{ price: large.id }] })).rejects.toEqual(
      refusedWith({ statusCode: 400 }),
    );
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]!.id, price: large.id }],
    });
    expect(changed.trial_end).toBe(subscription.trial_end);
    expect(changed.items.data.map(({ price }) => price.unit_amount)).toEqual([3999]);
  });
});

describe('test cards', () => {
  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
  ])('%s is refused when it is saved', async (number, code, declineCode) => {
    const intent = await anIntent();
    const { status, body } = await typeCard(sandbox.url, intent.client_secret!, number);
    expect(status).toBe(402);
    expect(body['error']).toMatchObject({
      type: 'card_error',
      code,
      setup_intent: { status: 'requires_payment_method' },
    });
    expect(body['error'].decline_code).toBe(declineCode);
  });

  it.each(['4242424242424242', '5555555555554444', '4000000000000341'])('%s is saved and attached', async (number) => {
    const intent = await anIntent();
    await typeCard(sandbox.url, intent.client_secret!, number);
    const saved = await sandbox.stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] });
    expect(saved).toMatchObject({
      status: 'succeeded',
      payment_method: { customer: intent.customer, card: { last4: number.slice(-4) } },
    });
  });

  it.each([
    ['complete', 'succeeded', null],
    ['fail', 'requires_payment_method', 'setup_intent_authentication_failure'],
  ])('4000002500003155 requires 3-D Secure; %s ends in %s', async (outcome, status, code) => {
    const intent = await anIntent();
    const { body } = await typeCard(sandbox.url, intent.client_secret!, '4000002500003155');
    expect(body['status']).toBe('requires_action');
    await fetch(body['next_action'].use_stripe_sdk.stripe_js, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
    });
    const after = await sandbox.stripe.setupIntents.retrieve(intent.id);
    expect([after.status, after.last_setup_error?.code ?? null]).toEqual([status, code]);
  });

  it('of a deleted customer is not saved, before or after 3-D Secure', async () => {
    const [plain, asked] = [await anIntent(), await anIntent()];
    const { body } = await typeCard(sandbox.url, asked.client_secret!, '4000002500003155');
    for (const { customer } of [plain, asked]) await sandbox.stripe.customers.del(customer as string);
    const refusal = await typeCard(sandbox.url, plain.client_secret!, '4242424242424242');
    expect(refusal).toMatchObject({ status: 400, body: { error: { code: 'resource_missing' } } });
    const complete = new URLSearchParams({ outcome: 'complete' });
    await fetch(body['next_action'].use_stripe_sdk.stripe_js, { method: 'POST', body: complete });
    expect((await sandbox.stripe.setupIntents.retrieve(asked.id)).status).toBe('requires_payment_method');
  });

  it('refuses a wrong client secret', async () => {
    const intent = await anIntent();
    expect((await typeCard(sandbox.url, `${intent.id}_secret_wrong`, '4242424242424242')).status).toBe(400);
  });
});
