/** The kept counts of the reports: the same as a recount, whatever happens and while they are moved. */
import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { subscriptionLife } from '@lampstand/workflows';
import { aStoredSubscription, aTrial, callsTo, cookiesOf, signedIn } from '../builders/index.ts';
import { IN_THE_DATABASE } from '../invariants/database.mjs';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const HISTORIES = Number(process.env['SOAK_RUNS'] ?? 4);
const ZONE = 'America/Chicago';
const stack = inProcessStack({ env: { SWEEP_INTERVAL_SECONDS: '1' } });

/** Civil days around the end of daylight saving time, some of them late in the evening. */
const at = fc.date({
  min: new Date('2026-10-28T00:00:00Z'),
  max: new Date('2026-11-04T00:00:00Z'),
  noInvalidDate: true,
});
const plan = fc.constantFrom('tier_1_19', 'tier_20_49', 'tier_50_99');
const which = fc.nat();
/** Few, so that several sign-ups are of one person. */
const person = fc.nat(5);
const SUBSCRIPTION = ['trialing', 'active', 'pastDue', 'unpaid', 'canceled'] as const;

const STEPS = {
  begins: fc.record({ at, person, opens: fc.boolean(), subscription: fc.constantFrom(...SUBSCRIPTION) }),
  chooses: fc.record({ which, plan }),
  proves: fc.record({ which }),
  'is contacted': fc.record({ which }),
  'changes the phone': fc.record({ which, person }),
  'corrects the email': fc.record({ which, person }),
  'is replaced': fc.record({ which }),
  'is erased': fc.record({ which }),
  becomes: fc.record({ which, subscription: fc.constantFrom(...SUBSCRIPTION) }),
  pays: fc.record({ which, at, plan }),
  'is refunded': fc.record({ which }),
  'is deleted': fc.record({ which }),
};
type Given = { [Name in keyof typeof STEPS]: (typeof STEPS)[Name] extends fc.Arbitrary<infer Each> ? Each : never };
type Step = { [Name in keyof Given]: [Name, Given[Name]] }[keyof Given];
const step = fc.oneof(
  ...Object.entries(STEPS).map(([name, given]) => fc.tuple(fc.constant(name), given as fc.Arbitrary<object>)),
) as fc.Arbitrary<Step>;

const ids: number[] = [];
const members: number[] = [];
const emailOf = (number: number) => `Person.${number}@church.example`;
const phoneOf = (number: number) => `21355501${number}0`;
const change = (columns: string, values: unknown[]) =>
  stack.query(`UPDATE trial_signups SET ${columns} WHERE id = $1 AND erased_at IS NULL`, values);

async function begins({ at: created, person: number, opens, subscription }: Given['begins']): Promise<void> {
  const pastor = { email: emailOf(number), phone: phoneOf(number) };
  const state = opens ? 'success' : 'phoneVerification';
  const { id } = await aTrial(stack, { state, pastor, columns: { created_at: created.toISOString() } });
  ids.push(id);
  if (!opens) return;
  members.push(id);
  await aStoredSubscription(stack, { id, state: subscription, at: created.toISOString() });
}

const BECOMES = `
  WITH subject AS (SELECT * FROM subscriptions WHERE id = $1 AND state NOT IN ('canceled', $2)),
       moved AS (INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
                 SELECT 'subscription-life', '${subscriptionLife.version}', id, journal_seq + 1, 'became.' || $2, state, $2, 'job', 'test', now() FROM subject)
  UPDATE subscriptions SET state = $2, journal_seq = subject.journal_seq + 1 FROM subject WHERE subscriptions.id = subject.id`;

