import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSandbox, type Sandbox } from '../sandbox.fixture.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await aSandbox({ appOrigins: ['http://localhost:3000', 'http://localhost:3001'] });
});
afterAll(() => sandbox.stop());

const domains = () => sandbox.stripe.paymentMethodDomains;

describe('payment method domains', () => {
  it("has the product's host from the start, once", async () => {
    const { data } = await domains().list();
    expect(data).toMatchObject([{ domain_name: 'localhost', enabled: true, apple_pay: { status: 'active' } }]);
  });

  it('registers a host, and the same one for a second registration', async () => {
    const made = await domains().create({ domain_name: 'church.example' });
    expect(made).toMatchObject({ object: 'payment_method_domain', link: { status: 'active' }, enabled: true });
    expect((await domains().create({ domain_name: 'church.example' })).id).toBe(made.id);
    expect((await domains().list({ domain_name: 'church.example' })).data.map(({ id }) => id)).toEqual([made.id]);
    expect(await domains().retrieve(made.id)).toMatchObject({ id: made.id });
  });

  it('can be disabled', async () => {
    const { id } = await domains().create({ domain_name: 'closed.example' });
    expect(await domains().update(id, { enabled: false })).toMatchObject({ id, enabled: false });
    expect((await domains().list({ enabled: false })).data.map((each) => each.id)).toEqual([id]);
  });

  it('says why a wallet is inactive', async () => {
    const { apple_pay: applePay, google_pay: googlePay } = await domains().create({ domain_name: 'church.invalid' });
    expect(applePay).toEqual({ status: 'inactive', status_details: { error_message: expect.any(String) } });
    expect(googlePay).toEqual({ status: 'active' });
  });

  it.each([
    ['a URL', { domain_name: 'https://church.example' }, 400],
    ['no name', {} as { domain_name: string }, 400],
    ['an unknown parameter', { domain_name: 'church.example', domain: 'x' }, 400],
  ])('refuses %s', async (_what, params, statusCode) => {
    await expect(domains().create(params)).rejects.toEqual(expect.objectContaining({ statusCode }));
  });

  it('does not know another id', async () => {
    await expect(domains().retrieve('pmd_unknown')).rejects.toEqual(expect.objectContaining({ statusCode: 404 }));
  });
});
