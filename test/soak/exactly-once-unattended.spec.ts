import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { aVisitor, stripe, typeCard, type Visitor } from '../builders/index.ts';
import { atTheProviders, expectNoViolations, expireLeases, held, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(60_000);

describe('Once the card is stored the account opens, whoever goes away', () => {
  const stack = ownStack();
  afterEach(async () => {
    await stack.sandbox.heal();
    await stack.sandbox.webhooks.set('normal');
  });

  it('the browser: the webhook opens it', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await opens(visitor);
  });

  it('the browser and the webhook: the sweep opens it', async () => {
    await stack.sandbox.webhooks.set('drop');
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await stack.sandbox.advance({ minutes: 3 });
    await opens(visitor);
  });

  it("the browser on the provider's own page, and the webhook: the sweep opens it", async () => {
    await stack.sandbox.webhooks.set('drop');
    const visitor = await aVisitor(stack).provesPhone();
    const { url } = (await visitor.call('trial-checkout-session')).body;
    const session = await stripe(stack, `checkout/sessions/${new URL(url).pathname.split('/').at(-1)}`);
    await typeCard(stack, (await stripe(stack, `setup_intents/${session.setup_intent}`)).client_secret);
    await stack.sandbox.advance({ minutes: 3 });
    await opens(visitor);
  });

  it('all webhooks for hours: they come late and in another order, and change nothing', async () => {
    await stack.sandbox.webhooks.set('hold');
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await visitor.opensAccount();
    await stack.sandbox.advance({ minutes: 300 });
    await stack.sandbox.webhooks.shuffle();
    await stack.sandbox.webhooks.duplicate();
    await opens(visitor);
  });

  it('Stripe, for so long that the sweep begins anew while the first call still hangs', async () => {
    await stack.sandbox.webhooks.set('drop');
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'hold-before' });
    await visitor.savesCard();
    await held(stack);
    await stack.sandbox.advance({ minutes: 3 });
    await eventually(() => hasAskedAgain(visitor));
    await stack.sandbox.heal();
    await opens(visitor);
  });

  it('the queue, which delivers every job a second time', async () => {
    const visitor = await aVisitor(stack).becomesMember();
    await settled(stack);
    await stack.query(`UPDATE pgboss.job SET state = 'retry', completed_on = NULL WHERE state = 'completed'`);
    await opens(visitor);
  });

  it.each([
    ['before Stripe subscribes', 'hold-before'],
    ['after Stripe subscribed', 'hold-after'],
  ])(
    'the server, killed %s: the sweep adds no second job, and the other one takes the first after its lease',
    async (_, mode) => {
      const visitor = await killedAt('POST /v1/subscriptions', mode);
      const before = await visitor.stored();
      await stack.sandbox.advance({ minutes: 3 });
      await eventually(async () => Number((await visitor.stored()).opening_at) > Number(before.opening_at));
      expect(await openings(visitor)).toEqual(['active']);
      await expireLeases(stack);
      await opens(visitor);
      expect(await openings(visitor)).toEqual(['completed']);
    },
  );

  it('the server, killed while the card becomes the default of its customer', async () => {
    const visitor = await killedAt('POST /v1/customers/*', 'hold-after');
    await expireLeases(stack);
    await opens(visitor);
  });

  it('the server, killed before the welcome mail was taken: one mail', async () => {
    const visitor = await killedAt('SMTP', 'hold-before');
    await expireLeases(stack);
    await opens(visitor);
  });

  it('the server, killed after the welcome mail was taken: at most a copy with the same Message-ID', async () => {
    const visitor = await killedAt('SMTP', 'hold-after');
    await expireLeases(stack);
    await opens(visitor, { copiesOfMails: true });
  });

  it('and the first charge comes when the 30 days are over, at the price of the plan', async () => {
    for (const api of stack.apis) if (!api.isLive()) await api.restart();
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await visitor.opensAccount('tier_20_49');
    await stack.sandbox.advance({ days: 29 });
    expect(await paid(visitor)).toEqual([]);
    await stack.sandbox.advance({ days: 2 });
    expect(await paid(visitor)).toEqual([3999]);
    await opens(visitor, { copiesOfMails: true });
  });

  /** Only one server runs, and dies in the middle of a provider call; then the other one starts. */
  async function killedAt(match: string, mode: string): Promise<Visitor> {
    const first = stack.apis.find((api) => api.isLive())!;
    const second = stack.apis.find((api) => api !== first)!;
    await second.kill();
    await stack.sandbox.webhooks.set('drop');
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await stack.sandbox.fault({ match, mode });
    const call = visitor.opensAccount().catch(() => undefined);
    await held(stack);
    await first.kill();
    await call;
    await stack.sandbox.heal();
    await second.restart();
    return visitor;
  }

  const openings = async ({ id }: Visitor): Promise<string[]> =>
    (
      await stack.query(`SELECT state FROM pgboss.job WHERE name = 'openAccount' AND data->>'subjectId' = $1`, [
        String(id),
      ])
    ).map(({ state }) => state);

  async function opens(visitor: Visitor, allowed = {}): Promise<void> {
    await eventually(async () => (await visitor.stored()).state === 'success', { within: 20_000 });
    // A job whose server died in the middle is done once more; it must find nothing left to do.
    await expireLeases(stack);
    await expectNoViolations(stack, allowed);
    const { customers, subscriptions } = await atTheProviders(stack, visitor);
    expect([customers.length, subscriptions.length]).toEqual([1, 1]);
  }

  async function hasAskedAgain({ id }: Visitor): Promise<boolean> {
    const calls: any[] = await stack.sandbox.requests();
    return calls.some(
      ({ method, path, params }) =>
        `${method} ${path}` === 'POST /v1/subscriptions' && params['metadata[trial_id]'] === String(id),
    );
  }

  const paid = async (visitor: Visitor): Promise<number[]> =>
    (await atTheProviders(stack, visitor)).invoices.map(({ amount_paid }) => amount_paid).filter(Boolean);
});
