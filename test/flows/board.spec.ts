/** The board page: who pays, what they pay each month, and what changed, each counted again from the journal. @slow */
import type { Board, BoardMonth, Move } from '@lampstand/contracts/back-office';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Agent,
  aMember,
  anAgent,
  anUnpaidMember,
  aStoredSubscription,
  aSubscriptionNote,
  aTrial,
  callsTo,
  chargeOf,
  countsActiveUsers,
  deleteAtStripe,
  journalOfSubscriptions,
  lifeOf,
  movesSubscription,
  paysFirstMonth,
  planTokenOf,
  readCsv,
  repricesSubscription,
  storedTrial,
  stripe,
} from '../builders/index.ts';
import { advanceAndSettle, expectNoViolations, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const HISTORIES = Number(process.env['SOAK_RUNS'] ?? 10);
const ZONE = 'America/Chicago';
const DAY = 24 * 3600_000;

const boardOf = async ({ get }: Agent): Promise<Board> => {
  const { status, body } = await get('/api/admin/board');
  expect(status).toBe(200);
  return body;
};
const isPaying = (state: string) => ['active', 'pastDue', 'unpaid'].includes(state);

/** What the journal says about `months`, read from the first row to the last: the numbers, and the members behind each. */
async function recount(stack: Parameters<typeof journalOfSubscriptions>[0], months: string[]) {
  const changes: {
    month: string;
    churches: number;
    cents: number;
    moves: Move[];
    kind?: 'new' | 'ended' | 'changed';
  }[] = [];
  const members = new Map<string, Set<string>>();
  const life = { subject: '', cents: 0, asked: '' };
  for (const row of await journalOfSubscriptions(stack, ZONE)) {
    const { subject_id: subject, from_state: from, to_state: to, note, detail, month } = row;
    if (subject !== life.subject) Object.assign(life, { subject, cents: 0, asked: '' });
    const before = isPaying(from) ? life.cents : 0;
    if (note === 'cancel requested') life.asked = row['actor'];
    if (note === 'cancel undone' || note === 'plan started again') life.asked = '';
    life.cents = detail.monthlyInCents ?? (note === 'price changed' ? detail.to : life.cents);
    const moves: Move[] = [];
    const [began, left] = [!isPaying(from) && isPaying(to), isPaying(from) && !isPaying(to)];
    if (began) moves.push('new');
    if (from === 'trialing' && to !== from) moves.push('trialOver');
    if (from === 'trialing' && began) moves.push('trialPaid');
    if (from === 'trialing' && to === 'canceled') moves.push('endedInTrial');
    const isUnpaid = from !== 'active' && to === 'canceled';
    if (left && life.asked) moves.push(life.asked === 'visitor' ? 'endedByMember' : 'endedByUs');
    if (left && !life.asked) moves.push(isUnpaid ? 'endedUnpaid' : 'endedByUs');
    const cents = (isPaying(to) ? life.cents : 0) - before;
    const kind = began ? 'new' : left ? 'ended' : 'changed';
    changes.push({ month, churches: Number(began) - Number(left), cents, moves, kind });
    for (const move of moves) {
      const key = `${move}.${month}`;
      members.set(key, (members.get(key) ?? new Set()).add(subject));
    }
  }
  const sum = (found: typeof changes, of: 'churches' | 'cents') => found.reduce((total, each) => total + each[of], 0);
  const numbersOf = (month: string): BoardMonth => {
    const [own, until] = [
      changes.filter((each) => each.month === month),
      changes.filter((each) => each.month <= month),
    ];
    const count = (move: Move) => own.filter(({ moves }) => moves.includes(move)).length;
    const centsOf = (kind: string) =>
      sum(
        own.filter((each) => each.kind === kind),
        'cents',
      );
    return {
      month,
      paying: sum(until, 'churches'),
      monthlyInCents: sum(until, 'cents'),
      new: count('new'),
      trialOver: count('trialOver'),
      trialPaid: count('trialPaid'),
      endedInTrial: count('endedInTrial'),
      endedByMember: count('endedByMember'),
      endedUnpaid: count('endedUnpaid'),
      endedByUs: count('endedByUs'),
      newInCents: centsOf('new'),
      endedInCents: centsOf('ended'),
      changedInCents: centsOf('changed'),
    };
  };
  return { months: months.map(numbersOf), members };
}

describe('random histories', () => {
  const stack = inProcessStack();
  let agent: Agent;
  let now: number;
  beforeAll(async () => {
    now = Date.parse(((await stack.sandbox.call('clock')) as { now: string }).now);
    agent = await anAgent(stack, 'administrator');
  });

  const STATES = ['trialing', 'active', 'pastDue', 'unpaid', 'canceled'] as const;
  const step = fc.record({
    days: fc.double({ min: 0.01, max: 40, noNaN: true }),
    does: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...STATES) },
      fc.constantFrom('cancels', 'is canceled', 'stays'),
      fc.constantFrom(1999, 3999, 0),
    ),
  });
  const history = fc.record({
    daysAgo: fc.integer({ min: 1, max: 420 }),
    churchState: fc.constantFrom('TX', 'OK', 'WY'),
    activeUsers: fc.constantFrom(null, 19, 20),
    steps: fc.array(step, { maxLength: 9 }),
  });

  async function lives({
    daysAgo,
    churchState,
    activeUsers,
    steps,
  }: typeof history extends fc.Arbitrary<infer H> ? H : never) {
    let at = now - daysAgo * DAY;
    const iso = () => new Date(at).toISOString();
    const { id } = await aTrial(stack, { state: 'success', pastor: { churchState }, columns: { created_at: iso() } });
    // The provider does not know it, so nothing of it may be due.
    const columns = { closes_at: '9999-01-01', monthly_in_cents: 7999 };
    await aStoredSubscription(stack, { id, state: 'trialing', at: iso(), columns });
    if (activeUsers) await countsActiveUsers(stack, id, activeUsers);
    for (const { days, does } of steps) {
      at += days * DAY;
      if (at >= now) return;
      const { state } = await lifeOf(stack, id);
      if (typeof does === 'number') await repricesSubscription(stack, id, does, iso());
      else if (does === 'stays') await aSubscriptionNote(stack, id, 'cancel undone', { at: iso() });
      else if (does === 'cancels' || does === 'is canceled')
        await aSubscriptionNote(stack, id, 'cancel requested', {
          at: iso(),
          actor: does === 'cancels' ? 'visitor' : 'support',
        });
      else if (does !== state) {
        if (state === 'canceled')
          await aSubscriptionNote(stack, id, 'plan started again', {
            at: iso(),
            detail: { monthlyInCents: 7999, beforeInCents: 0 },
          });
        await movesSubscription(stack, id, does, iso());
      }
    }
  }

  it(`have on the board what the journal counts: ${HISTORIES} of them`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 4 }), async (members) => {
        for (const member of members) await lives(member);
        const { today, months } = await boardOf(agent);
        expect(months).toHaveLength(13);
        const counted = await recount(
          stack,
          months.map(({ month }) => month),
        );
        expect(months).toEqual(counted.months);
        expect(today).toMatchObject({ paying: months[0]!.paying, monthlyInCents: months[0]!.monthlyInCents });
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    );
  }, 240_000);

  const totalOf = async (query: string) => {
    const { status, headers } = await agent.get(`/api/admin/trial-signups?limit=1&${query}`);
    expect(status).toBe(200);
    return Number(headers.get('x-total-count'));
  };

  it('have for each number the list of its members', async () => {
    const { today, months } = await boardOf(agent);
    const { members } = await recount(
      stack,
      months.map(({ month }) => month),
    );
    const month = months[1]!.month;
    for (const [key, found] of members)
      if (key.endsWith(month)) expect([key, await totalOf(`moved=${key}`)]).toEqual([key, found.size]);
    expect(await totalOf(`moved=endedByUs.2001-01`)).toBe(0);
    expect(await totalOf('state=active,pastDue,unpaid')).toBe(today.paying);
    expect(await totalOf('state=trialing')).toBe(today.inTrial);
    expect(await totalOf('state=pastDue,unpaid')).toBe(today.owing);
    expect(today.abovePlan).toBeGreaterThan(0);
    expect(await totalOf('abovePlan=yes')).toBe(today.abovePlan);
    expect(today.states.reduce((sum, { churches }) => sum + churches, 0)).toBe(today.paying);
    for (const { state, churches } of today.states)
      expect(await totalOf(`churchState=${state}&state=active,pastDue,unpaid`)).toBe(churches);
    for (const wrong of ['moved=new', 'moved=new.2026-13', 'moved=left.2026-10', 'abovePlan=no', 'churchState=Texas'])
      expect((await agent.get(`/api/admin/trial-signups?${wrong}`)).status).toBe(400);
  });

  it('are a file of months and a file of states, with dates and numbers of their own', async () => {
    const { today, months } = await boardOf(agent);
    const file = await agent.get('/api/admin/board/export?bom=0');
    expect(file.headers.get('content-disposition')).toMatch(/filename="board-\d{4}-\d\d-\d\d\.csv"/);
    const [heads, ...rows] = readCsv(file.text);
    expect(heads!.slice(0, 5)).toEqual([
      'Month',
      'Is over',
      'Paying churches at its end',
      'Monthly recurring revenue at its end',
      'New paying',
    ]);
    expect(rows.map((row) => row.slice(0, 5))).toEqual(
      months.map((each, at) => [
        `${each.month}-01`,
        at ? 'Yes' : 'No, so far',
        String(each.paying),
        (each.monthlyInCents / 100).toFixed(2),
        String(each.new),
      ]),
    );
    const states = await agent.get('/api/admin/board/states/export?bom=0');
    expect(readCsv(states.text)[1]![1]).toBe(String(today.states[0]!.churches));
  });
});