/** `id` is one of the sign-ups, `member` one with an account. */
const TAKE: { [Name in keyof Given]: (given: Given[Name], id: number, member: number) => Promise<unknown> } = {
  begins,
  chooses: ({ plan: selected }, id) => change('selected_plan = $2', [id, selected]),
  proves: (_, id) => change('phone_verified_at = now()', [id]),
  'is contacted': (_, id) => change('contacted_at = CASE WHEN contacted_at IS NULL THEN now() END', [id]),
  'changes the phone': ({ person: number }, id) => change('phone = $2', [id, phoneOf(number)]),
  'corrects the email': ({ person: number }, id) => change('email = $2', [id, emailOf(number).toLowerCase()]),
  'is replaced': (_, id) => change('superseded_by = 1', [id]),
  'is erased': (_, id) => change(`erased_at = now(), email = '', phone = '0000000000'`, [id]),
  becomes: ({ subscription }, _, member) => stack.query(BECOMES, [member, subscription]),
  pays: async ({ at: paid, plan: billed }, _, member) =>
    member &&
    stack.query(
      `INSERT INTO payments (id, subscription_id, status, plan, amount_in_cents, paid_in_cents, attempts, period_from, period_to, paid_at, created_at)
       VALUES ($1, $2, 'paid', $4, 1999, 1999, 1, $3, $3, $3, $3)`,
      [`in_${randomUUID()}`, member, paid, billed],
    ),
  'is refunded': (_, __, member) =>
    stack.query(`UPDATE payments SET status = 'void', paid_at = NULL, paid_in_cents = 0 WHERE subscription_id = $1`, [
      member,
    ]),
  'is deleted': (_, __, member) => stack.query('DELETE FROM payments WHERE subscription_id = $1', [member]),
};

function take([name, given]: Step): Promise<unknown> {
  const number = 'which' in given ? given.which : 0;
  const pick = (list: number[]) => list[number % list.length] ?? 0;
  return TAKE[name](given as never, pick(ids), pick(members));
}

const differences = async () => [
  ...(await stack.query(IN_THE_DATABASE['I19 the counts of the reports differ from a recount']!)),
  ...(await stack.query(IN_THE_DATABASE['I19 the counts of all days differ from the sums of the days']!)),
  ...(await stack.query(IN_THE_DATABASE['I19 the billed months differ from the paid invoices']!)),
];
const waiting = async () =>
  (await stack.query('SELECT FROM changed_signups UNION ALL SELECT FROM changed_payments')).length;

type Calls = Awaited<ReturnType<typeof signedIn>>;

/** The people of the same filter, counted without what is kept. */
async function peopleIn(condition: string) {
  const [people] = await stack.query(
    `WITH counting AS (SELECT *, lower(email) AS mail FROM trial_signups WHERE superseded_by IS NULL AND erased_at IS NULL),
          proven AS (SELECT DISTINCT ON (phone) * FROM counting WHERE phone_verified_at IS NOT NULL ORDER BY phone, state <> 'success', created_at, id),
          others AS (SELECT DISTINCT ON (mail) * FROM counting WHERE phone_verified_at IS NULL
                        AND mail NOT IN (SELECT mail FROM counting WHERE phone_verified_at IS NOT NULL) ORDER BY mail, created_at, id)
     SELECT count(*)::int AS registered, count(phone_verified_at)::int AS verified
       FROM (SELECT * FROM proven UNION ALL SELECT * FROM others) AS people WHERE ${condition}`,
  );
  return people;
}

