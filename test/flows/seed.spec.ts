/** `npm run seed`: a small set has every state and every kind of row that the product knows. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import { ambassadorApplication, initialStateOf, subscriptionLife, trialSignup } from '@lampstand/workflows';
import { signedIn } from '../builders/index.ts';
import { violations } from '../invariants/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { seedDatabase } from '../../tools/seed/seed-database.ts';

// Sweeps would erase what is old and would ask the provider about what it does not know.
const stack = inProcessStack({ env: { SWEEP_INTERVAL_SECONDS: '3600' } });
const UNTIL = Math.floor(Date.now() / 86_400_000) * 86_400_000;
const TRIALS = 3000;

beforeAll(() => seedDatabase(stack.databaseUrl, { trials: TRIALS, until: UNTIL }), 120_000);

const valuesOf = async (table: string, column: string): Promise<string[]> =>
  (await stack.query(`SELECT DISTINCT ${column} AS value FROM ${table} ORDER BY 1`)).map(({ value }) => value);

/** Columns that are null, or never null, in every seeded row, and why. */
const LEFT_OUT: Record<string, string> = {
  'ambassador_applications.pending_decision':
    'a decision can be undone for ten seconds only; then a sweep would record it',
  'ambassador_applications.pending_until': 'as pending_decision',
  'phone_verifications.delivery_due_at': 'a sweep would ask the provider, who does not know the code',
  'sent_mails.copy': 'copies are encrypted with a key that only a server has',
  'sent_mails.settled_at': 'is null for seconds only, while a mail is being sent',
  'consents.form_id': 'only a consent to start again has none, and no seeded member has started again',
  'consents.setup_intent_id': 'as form_id',
  'payments.number': 'only drafts have none, and a draft lasts an hour',
  'staff_accounts.totp_secret': 'the accounts have no usable password, so nothing to add a second factor to',
  'subscriptions.check_at': 'a sweep would ask the provider, who does not know the subscription',
  'subscriptions.notice_at': 'a sweep would mail to a made-up address',
  'subscriptions.signed_up_at': 'every subscription has a sign-up',
  'subscriptions.state_since': 'every subscription has a journal',
  'trial_requests.staff_notified_at': 'a sweep would mail to staff',
  'trial_signups.card_check_at': 'a sweep would ask the provider, who does not know the card form',
  'trial_signups.card_unknown_since': 'as card_check_at',
  'trial_signups.opening_at': 'a sweep would open the account at the provider, who does not know the customer',
};

const TABLES = [
  'ambassador_applications',
  'consents',
  'newsletter_subscriptions',
  'payments',
  'phone_verifications',
  'queue_items',
  'saved_views',
  'sent_mails',
  'staff_accounts',
  'subscriptions',
  'trial_requests',
  'trial_signups',
  'users',
];