describe('a year of real members', () => {
  const stack = inProcessStack();

  it(
    'keeps its numbers when retention and erasures run a year later',
    { timeout: 240_000, tags: 'thorough' },
    async () => {
      const advance = advanceAndSettle(stack);
      const tokenOf = (member: Awaited<ReturnType<typeof aMember>>) => planTokenOf(stack, member);
      const plan = (name: string, body: object) => callsTo(stack).post(`plan/${name}`, body);
      const support = await anAgent(stack);
      const [leaves, quits, grows, dismissed] = [
        await aMember(stack),
        await aMember(stack),
        await aMember(stack),
        await aMember(stack, { plan: 'tier_20_49' }),
      ];
      const unpaid = await anUnpaidMember(stack);
      const { id: unfinished } = await aTrial(stack, { state: 'billingInformation' });
      expect((await plan('cancel', { token: await tokenOf(leaves) })).status).toBe(200);
      for (const member of [quits, grows, dismissed]) await paysFirstMonth(stack, member);
      expect((await plan('change', { token: await tokenOf(grows), selectedPlan: 'tier_50_99' })).status).toBe(200);
      expect((await plan('cancel', { token: await tokenOf(quits) })).status).toBe(200);
      expect((await support.runs(dismissed.id, 'cancel-subscription')).status).toBe(200);
      const { id: charge } = await chargeOf(stack, grows);
      await stripe(stack, 'refunds', { charge, amount: '500' });
      await deleteAtStripe(stack, `subscriptions/${(await lifeOf(stack, unpaid.id)).stripe_id}`);
      await settled(stack);
      for (const days of [16, 16]) await advance({ days });
      for (const { id } of [leaves, quits, dismissed, unpaid])
        await eventually(async () => (await lifeOf(stack, id)).state === 'canceled', { within: 30_000 });

      const read = async () => {
        const agent = await anAgent(stack, 'administrator');
        const { months } = await boardOf(agent);
        const { events, billed } = (await agent.get('/api/admin/revenue')).body;
        const counted = await recount(
          stack,
          months.map(({ month }) => month),
        );
        expect(months).toEqual(counted.months);
        return { months, events, billed };
      };
      await expectNoViolations(stack);
      const told = await read();
      const all = (move: Move) => told.months.reduce((sum, month) => sum + month[move], 0);
      expect({
        new: all('new'),
        trialPaid: all('trialPaid'),
        endedInTrial: all('endedInTrial'),
        endedByMember: all('endedByMember'),
        endedUnpaid: all('endedUnpaid'),
        endedByUs: all('endedByUs'),
      }).toEqual({ new: 4, trialPaid: 4, endedInTrial: 1, endedByMember: 1, endedUnpaid: 1, endedByUs: 1 });
      expect(told.months[0]).toMatchObject({ paying: 1, monthlyInCents: 7999 });
      expect(told.months.reduce((sum, { changedInCents }) => sum + changedInCents, 0)).toBe(6000);
      expect(told.billed.reduce((sum: number, { returnedInCents }: any) => sum + returnedInCents, 0)).toBe(500);

      await advance({ days: 300 });
      const admin = await anAgent(stack, 'administrator');
      for (const member of [leaves, quits]) await admin.erases(member.id);
      await settled(stack);
      for (const id of [leaves.id, quits.id, unfinished])
        await eventually(async () => (await storedTrial(stack, id)).email === '', { within: 40_000 });
      const later = await read();
      const closed = told.months.slice(1).map(({ month }) => month);
      const ofClosed = (found: { month: string }[]) => found.filter(({ month }) => closed.includes(month));
      const kept = ofClosed(later.months).map(({ month }) => month);
      expect(kept.length).toBeGreaterThan(0);
      const ofKept = (found: { month: string }[]) => found.filter(({ month }) => kept.includes(month));
      expect(ofKept(later.months)).toEqual(ofKept(told.months));
      expect(ofKept(later.events)).toEqual(ofKept(told.events));
      expect(ofKept(later.billed)).toEqual(ofKept(told.billed));
    },
  );
});
