import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSandbox, aSavedCard, aTrial, type Sandbox, typeCard } from '../sandbox.fixture.ts';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await aSandbox()));
afterAll(() => sandbox.stop());

const BACK = 'https://church.example/plan?card=done';
const FLOW = {
  type: 'payment_method_update' as const,
  after_completion: { type: 'redirect' as const, redirect: { return_url: BACK } },
};
const open = (customer: string, more: object = {}) =>
  sandbox.stripe.billingPortal.sessions.create({ customer, return_url: BACK, flow_data: FLOW, ...more });
const visit = (url: string) => fetch(url, { redirect: 'manual' });
/** The client secret that the page passes to its script. */
const secretOf = async (url: string) => /data-client-secret="([^"]+)"/.exec(await (await visit(url)).text())![1]!;

describe('the billing portal', () => {
  it('saves another card: attached, made the default, with events, and back to the return URL', async () => {
    const { customer, card } = await aSavedCard(sandbox);
    const session = await open(customer);
    expect(session).toMatchObject({ object: 'billing_portal.session', customer, return_url: BACK });
    expect(session.url).toMatch(new RegExp(`^${sandbox.url}/portal/bps_`));
    await typeCard(sandbox.url, await secretOf(session.url), '5555555555554444');

    const { invoice_settings } = (await sandbox.stripe.customers.retrieve(customer)) as any; // eslint-disable-line @typescript-eslint/no-explicit-any
    expect(invoice_settings.default_payment_method).not.toBe(card);
    const method = await sandbox.stripe.paymentMethods.retrieve(invoice_settings.default_payment_method as string);
    expect(method).toMatchObject({ customer, card: { brand: 'mastercard', last4: '4444' } });
    const { data } = await sandbox.stripe.events.list({ limit: 4 });
    expect(data.map(({ type }) => type)).toEqual([
      'customer.updated',
      'setup_intent.succeeded',
      'payment_method.attached',
      'setup_intent.created',
    ]);
    const again = await visit(session.url);
    expect([again.status, again.headers.get('location')]).toEqual([303, BACK]);
  });

  it('keeps the old card when the new one is declined, and accepts the next', async () => {
    const { customer } = await aSavedCard(sandbox);
    const { url } = await open(customer);
    const secret = await secretOf(url);
    const { body } = await typeCard(sandbox.url, secret, '4000000000000002');
    expect(body['error']).toMatchObject({ code: 'card_declined', message: 'Your card was declined.' });
    expect((await sandbox.stripe.customers.retrieve(customer)) as object).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    expect((await visit(url)).status).toBe(200);
    await typeCard(sandbox.url, secret, '4242424242424242');
    expect((await visit(url)).status).toBe(303);
  });

  it('does not change the own card of a subscription, like Stripe', async () => {
    const { id, customer, default_payment_method: card } = await aTrial(sandbox);
    const { url } = await open(customer as string);
    await typeCard(sandbox.url, await secretOf(url), '5555555555554444');
    expect((await sandbox.stripe.subscriptions.retrieve(id)).default_payment_method).toBe(card);
  });

  it('requires 3-D Secure for a card that needs it', async () => {
    const { customer } = await aSavedCard(sandbox);
    const { url } = await open(customer);
    const { body } = await typeCard(sandbox.url, await secretOf(url), '4000002500003155', {
      use_stripe_sdk: '',
      return_url: url,
    });
    const bank = body['next_action'].redirect_to_url.url as string;
    const after = await fetch(bank, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome: 'complete' }),
    });
    expect(after.headers.get('location')).toContain(url);
    expect((await visit(url)).status).toBe(303);
  });

  it('expires an unopened link after five minutes, and an opened page after an hour', async () => {
    const { customer } = await aSavedCard(sandbox);
    const [unopened, opened] = [await open(customer), await open(customer)];
    await visit(opened.url);
    await sandbox.advance({ advanceMinutes: 6 });
    expect([(await visit(unopened.url)).status, (await visit(opened.url)).status]).toEqual([410, 200]);
    await sandbox.advance({ advanceMinutes: 60 });
    expect((await visit(opened.url)).status).toBe(410);
    expect((await visit(`${sandbox.url}/portal/bps_unknown`)).status).toBe(410);
  });

  it.each([
    ['an unknown customer', { customer: 'cus_unknown' }, 'resource_missing'],
    ['no customer', { customer: undefined }, 'parameter_missing'],
    ['an unknown configuration', { configuration: 'bpc_unknown' }, 'resource_missing'],
    ['an unknown parameter', { return_uri: BACK }, 'parameter_unknown'],
    ['an unknown parameter inside the flow', { flow_data: { ...FLOW, after: 1 } }, 'parameter_unknown'],
    ['a flow it does not model', { flow_data: { type: 'customer_update' } }, 'not_modelled_by_sandbox'],
    ['the portal without a flow', { flow_data: undefined }, 'not_modelled_by_sandbox'],
    ['a return URL without a host', { return_url: '/plan' }, 'url_invalid'],
  ])('refuses %s', async (_what, wrong, code) => {
    const { customer } = await aSavedCard(sandbox);
    await expect(open(customer, wrong)).rejects.toEqual(expect.objectContaining({ statusCode: 400, code }));
  });

  it('has one configuration, which can be changed', async () => {
    const { configurations } = sandbox.stripe.billingPortal;
    const { data } = await configurations.list({ is_default: true, active: true });
    expect(data).toMatchObject([
      {
        active: true,
        is_default: true,
        features: { subscription_update: { trial_update_behavior: 'continue_trial' } },
      },
    ]);
    const { id } = data[0]!;
    const changed = await configurations.update(id, {
      active: false,
      features: { subscription_update: { enabled: false, trial_update_behavior: 'end_trial' } },
    });
    expect(changed.features.subscription_update).toMatchObject({ trial_update_behavior: 'end_trial' });
    expect((await configurations.list({ active: true })).data).toEqual([]);
    expect(await configurations.retrieve(id)).toMatchObject({ active: false });
  });
});