/** The paid invoices of each month and plan, counted without what is kept. */
const billedIn = (zone: string) =>
  stack.query(
    `SELECT to_char(paid_at AT TIME ZONE $1, 'YYYY-MM') AS month, plan, count(*)::int AS invoices, sum(paid_in_cents)::int AS cents
       FROM payments WHERE status = 'paid' GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
    [zone],
  );

async function expectBilled(
  billed: { month: string; invoices: number; cents: Record<string, number> }[],
  zone: string,
) {
  const counted = await billedIn(zone);
  const flat = billed.flatMap(({ month, cents }) =>
    Object.entries(cents)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([plan, sum]) => ({ month, plan, cents: sum })),
  );
  expect(flat).toEqual(counted.map(({ invoices: _, ...rest }) => rest));
  const invoices = (list: { invoices: number }[]) => list.reduce((sum, each) => sum + each.invoices, 0);
  expect(invoices(billed)).toBe(invoices(counted as { invoices: number }[]));
}

/** Matches every sign-up; the kept counts do not answer it. */
const RECOUNT = 'since=2000-01-01T00:00:00.000Z';

async function expectEqual(staff: Pick<Calls, 'get'>, zone: string): Promise<void> {
  const read = async (path: string) => (await staff.get(`/api/admin/${path}`)).body;
  const plans = 'tier_1_19,tier_20_49';
  expect(await differences()).toEqual([]);
  const inDays = `plan=${plans}&startDate=2026-10-30`;
  for (const filter of ['', inDays, 'contacted=yes', `contacted=no&${inDays}`]) {
    const { people, ...counts } = await read(`funnel?${filter}`);
    expect([filter, counts]).toEqual([filter, await read(`funnel?${filter}&${RECOUNT}`)]);
    expect(people !== undefined).toBe(!filter.includes('contacted'));
  }
  expect((await read(`funnel?plan=${plans}`)).people).toEqual(
    await peopleIn(`selected_plan IN ('tier_1_19', 'tier_20_49')`),
  );
  expect((await read('funnel?')).people).toEqual(await peopleIn('true'));
  await expectBilled((await read('revenue')).billed, zone);
  expect(await read('funnel/groups?by=plan')).toEqual(await read(`funnel/groups?by=plan&${RECOUNT}`));
  const totalOf = async (query: string) =>
    (await staff.get(`/api/admin/trial-signups?limit=1&${query}`)).headers.get('x-total-count');
  for (const filter of [
    `plan=${plans}`,
    'state=phoneVerification,pastDue',
    'state=success,canceled',
    'stuck=payment',
    'reached=verified',
    'reached=verified&contacted=yes',
    'contacted=no',
  ])
    expect([filter, await totalOf(filter)]).toEqual([filter, await totalOf(`${filter}&${RECOUNT}`)]);
}

async function histories(staff: Pick<Calls, 'get'>, runs: number, zone: string): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (history) => {
      for (const each of history) await take(each);
      await expectEqual(staff, zone);
      await eventually(async () => (await waiting()) === 0);
      await expectEqual(staff, zone);
    }),
    { numRuns: runs, endOnFailure: true },
  );
}

it(`equal a recount after each of ${HISTORIES} random histories, before and after the changes are moved, and in another zone`, async () => {
  await eventually(async () => (await stack.query('SELECT FROM signup_counts_basis')).length === 1);
  const staff = await signedIn(stack);
  const inAnotherZone = Math.ceil(HISTORIES / 4);
  await histories(staff, HISTORIES - inAnotherZone, ZONE);
  for (const day of ['2026-10-28T18:00:00Z', '2026-11-03T18:00:00Z'])
    await begins({ at: new Date(day), person: 9, opens: true, subscription: 'active' });
  await expectEqual(staff, ZONE);
  const { days } = (await staff.get('/api/admin/funnel')).body;
  expect(days.length).toBeGreaterThanOrEqual(7);

  const zone = 'Pacific/Auckland';
  const elsewhere = await globalThis.startInProcessStack({
    env: { DATABASE_URL: stack.databaseUrl, ORG_TIME_ZONE: zone, SWEEP_INTERVAL_SECONDS: '1' },
  });
  try {
    await eventually(
      async () => (await stack.query('SELECT FROM signup_counts_basis WHERE zone = $1', [zone])).length === 1,
    );
    await eventually(async () => (await waiting()) === 0);
    const there = callsTo(elsewhere.address);
    const { email, password } = staff;
    const cookie = cookiesOf(await there.post('admin/login', { email, password }));
    await histories(callsTo(elsewhere.address, { cookie }), inAnotherZone, zone);
  } finally {
    await elsewhere.stop();
  }
}, 180_000);