describe('a seeded database', () => {
  it.each([
    [trialSignup, 'trial_signups'],
    [subscriptionLife, 'subscriptions'],
    [ambassadorApplication, 'ambassador_applications'],
  ] as const)('has every stored state of the chart $0.id', async (chart, table) => {
    const stored = Object.keys(chart.states).filter((state) => state !== initialStateOf(chart));
    expect(await valuesOf(table, 'state')).toEqual(stored.toSorted());
  });

  it.each([
    ['trial_requests', 'state', ['answered', 'closed', 'new']],
    ['newsletter_subscriptions', 'state', ['confirmed', 'pending', 'unsubscribed']],
    ['users', 'status', ['active', 'closed', 'opening']],
    ['payments', 'status', ['open', 'paid', 'uncollectible', 'void']],
    ['phone_verifications', 'status', ['approved', 'dropped', 'live']],
    ['phone_verifications', 'lane', ['proven', 'unproven', 'worked']],
    ['sent_mails', 'outcome', ['bounced', 'sent']],
    ['staff_accounts', 'role', ['administrator', 'support']],
  ])('has every %s by %s', async (table, column, values) => {
    expect(await valuesOf(table, column)).toEqual(values);
  });

  it('has rows with and without a value in each nullable column', async () => {
    const columns = await stack.query(
      `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        WHERE table_schema = 'public' AND is_nullable = 'YES' AND table_name = ANY ($1) ORDER BY 1, 2`,
      [TABLES],
    );
    const alike: string[] = [];
    for (const { table, column } of columns) {
      const [{ all, filled }] = await stack.query(
        `SELECT count(*)::int AS all, count(${column})::int AS filled FROM ${table}`,
      );
      if (filled === 0 || filled === all) alike.push(`${table}.${column}`);
    }
    expect(alike).toEqual(Object.keys(LEFT_OUT).toSorted());
  });

  it('has erased people, erasures that wait, corrections, answers, notes of staff and notes of the journal', async () => {
    const [counts] = await stack.query(`SELECT
      (SELECT count(*) FROM trial_signups WHERE erased_at IS NOT NULL AND state = 'success')::int AS "erased members",
      (SELECT count(*) FROM trial_signups WHERE erased_at IS NOT NULL AND state <> 'success')::int AS "erased visitors",
      (SELECT count(*) FROM trial_signups WHERE erasure_requested_at IS NOT NULL)::int AS "erasures that wait",
      (SELECT count(*) FROM trial_corrections)::int AS corrections,
      (SELECT count(*) FROM trial_request_answers)::int AS answers,
      (SELECT count(DISTINCT flow) FROM staff_notes)::int AS "flows with notes",
      (SELECT count(*) FROM payments WHERE attempts > 1 AND status = 'paid')::int AS "paid after a failure",
      (SELECT count(*) FROM ambassador_applications WHERE decision_words <> '')::int AS "decisions with words"`);
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    expect(counts['flows with notes']).toBe(3);
    expect(await valuesOf(`workflow_journal WHERE note IS NOT NULL`, 'note')).toEqual([
      'cancel requested',
      'card changed',
      'card declined',
      'code not sent',
      'code sent',
      'code wrong',
      'contacted',
      'details corrected',
      'disputed',
      'erasure begun',
      'erasure requested',
      'person erased',
      'refunded',
    ]);
    expect((await valuesOf(`workflow_journal WHERE note = 'card declined'`, `detail->>'code'`)).length).toBe(5);
  });

  it('breaks no invariant', async () => {
    expect(await violations(stack)).toEqual([]);
  });

  it('has the same rows for the same options', async () => {
    const sums = async () =>
      stack.query(`SELECT (SELECT md5(string_agg(t::text, '' ORDER BY id)) FROM (SELECT id, state, email, erased_at, superseded_by FROM trial_signups) t) AS signups,
                          (SELECT md5(string_agg(p::text, '' ORDER BY id)) FROM payments p) AS payments`);
    const before = await sums();
    await seedDatabase(stack.databaseUrl, { trials: TRIALS, until: UNTIL });
    expect(await sums()).toEqual(before);
  }, 60_000);

  it('fills queue, search of invoices, cohorts, revenue and steps', async () => {
    const { get } = await signedIn(stack);
    const queue = (await get('/api/admin/queue')).body;
    expect(JSON.stringify(queue)).toContain('Daniel Park');
    const [{ number }] = await stack.query('SELECT number FROM payments ORDER BY created_at DESC LIMIT 1');
    expect((await get(`/api/admin/search?q=${number}`)).body).toMatchObject([{ kind: 'invoice' }]);
    const { cohorts, billed } = (await get('/api/admin/revenue')).body;
    expect(cohorts.some(({ owing }: { owing: number }) => owing > 0)).toBe(true);
    expect(billed.length).toBeGreaterThan(0);
    const { today } = (await get('/api/admin/board')).body;
    expect(Math.min(today.paying, today.owing, today.abovePlan, today.states.length)).toBeGreaterThan(0);
    const steps = (await get('/api/admin/funnel/steps')).body;
    const { cards, invoices } = (await get('/api/admin/funnel/declines')).body;
    expect([cards.length, invoices.length]).toEqual([5, 5]);
    for (const { people, resolved } of [...cards, ...invoices]) expect(resolved).toBeLessThan(people);
    expect(steps.codes.several).toBeGreaterThan(0);
  });
});
