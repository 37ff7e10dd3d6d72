/** A customer that is deleted: https://docs.stripe.com/api/customers/delete */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aSandbox, aTrial, type Sandbox, typeCard } from '../sandbox.fixture.ts';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await aSandbox()));
afterAll(() => sandbox.stop());

/** A trial whose customer was deleted. */
async function aDeletedCustomer() {
  const { stripe } = sandbox;
  const { id, customer, default_payment_method: card } = await aTrial(sandbox);
  await stripe.customers.del(customer as string);
  return { subscription: id, customer: customer as string, card: card as string };
}

it('ends its subscriptions at once, and removes its cards', async () => {
  const { subscription, customer, card } = await aDeletedCustomer();
  const { stripe } = sandbox;
  expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
    status: 'canceled',
    ended_at: expect.any(Number),
    default_payment_method: null,
  });
  expect((await stripe.paymentMethods.retrieve(card)).customer).toBeNull();
  const { data } = await stripe.events.list({ limit: 3 });
  expect(data.map(({ type }) => type).reverse()).toEqual([
    'customer.subscription.deleted',
    'payment_method.detached',
    'customer.deleted',
  ]);
  expect(await stripe.customers.retrieve(customer)).toEqual({ id: customer, object: 'customer', deleted: true });
});

it('is missing for every call that uses it, which names it in the message', async () => {
  const { customer, card } = await aDeletedCustomer();
  const { stripe } = sandbox;
  const uses: Record<string, Promise<unknown>> = {
    'setup intent': stripe.setupIntents.create({ customer }),
    checkout: stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      customer,
      success_url: 'https://example.org',
    }),
    portal: stripe.billingPortal.sessions.create({
      customer,
      return_url: 'https://example.org',
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: 'https://example.org' } },
      },
    }),
    'list of subscriptions': stripe.subscriptions.list({ customer }),
    'list of invoices': stripe.invoices.list({ customer }),
    'list of checkouts': stripe.checkout.sessions.list({ customer }),
    card: stripe.paymentMethods.attach(card, { customer }),
  };
  for (const [use, call] of Object.entries(uses))
    await expect(call, use).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
      message: `No such customer: '${customer}'`,
    });
  const update = stripe.customers.update(customer, { name: 'Mary' });
  await expect(update).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' });
});

it('leaves its setup intents, which take no card any more', async () => {
  const { stripe } = sandbox;
  const { id: customer } = await stripe.customers.create({});
  const intent = await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card'] });
  await stripe.customers.del(customer);
  const read = await stripe.setupIntents.retrieve(intent.id, { expand: ['customer'] });
  expect(read).toMatchObject({ status: 'requires_payment_method', customer: { id: customer, deleted: true } });
  const refused = await typeCard(sandbox.url, intent.client_secret!, '4242424242424242');
  expect(refused.body['error']).toMatchObject({ code: 'resource_missing', param: 'customer' });
  expect((await stripe.setupIntents.cancel(intent.id)).status).toBe('canceled');
});
