/** Reports of active users, the months they are counted in, and the plan that fits them. @thorough */
import { ERRORS } from '@lampstand/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { aMember, callsTo, lifeOf, type Member, closedMonthsOf } from '../builders/index.ts';
import { advanceAndSettle, atOnce, checkInvariantsAfterEach } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { monthOf } from '../../apps/api/src/billing/usage/active-users.ts';

const stack = inProcessStack();
let token: string;
beforeAll(async () => {
  token = JSON.parse(await readFile(path.join(stack.home, 'secrets.json'), 'utf8')).INTERNAL_TOKEN;
});
checkInvariantsAfterEach(stack);

const TOO_SMALL = 'Your plan has become too small';
const report = (events: object[], authorization = `Bearer ${token}`) =>
  callsTo(stack).post('internal/activity', { events }, { authorization });
const now = async () => new Date((await stack.sandbox.call('clock')).now);
const event = async ({ id }: { id: number }, userId: string, kind = 'message.sent') => ({
  accountId: id,
  userId,
  kind,
  at: (await now()).toISOString(),
});
const people = (member: Member, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => event(member, `user-${index}`)));
const after = advanceAndSettle(stack);

describe('activity', () => {
  it('counts a person once a month, for all kinds of events and for parallel reports', async () => {
    const member = await aMember(stack);
    const events = [
      await event(member, 'ada', 'reflection.completed'),
      await event(member, 'ada', 'challenge.finished'),
      await event(member, 'ben', 'message.sent'),
    ];
    expect(await report(events)).toMatchObject({ status: 200, body: { counted: 2, known: 1, refused: 0 } });
    const answers = await atOnce(20, () => report(events.toReversed()));
    expect(answers.every(({ body }) => body.known === 3)).toBe(true);
    await after({ days: 31 });
    expect(await report([await event(member, 'ada')])).toMatchObject({ body: { counted: 1 } });
  });

  it('of an unknown account is refused and counted as refused, the rest is accepted', async () => {
    const member = await aMember(stack);
    const events = [await event({ id: 2 ** 41 }, 'ada'), await event(member, 'ada')];
    expect(await report(events)).toMatchObject({ status: 200, body: { counted: 1, known: 0, refused: 1 } });
  });

  it('is accepted with the service token only', async () => {
    const events = [await event({ id: 2 ** 41 }, 'ada')];
    for (const authorization of ['', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`])
      expect((await report(events, authorization)).status).toBe(401);
  });

  it.each([
    ['an unknown kind', { kind: 'page.viewed' }],
    ['a name as user id', { userId: 'Ada Lovelace' }],
    ['no valid time', { at: 'yesterday' }],
    ['no valid account', { accountId: 'x' }],
  ])('is refused entirely with %s', async (_what, wrong) => {
    expect((await report([{ ...(await event({ id: 2 ** 41 }, 'ada')), ...wrong }])).status).toBe(400);
  });

  it('is accepted in batches of 1 to 1,000 events', async () => {
    const one = await event({ id: 2 ** 41 }, 'ada');
    expect((await report([])).status).toBe(400);
    expect((await report(Array(1001).fill(one))).status).toBe(400);
    expect(await report(Array(1000).fill(one))).toMatchObject({ status: 200, body: { refused: 1000 } });
  });
});

describe('a month with more people than the plan allows', () => {
  const plan = (name: string, body: object) => callsTo(stack).post(name ? `plan/${name}` : 'plan', body);

  it('offers the plan that fits by one mail, and bills it from the next month on once it is accepted', async () => {
    const member = await aMember(stack);
    await report(await people(member, 20));
    await after({ days: 30, minutes: 150 });
    const [mail] = await stack.sandbox.mails(member.email, { subject: TOO_SMALL });
    expect(mail!.text).toContain('20 people were active');
    expect(mail!.text).toContain('$39.99');
    await eventually(async () => (await lifeOf(stack, member.id)).payments[0]?.paid_in_cents === 1999);
    expect((await lifeOf(stack, member.id)).plan).toBe('tier_1_19');

    const link = /\/plan\?token=([\w.-]+)/.exec(mail!.text)![1]!;
    expect((await plan('', { token: link })).body.upgrade).toMatchObject({
      plan: 'tier_20_49',
      activeUsers: 20,
      accepted: false,
    });
    for (let time = 0; time < 2; time += 1)
      expect(await plan('upgrade', { token: link })).toMatchObject({ status: 200, body: { plan: 'tier_20_49' } });
    await after({ days: 31, minutes: 150 });
    const { payments } = await lifeOf(stack, member.id);
    expect(payments.map((each: any) => each.paid_in_cents)).toEqual([3999, 1999, 0]);
    expect(await stack.sandbox.mails(member.email, { count: 0, subject: TOO_SMALL })).toHaveLength(1);
  });

  it('offers it once: a plan that is chosen later stays, and no invoice is negative', async () => {
    const member = await aMember(stack);
    await report(await people(member, 20));
    await after({ days: 30, minutes: 150 });
    const [mail] = await stack.sandbox.mails(member.email, { subject: TOO_SMALL });
    const token = /\/plan\?token=([\w.-]+)/.exec(mail!.text)![1]!;
    expect(await plan('upgrade', { token })).toMatchObject({ status: 200, body: { plan: 'tier_20_49' } });
    for (let time = 0; time < 5; time += 1) {
      const { body } = await plan('change', { token, selectedPlan: 'tier_1_19' });
      expect(body).toMatchObject({ plan: 'tier_1_19', upgrade: null });
      expect(await plan('upgrade', { token })).toMatchObject({ status: 409, body: { error: ERRORS.upgradeOver } });
      expect((await lifeOf(stack, member.id)).plan).toBe('tier_1_19');
    }
    await after({ days: 31, minutes: 150 });
    const { payments } = await lifeOf(stack, member.id);
    expect(payments.map((each: any) => each.amount_in_cents)).toEqual([1999, 1999, 0]);
  });

  it('changes nothing when the offer is not accepted; a month within the plan offers nothing', async () => {
    const [large, small] = [await aMember(stack), await aMember(stack)];
    await report([...(await people(large, 50)), ...(await people(small, 19))]);
    await after({ days: 30, minutes: 150 });
    await stack.sandbox.mails(large.email, { subject: TOO_SMALL });
    await after({ days: 31, minutes: 150 });
    expect((await lifeOf(stack, large.id)).payments.map((each: any) => each.paid_in_cents)).toEqual([1999, 1999, 0]);
    expect(await stack.sandbox.mails(small.email, { count: 0, subject: TOO_SMALL })).toEqual([]);
    await eventually(async () => (await closedMonthsOf(stack, small.id)).length === 2);
    expect(await closedMonthsOf(stack, small.id)).toMatchObject([
      { active_users: 19, upgrade_to: null },
      { active_users: 0, upgrade_to: null },
    ]);
  });
});

/** The number of the month at the instant when month `n` begins, and one second before. */
const monthsAround = (ends: string, zone: string) =>
  stack.query(
    `WITH zone AS MATERIALIZED (SELECT set_config('TimeZone', $2, true)),
     begun AS (SELECT n, (($1::timestamptz AT TIME ZONE 'UTC') + n * interval '1 month') AT TIME ZONE 'UTC' AS at
                 FROM zone, generate_series(0, 30) AS n)
     SELECT n, ${monthOf('at', '$1::timestamptz')} AS begins, ${monthOf(`at - interval '1 second'`, '$1::timestamptz')} AS before
       FROM begun ORDER BY n`,
    [ends, zone],
  );

describe('a billing month', () => {
  it.each([
    '2026-01-31T23:30:00Z',
    '2026-01-30T05:00:00Z',
    '2028-02-29T12:00:00Z',
    '2026-03-31T00:00:00Z',
    '2026-08-31T03:15:00Z',
    '2026-03-08T08:30:00Z',
    '2026-11-01T06:30:00Z',
    '2026-12-20T15:00:00Z',
  ])('of a trial that ended at %s begins when Stripe bills it, in every time zone of the server', async (ends) => {
    for (const zone of ['UTC', 'America/Chicago', 'Asia/Tokyo'])
      for (const { n, begins, before } of await monthsAround(ends, zone))
        expect({ n, begins, before }).toEqual({ n, begins: n + 1, before: n });
  });
});

describe('a plan that is too large', () => {
  it('is said so on /plan and in the notice before the trial ends, with the plan that would do', async () => {
    const member = await aMember(stack, { plan: 'tier_50_99' });
    const [welcome] = await stack.sandbox.mails(member.email, { subject: /^Welcome/ });
    const [, token] = /\/plan\?token=([\w.-]+)/.exec(welcome!.text)!;
    const smaller = async () => (await callsTo(stack).post('plan', { token })).body.smaller;
    await report(await people(member, 6));
    expect(await smaller()).toBeNull();
    await after({ days: 23, minutes: 5 });
    const [notice] = await stack.sandbox.mails(member.email, { subject: 'Your free trial ends in 7 days' });
    expect(notice!.text.replaceAll(/\s+/g, ' ')).toContain(
      '6 people took part so far. The plan Starter (1-19 active users a month) at $19.99 a month would do',
    );
    expect(await smaller()).toEqual({ plan: 'tier_1_19', activeUsers: 6 });
    await callsTo(stack).post('plan/change', { token, selectedPlan: 'tier_1_19' });
    expect(await smaller()).toBeNull();
  });
});
