import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Faults, matches } from './faults.ts';
import { aSandbox, type Sandbox } from './sandbox.fixture.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await aSandbox();
  await create(20_000); // The first call also compiles the schemas.
});
afterEach(() => sandbox.heal());
afterAll(() => sandbox.stop());

const create = (timeout = 2000) =>
  sandbox.stripe.customers.create({ email: 'f@example.org' }, { timeout, maxNetworkRetries: 0 });
const customers = async () => (await sandbox.get<{ customers: object[] }>('records')).customers.length;

it.each([
  ['POST /v1/subscriptions', '/v1/subscriptions/sub_1', true],
  ['POST /v1/subscriptions', '/v1/subscription_items', false],
  ['POST /v2/Services/*/VerificationCheck', '/v2/Services/VA1/VerificationCheck', true],
  ['GET /v1/subscriptions', '/v1/subscriptions', false],
  ['*', '/v1/subscriptions', true],
])('%s on POST %s matches: %s', (match, path, expected) => expect(matches(match, 'POST', path)).toBe(expected));

describe('a fault', () => {
  it.each([
    ['refuse', 'StripeConnectionError', 0],
    ['hang', 'StripeConnectionError', 0],
    ['execute-then-drop', 'StripeConnectionError', 1],
    ['hold-after', 'StripeConnectionError', 1],
    ['hold-before', 'StripeConnectionError', 0],
    ['garbage', 'StripeAPIError', 0],
    ['401', 'StripeAuthenticationError', 0],
    ['500', 'StripeAPIError', 0],
    ['503', 'StripeAPIError', 0],
    ['429', 'StripeRateLimitError', 0],
  ])('of mode %s raises %s, with %d customers created', async (mode, type, made) => {
    const before = await customers();
    // Until healed, because the stripe library retries a dropped connection.
    await sandbox.fault({ match: 'POST /v1/customers', mode, times: 0 });
    await expect(create(400)).rejects.toHaveProperty('type', type);
    expect((await customers()) - before).toBe(made);
    await sandbox.heal();
    await expect(create()).resolves.toHaveProperty('object', 'customer');
  });

  it('fails only the second call with nth 2', async () => {
    await sandbox.fault({ match: 'POST /v1/customers', mode: '429', nth: 2, times: 1 });
    await create();
    await expect(create()).rejects.toHaveProperty('statusCode', 429);
    await create();
  });

  it('lasts until healed with times 0', async () => {
    await sandbox.fault({ match: 'POST /v1/customers', mode: '503', times: 0 });
    for (let turn = 0; turn < 3; turn += 1) await expect(create()).rejects.toHaveProperty('statusCode', 503);
    await sandbox.heal();
    await create();
  });
});

it('one rule counts all matching calls and lists those it failed', () => {
  const faults = new Faults();
  const rule = faults.add({ match: '*', mode: '500', nth: 2, times: 2 });
  faults.trigger('POST', '/v1/customers');
  expect(faults.trigger('SMTP', '')).toBe(rule);
  expect(faults.trigger('POST', '/v2/Services/VA1/Verifications')).toBe(rule);
  expect(faults.trigger('GET', '/v1/customers')).toBeUndefined();
  expect(rule).toMatchObject({ seen: 4, struck: ['SMTP', 'POST /v2/Services/VA1/Verifications'] });
});

it('refuses changes from a page of another origin', async () => {
  const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/json' };
  const response = await fetch(`${sandbox.url}/_sandbox/clock`, { method: 'POST', headers, body: '{"advanceDays":1}' });
  expect(response.status).toBe(403);
});
