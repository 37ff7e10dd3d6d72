import { describe, expect, it, jest } from '@jest/globals';
import { civilDay } from '@lampstand/contracts';
import { aDesk, aMember, type Desk, lifeOf, stripe } from '../builders/index.ts';
import { atOnce, passing, provedAfterEach, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const stack = ownStack({ apis: 1 });
let desk: Desk;
provedAfterEach(stack);

const DAY_MS = 86_400_000;
/** Signs in anew: a session does not outlive what the clock does here. */
const atTheDesk = async () => (desk = await aDesk(stack));
const after = passing(stack);
const civil = (at: Date) => civilDay(at, 'America/Chicago');
const notices = async (email: string) =>
  (await stack.sandbox.mails(email, { count: 0, subject: /trial ends/ })).map(({ subject }) => subject);

describe('support and a subscription', () => {
  it('extends the trial once, however often it is asked, and the notices move with it', async () => {
    const { id, email } = await aMember(stack);
    const { trial_ends_at: ends, stripe_id } = await lifeOf(stack, id);
    await after({ days: 24 });
    await eventually(async () => (await notices(email)).length === 1);
    await atTheDesk();
    const later = new Date(ends.getTime() + 14 * DAY_MS);
    const answers = await atOnce(3, () => desk.repairs(id, 'extend-trial', { until: civil(later) }));
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
    await atTheDesk();
    expect(
      await desk.repairs(id, 'extend-trial', { until: civil(new Date(later.getTime() + 9 * DAY_MS)) }),
    ).toMatchObject({
      status: 409,
      body: { error: 'The free trial is over.' },
    });
  });

  it('is refused a day that makes no sense', async () => {
    const { id } = await aMember(stack);
    await atTheDesk();
    const { trial_ends_at: ends } = await lifeOf(stack, id);
    for (const until of [civil(new Date(ends.getTime() - DAY_MS)), '2099-01-01', '2026-02-30', 'tomorrow'])
      expect(await desk.repairs(id, 'extend-trial', { until })).toMatchObject({
        status: 400,
        body: { fields: { until: expect.stringMatching(/\w/) } },
      });
    expect(await desk.repairs(id, 'extend-trial', { until: civil(ends) })).toMatchObject({ body: { repeated: true } });
    expect((await lifeOf(stack, id)).trial_ends_at).toEqual(ends);
  });

  it('cancels, keeps and mails the link to the plan, each seen in the timeline', async () => {
    const { id, email } = await aMember(stack);
    await settled(stack);
    await atTheDesk();
    for (const repeated of [undefined, true])
      expect((await desk.repairs(id, 'cancel-subscription')).body).toMatchObject({
        success: true,
        ...(repeated && { repeated }),
      });
    expect((await lifeOf(stack, id)).cancel_at).toEqual(expect.any(Date));
    expect((await desk.repairs(id, 'keep-subscription')).body).toMatchObject({ success: true });
    expect((await lifeOf(stack, id)).cancel_at).toBeNull();
    for (const repeated of [undefined, true])
      expect((await desk.repairs(id, 'send-plan-link')).body).toMatchObject({
        success: true,
        ...(repeated && { repeated }),
      });
    const [mail] = await stack.sandbox.mails(email, { subject: 'Your link to your plan' });
    expect(mail!.text).toMatch(/\/plan\?token=/);
    const { body } = await desk.inspects(id);
    expect(body.subscription).toMatchObject({ status: 'trialing', cancelAt: null, card: { last4: '4242' } });
    const told = body.timeline.map(({ name }: any) => name);
    expect(told).toEqual(expect.arrayContaining(['trial.started', 'cancel asked', 'cancel undone', 'plan link sent']));
    expect(await desk.audited(`trial:${id}`)).toEqual([
      'repair cancel-subscription',
      'repair cancel-subscription',
      'repair keep-subscription',
      'repair send-plan-link',
      'repair send-plan-link',
    ]);
  });

  it('is told when the provider is away, and nothing is changed', async () => {
    const { id } = await aMember(stack);
    await atTheDesk();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions/*', mode: '500', times: 0 });
    expect((await desk.repairs(id, 'cancel-subscription')).status).toBe(503);
    await stack.sandbox.heal();
    expect((await lifeOf(stack, id)).cancel_at).toBeNull();
  });
});

describe('an answer of the provider that was lost', () => {
  it.each([
    ['keep-subscription', 'cancel', false],
    ['cancel-subscription', 'keep', true],
  ] as const)('does not make %s a repeated click', async (repair, lost, ends) => {
    const { id } = await aMember(stack);
    await settled(stack);
    await atTheDesk();
    if (lost === 'keep') await desk.repairs(id, 'cancel-subscription');
    await stack.sandbox.webhooks.set('drop');
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions/*', mode: 'execute-then-drop', times: 0 });
    const unheard = lost === 'keep' ? 'keep-subscription' : 'cancel-subscription';
    expect((await desk.repairs(id, unheard)).status).toBe(503);
    await stack.sandbox.heal();
    const { status, body } = await desk.repairs(id, repair);
    expect([status, body.repeated]).toEqual([200, undefined]);
    const { cancel_at, subscriptions } = await lifeOf(stack, id);
    expect([cancel_at !== null, subscriptions[0].cancel_at_period_end]).toEqual([ends, ends]);
  });
});

describe('prices', () => {
  it('of another amount than the catalogue are not sold, and whoever has one keeps it', async () => {
    const member = await aMember(stack);
    const { price_id: old } = await lifeOf(stack, member.id);
    // As after a release that changed the catalogue: what stands in our table is of the amount before.
    await stack.query(`UPDATE prices SET amount_in_cents = 1499 WHERE id = $1`, [old]);
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
    await stack.query(`UPDATE prices SET amount_in_cents = 1999 WHERE id = $1`, [old]);
    expect(await lifeOf(stack, member.id)).toMatchObject({ price_id: old, plan: 'tier_1_19' });
    const sold = await stack.query(`SELECT id FROM prices WHERE tier = 'tier_1_19' AND sold`);
    expect(sold).toEqual([{ id: now }]);
  });
});
