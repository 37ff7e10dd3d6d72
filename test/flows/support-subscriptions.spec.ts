/** What support agents can do with a subscription, and prices that change. @thorough */
import { describe, expect, it } from 'vitest';
import { civilDay, longDate } from '@lampstand/contracts';
import {
  anAgent,
  aMember,
  aVisitor,
  type Agent,
  lifeOf,
  stripe,
  changePrice,
  deleteAtStripe,
  journalRowsOf,
  soldPrices,
} from '../builders/index.ts';
import { atOnce, advanceAndSettle, checkInvariantsAfterEach, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
let agent: Agent;
checkInvariantsAfterEach(stack);

const DAY_MS = 86_400_000;
/** Signs in again after the clock is advanced beyond the life of a session. */
const signInAgain = async () => (agent = await anAgent(stack));
const after = advanceAndSettle(stack);
const civil = (at: Date) => civilDay(at, 'America/Chicago');
const notices = async (email: string) =>
  (await stack.sandbox.mails(email, { count: 0, subject: /trial ends/ })).map(({ subject }) => subject);

/** Opens an account with a stored agreement and returns the id of its sign-up. */
async function aMemberWhoAgreed(): Promise<number> {
  const visitor = await aVisitor(stack).provesPhone();
  await visitor.agreesAndSavesCard();
  await visitor.opensAccount();
  await settled(stack);
  await signInAgain();
  return visitor.id;
}

describe('a support agent', () => {
  it('moves the end of the trial once for repeated calls, and the notices move with it', async () => {
    const { id, email } = await aMember(stack);
    const { trial_ends_at: ends, stripe_id } = await lifeOf(stack, id);
    await after({ days: 24 });
    await eventually(async () => (await notices(email)).length === 1);
    await signInAgain();
    const later = new Date(ends.getTime() + 14 * DAY_MS);
    const answers = await atOnce(3, () => agent.runs(id, 'move-trial-end', { until: civil(later) }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const moved = (await lifeOf(stack, id)).trial_ends_at as Date;
    expect(moved.getTime() - ends.getTime()).toBe(14 * DAY_MS);
    expect((await stripe(stack, `subscriptions/${stripe_id}`)).trial_end).toBe(moved.getTime() / 1000);

    await after({ days: 7 });
    expect((await lifeOf(stack, id)).state).toBe('trialing');
    expect(await notices(email)).toHaveLength(1);
    await after({ days: 6 });
    await eventually(async () => (await notices(email)).length === 2);
    await after({ days: 6 });
    await eventually(async () => (await notices(email)).includes('Your free trial ends in 1 day'));
    await after({ days: 2 });
    await eventually(async () => (await lifeOf(stack, id)).payments[0]?.paid_in_cents === 1999, { within: 30_000 });
    await signInAgain();
    expect(
      await agent.runs(id, 'move-trial-end', { until: civil(new Date(later.getTime() + 9 * DAY_MS)) }),
    ).toMatchObject({
      status: 409,
      body: { error: 'The free trial is over.' },
    });
  });

  it('moves the end of the trial back, never before the day that the member agreed to', async () => {
    const id = await aMemberWhoAgreed();
    const { trial_ends_at: ends, stripe_id } = await lifeOf(stack, id);
    const { firstChargeOn } = (await agent.inspects(id)).body.receipt;
    expect(firstChargeOn).toBe(civil(ends));
    const later = civil(new Date(ends.getTime() + 20 * DAY_MS));
    await agent.runs(id, 'move-trial-end', { until: later });
    expect(civil((await lifeOf(stack, id)).trial_ends_at)).toBe(later);
    const tooEarly = await agent.runs(id, 'move-trial-end', { until: civil(new Date(ends.getTime() - DAY_MS)) });
    expect(tooEarly).toMatchObject({
      status: 400,
      body: { fields: { until: expect.stringContaining(`from ${longDate(firstChargeOn)}`) } },
    });
    const answers = await atOnce(3, () => agent.runs(id, 'move-trial-end', { until: firstChargeOn }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { trial_ends_at: now } = await lifeOf(stack, id);
    expect(civil(now)).toBe(firstChargeOn);
    expect((await stripe(stack, `subscriptions/${stripe_id}`)).trial_end).toBe(now.getTime() / 1000);
    const moves = (await agent.inspects(id)).body.timeline.filter(({ name }: any) => name === 'trial end moved');
    expect(moves.map(({ actor, detail }: any) => [actor, civil(new Date(detail.to))])).toEqual([
      [agent.name, later],
      [agent.name, firstChargeOn],
    ]);
    await after({ days: 31 });
    await eventually(async () => (await lifeOf(stack, id)).payments[0]?.paid_in_cents === 1999, { within: 30_000 });
  });

  it('cannot move the end of the trial to a day that has passed, even if the member agreed to it', async () => {
    const id = await aMemberWhoAgreed();
    const { trial_ends_at: ends } = await lifeOf(stack, id);
    await agent.runs(id, 'move-trial-end', { until: civil(new Date(ends.getTime() + 20 * DAY_MS)) });
    await after({ days: 32 });
    await signInAgain();
    expect((await agent.runs(id, 'move-trial-end', { until: civil(ends) })).status).toBe(400);
  });

  it('cannot move the end of the trial to an invalid day', async () => {
    const { id } = await aMember(stack);
    await signInAgain();
    const { trial_ends_at: ends } = await lifeOf(stack, id);
    for (const until of [civil(new Date(ends.getTime() - DAY_MS)), '2099-01-01', '2026-02-30', 'tomorrow'])
      expect(await agent.runs(id, 'move-trial-end', { until })).toMatchObject({
        status: 400,
        body: { fields: { until: expect.stringMatching(/\w/) } },
      });
    expect(await agent.runs(id, 'move-trial-end', { until: civil(ends) })).toMatchObject({
      body: { repeated: true },
    });
    expect((await lifeOf(stack, id)).trial_ends_at).toEqual(ends);
  });

  it('cancels, keeps, and mails the plan link, with entries in the timeline', async () => {
    const { id, email } = await aMember(stack);
    await settled(stack);
    await signInAgain();
    for (const repeated of [undefined, true])
      expect((await agent.runs(id, 'cancel-subscription')).body).toMatchObject({
        success: true,
        ...(repeated && { repeated }),
      });
    expect((await lifeOf(stack, id)).cancel_at).toEqual(expect.any(Date));
    expect((await agent.runs(id, 'keep-subscription')).body).toMatchObject({ success: true });
    expect((await lifeOf(stack, id)).cancel_at).toBeNull();
    for (const repeated of [undefined, true])
      expect((await agent.runs(id, 'send-plan-link')).body).toMatchObject({
        success: true,
        ...(repeated && { repeated }),
      });
    const [mail] = await stack.sandbox.mails(email, { subject: 'Your link to your plan' });
    expect(mail!.text).toMatch(/\/plan\?token=/);
    const { body } = await agent.inspects(id);
    expect(body.subscription).toMatchObject({ status: 'trialing', cancelAt: null, card: { last4: '4242' } });
    const names = body.timeline.map(({ name }: any) => name);
    expect(names).toEqual(
      expect.arrayContaining(['trial.started', 'cancel requested', 'cancel undone', 'plan link sent']),
    );
    expect(await agent.audited(`trial:${id}`)).toEqual([
      'support action cancel-subscription',
      'support action cancel-subscription',
      'support action keep-subscription',
      'support action send-plan-link',
      'support action send-plan-link',
    ]);
  });

  it('gets an error while Stripe is down, and nothing changes; the same click works when it answers', async () => {
    const { id } = await aMember(stack);
    await signInAgain();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions/*', mode: '500', times: 0 });
    const until = civil(new Date((await lifeOf(stack, id)).trial_ends_at.getTime() + 5 * DAY_MS));
    expect((await agent.runs(id, 'move-trial-end', { until })).status).toBe(503);
    expect((await agent.runs(id, 'cancel-subscription')).status).toBe(503);
    expect((await lifeOf(stack, id)).cancel_at).toBeNull();
    await stack.sandbox.heal();
    expect((await agent.runs(id, 'cancel-subscription')).status).toBe(200);
    expect((await lifeOf(stack, id)).cancel_at).not.toBeNull();
  });
});

describe('the page of a member', () => {
  const DECLINES_LATER = '4000000000000341';
  const became = async (id: number, state: string) =>
    (await journalRowsOf(stack, id)).find(({ event }) => event === `became.${state}`)?.at.toISOString();

  it('dates an unpaid invoice from its failure, with the amount owed, and the search shows it', async () => {
    const { id, email } = await aMember(stack, { card: DECLINES_LATER });
    await after({ days: 31 });
    await eventually(async () => (await lifeOf(stack, id)).state === 'pastDue', { within: 30_000 });
    await signInAgain();
    const { diagnosis, standing } = (await agent.inspects(id)).body;
    expect(diagnosis).toMatchObject({ tone: 'stuck', what: expect.stringContaining('$19.99 is not paid') });
    expect(diagnosis.since).toBe(await became(id, 'pastDue'));
    expect(standing).toMatchObject({
      state: 'pastDue',
      sentence: expect.stringMatching(/^Past due since /),
      owedInCents: 1999,
    });
    expect((await agent.find(email)).body).toMatchObject([{ id, state: 'pastDue' }]);
  });

  it('dates a closed account from the end of its subscription, and names who canceled it', async () => {
    const { id } = await aMember(stack);
    await settled(stack);
    await signInAgain();
    await agent.runs(id, 'cancel-subscription');
    await after({ days: 31 });
    await eventually(async () => (await lifeOf(stack, id)).state === 'canceled', { within: 30_000 });
    await settled(stack);
    await signInAgain();
    const { diagnosis, standing, account } = (await agent.inspects(id)).body;
    expect(account.status).toBe('closed');
    expect(diagnosis).toMatchObject({
      tone: 'ended',
      why: expect.stringMatching(/^Our support team canceled it on /),
      since: await became(id, 'canceled'),
    });
    expect(standing).toMatchObject({ state: 'canceled', owedInCents: 0 });
  });
});

it('a refusal speaks to staff about the member, also when the subscription ended at Stripe alone', async () => {
  const [ended, member] = [await aMember(stack), await aMember(stack)];
  const { id: signUp } = (await aVisitor(stack).signsUp()).body;
  await settled(stack);
  await signInAgain();
  const { stripe_id, trial_ends_at } = await lifeOf(stack, ended.id);
  await stack.sandbox.webhooks.set('hold');
  await deleteAtStripe(stack, `subscriptions/${stripe_id}`);
  const until = civil(new Date(trial_ends_at.getTime() + 3 * DAY_MS));
  const { phone, email } = ended;
  const refusals = [
    await agent.runs(ended.id, 'move-trial-end', { until }),
    await agent.runs(member.id, 'correct-email', { email }),
    await agent.runs(member.id, 'correct-phone', { phone }),
    await agent.runs(signUp, 'correct-phone', { phone: '5005550410', send: 'code' }),
  ];
  await stack.sandbox.webhooks.deliver();
  await stack.sandbox.webhooks.set('normal');
  expect(refusals.map(({ body }) => body.error ?? body.message)).toEqual([
    'Stripe refused this: the subscription has ended there.',
    'An account has this email already.',
    'An account has this phone already.',
    'The new phone is stored, but no code was sent. This number cannot receive our text messages.',
  ]);
});

describe('a lost answer of Stripe', () => {
  const dropsAnswers = { match: 'POST /v1/subscriptions/*', mode: 'execute-then-drop', times: 0 } as const;

  it('does not make the next cancellation a repeated call', async () => {
    const { id } = await aMember(stack);
    await settled(stack);
    await signInAgain();
    await agent.runs(id, 'cancel-subscription');
    await stack.sandbox.webhooks.set('drop');
    await stack.sandbox.fault(dropsAnswers);
    expect((await agent.runs(id, 'keep-subscription')).status).toBe(503);
    await stack.sandbox.heal();
    await agent.runs(id, 'cancel-subscription');
    const { cancel_at, subscriptions } = await lifeOf(stack, id);
    expect([cancel_at !== null, subscriptions[0].cancel_at_period_end]).toEqual([true, true]);
  });

  it('does not make the next undoing of a cancellation a repeated call', async () => {
    const { id } = await aMember(stack);
    await settled(stack);
    await signInAgain();
    await stack.sandbox.webhooks.set('drop');
    const { stripe_id } = await lifeOf(stack, id);
    await stripe(stack, `subscriptions/${stripe_id}`, { cancel_at_period_end: 'true' });
    const { status, body } = await agent.runs(id, 'keep-subscription');
    expect([status, body.repeated]).toEqual([200, undefined]);
    const { cancel_at, subscriptions } = await lifeOf(stack, id);
    expect([cancel_at, subscriptions[0].cancel_at_period_end]).toEqual([null, false]);
  });
});

describe('a price', () => {
  it('with another amount than the catalog is not sold, and stays for its subscribers', async () => {
    const member = await aMember(stack);
    const { price_id: old } = await lifeOf(stack, member.id);
    // The state after a release that changed the catalog: the table holds the previous amount.
    await changePrice(stack, old, 1499);
    const price = await stripe(stack, `prices/${old}`);
    await stripe(stack, 'prices', {
      product: price.product,
      currency: 'usd',
      unit_amount: '1499',
      'recurring[interval]': 'month',
      lookup_key: 'tier_1_19',
      transfer_lookup_key: 'true',
    });
    await stripe(stack, `prices/${old}`, { active: 'false' });
    const later = await aMember(stack);
    const { price_id: now } = await lifeOf(stack, later.id);
    expect(now).not.toBe(old);
    expect(await stripe(stack, `prices/${now}`)).toMatchObject({
      unit_amount: 1999,
      active: true,
      lookup_key: 'tier_1_19',
    });
    await changePrice(stack, old, 1999);
    expect(await lifeOf(stack, member.id)).toMatchObject({ price_id: old, plan: 'tier_1_19' });
    expect(await soldPrices(stack, 'tier_1_19')).toMatchObject([{ id: now }]);
  });
});
