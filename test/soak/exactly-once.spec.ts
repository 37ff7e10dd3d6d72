import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  aMember,
  aVisitor,
  deliverAgain,
  endHeartbeats,
  jobsOf,
  lifeOf,
  stripe,
  typeCard,
  type Visitor,
} from '../builders/index.ts';
import {
  advanceAndSettle,
  atOnce,
  checkInvariantsAfterEach,
  expectNoViolations,
  providerRecordsOf,
  settled,
  untilHeld,
} from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 1_200_000 });

describe('After the card is stored, the account opens without', () => {
  const stack = ownStack();
  afterEach(async () => {
    await stack.sandbox.heal();
    await stack.sandbox.webhooks.set('normal');
  });

  it('the browser, by the webhook', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await opens(visitor);
  });

  it('the browser and the webhook, by the sweep', async () => {
    await stack.sandbox.webhooks.set('drop');
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await stack.sandbox.advance({ minutes: 3 });
    await opens(visitor);
  });

  it("the browser on the provider's own page and the webhook, by the sweep", async () => {
    await stack.sandbox.webhooks.set('drop');
    const visitor = await aVisitor(stack).provesPhone();
    const { url } = (await visitor.call('trial-checkout-session')).body;
    const session = await stripe(stack, `checkout/sessions/${new URL(url).pathname.split('/').at(-1)}`);
    await typeCard(stack, (await stripe(stack, `setup_intents/${session.setup_intent}`)).client_secret);
    await stack.sandbox.advance({ minutes: 3 });
    await opens(visitor);
  });

  it('webhooks for hours; when they arrive in another order, they change nothing', async () => {
    await stack.sandbox.webhooks.set('hold');
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await visitor.opensAccount();
    await stack.sandbox.advance({ minutes: 300 });
    await stack.sandbox.webhooks.shuffle();
    await stack.sandbox.webhooks.duplicate();
    await opens(visitor);
  });

  it('an answer of Stripe, when the sweep retries while the first call still hangs', async () => {
    await stack.sandbox.webhooks.set('drop');
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'hold-before' });
    await visitor.savesCard();
    await untilHeld(stack);
    await stack.sandbox.advance({ minutes: 3 });
    await eventually(() => hasRetried(visitor));
    await stack.sandbox.heal();
    await opens(visitor);
  });

  it('duplicates, when the queue delivers every job a second time', async () => {
    const visitor = await aVisitor(stack).becomesMember();
    await settled(stack);
    await deliverAgain(stack);
    await opens(visitor);
  });

  it.each([
    ['before Stripe subscribes', 'hold-before'],
    ['after Stripe subscribed', 'hold-after'],
  ])(
    'the server killed %s; the sweep adds no second job, and the other server takes over when its heartbeats have ended',
    async (_, mode) => {
      const visitor = await killedAt('POST /v1/subscriptions', mode);
      const before = await visitor.stored();
      await stack.sandbox.advance({ minutes: 3 });
      await eventually(async () => Number((await visitor.stored()).opening_at) > Number(before.opening_at));
      expect(await openings(visitor)).toEqual(['active']);
      await endHeartbeats(stack);
      await opens(visitor);
      expect(await openings(visitor)).toEqual(['completed']);
    },
  );

  it('the server killed while the card becomes the default of its customer', async () => {
    const visitor = await killedAt('POST /v1/customers/*', 'hold-after');
    await endHeartbeats(stack);
    await opens(visitor);
  });

  it('the server killed before the welcome mail was accepted, with one mail', async () => {
    const visitor = await killedAt('SMTP', 'hold-before');
    await endHeartbeats(stack);
    await opens(visitor);
  });

  it('the server killed after the welcome mail was accepted, with at most a copy with the same Message-ID', async () => {
    const visitor = await killedAt('SMTP', 'hold-after');
    await endHeartbeats(stack);
    await opens(visitor, { copiesOfMails: true });
  });

  it('an early charge: the first one is after 30 days, at the price of the plan', async () => {
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

  /** Kills the only running server during a provider call, then starts the other one. */
  async function killedAt(match: string, mode: string): Promise<Visitor> {
    const first = stack.apis.find((api) => api.isLive())!;
    const second = stack.apis.find((api) => api !== first)!;
    await second.kill();
    await stack.sandbox.webhooks.set('drop');
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    // The fault must not meet a mail from before.
    await settled(stack);
    await stack.sandbox.fault({ match, mode });
    const call = visitor.opensAccount().catch(() => undefined);
    await untilHeld(stack);
    await first.kill();
    await call;
    await stack.sandbox.heal();
    await second.restart();
    return visitor;
  }

  const openings = async ({ id }: Visitor): Promise<string[]> =>
    (await jobsOf(stack, { queue: 'openAccount', key: id })).map(({ state }) => state);

  async function opens(visitor: Visitor, allowed = {}): Promise<void> {
    await eventually(async () => (await visitor.stored()).state === 'success', { within: 20_000 });
    // A job whose server was killed runs again and must find nothing to do.
    await endHeartbeats(stack);
    await expectNoViolations(stack, allowed);
    const { customers, subscriptions } = await providerRecordsOf(stack, visitor);
    expect([customers.length, subscriptions.length]).toEqual([1, 1]);
  }

  async function hasRetried({ id }: Visitor): Promise<boolean> {
    const calls: any[] = await stack.sandbox.requests();
    return calls.some(
      ({ method, path, params }) =>
        `${method} ${path}` === 'POST /v1/subscriptions' && params['metadata[trial_id]'] === String(id),
    );
  }

  const paid = async (visitor: Visitor): Promise<number[]> =>
    (await providerRecordsOf(stack, visitor)).invoices.map(({ amount_paid }) => amount_paid).filter(Boolean);
});

describe('Repeated webhooks', () => {
  const TIMES = 1000;
  const AT_ONCE = 8;

  const stack = ownStack();
  checkInvariantsAfterEach(stack);

  it(`change nothing: a subscription ends the same with its webhooks reversed and then ${TIMES} times each`, async () => {
    const { sandbox } = stack;
    await sandbox.webhooks.set('hold');
    const member = await aMember(stack, { plan: 'tier_20_49' });
    await advanceAndSettle(stack)({ days: 31, minutes: 90 });
    await sandbox.webhooks.reverse();
    await sandbox.webhooks.set('normal');
    await settled(stack);
    const { state, payments, journal, account } = await lifeOf(stack, member.id);
    const mails = await sandbox.mails(member.email);
    expect([state, account, payments.map((each: any) => each.paid_in_cents)]).toEqual(['active', 'active', [3999, 0]]);

    const { events } = await sandbox.records();
    const begun = performance.now();
    for (const { id } of events)
      for (let sent = 1; sent < TIMES; sent += AT_ONCE)
        await atOnce(Math.min(AT_ONCE, TIMES - sent), () => sandbox.call(`webhooks/${id}/resend`, { method: 'POST' }));
    const seconds = Math.round((performance.now() - begun) / 1000);
    await settled(stack, { within: 120_000 });
    console.info({ events: events.length, times: TIMES, seconds });
    expect(await lifeOf(stack, member.id)).toMatchObject({ state, payments, journal, account });
    expect(await sandbox.mails(member.email)).toEqual(mails);
  });
});
