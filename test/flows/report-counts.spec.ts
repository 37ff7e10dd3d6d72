/** The kept counts of the reports: the same as a recount, whatever happens and while they are moved. */
import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aStoredSubscription, aTrial, signedIn } from '../builders/index.ts';
import { IN_THE_DATABASE } from '../invariants/database.mjs';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const HISTORIES = Number(process.env['SOAK_RUNS'] ?? 6);
const stack = inProcessStack({ env: { SWEEP_INTERVAL_SECONDS: '1' } });

/** Civil days around the end of daylight saving time, some of them late in the evening. */
const instants = fc.date({
  min: new Date('2026-10-28T00:00:00Z'),
  max: new Date('2026-11-04T00:00:00Z'),
  noInvalidDate: true,
});
const plans = fc.constantFrom('tier_1_19', 'tier_20_49', 'tier_50_99');
const numbers = fc.nat();

const steps = fc.oneof(
  fc.record({
    step: fc.constant('begins' as const),
    at: instants,
    state: fc.constantFrom('phoneVerification', 'success'),
  }),
  fc.record({ step: fc.constant('chooses' as const), which: numbers, plan: plans }),
  fc.record({ step: fc.constant('proves' as const), which: numbers }),
  fc.record({ step: fc.constant('is replaced' as const), which: numbers }),
  fc.record({ step: fc.constant('pays' as const), which: numbers }),
  fc.record({ step: fc.constant('is refunded' as const), which: numbers }),
  fc.record({ step: fc.constant('is deleted' as const), which: numbers }),
);
type Step = typeof steps extends fc.Arbitrary<infer Each> ? Each : never;

const ids: number[] = [];
const members: number[] = [];

async function take(step: Step): Promise<void> {
  if (step.step === 'begins') {
    const at = step.at.toISOString();
    const { id } = await aTrial(stack, { state: step.state as 'success', columns: { created_at: at } });
    ids.push(id);
    if (step.state !== 'success') return;
    members.push(id);
    await aStoredSubscription(stack, { id, state: (['trialing', 'pastDue', 'canceled'] as const)[id % 3]!, at });
    return;
  }
  const pick = (list: number[]) => list[step.which % list.length] ?? 0;
  const [id, member] = [pick(ids), pick(members)];
  if (step.step === 'chooses')
    await stack.query('UPDATE trial_signups SET selected_plan = $2 WHERE id = $1', [id, step.plan]);
  if (step.step === 'proves')
    await stack.query('UPDATE trial_signups SET phone_verified_at = now() WHERE id = $1', [id]);
  if (step.step === 'is replaced') await stack.query('UPDATE trial_signups SET superseded_by = 1 WHERE id = $1', [id]);
  if (step.step === 'is deleted') await stack.query('DELETE FROM payments WHERE subscription_id = $1', [member]);
  if (step.step === 'is refunded')
    await stack.query(
      `UPDATE payments SET status = 'void', paid_at = NULL, paid_in_cents = 0 WHERE subscription_id = $1`,
      [member],
    );
  if (step.step === 'pays' && member)
    await stack.query(
      `INSERT INTO payments (id, subscription_id, status, plan, amount_in_cents, paid_in_cents, attempts, period_from, period_to, paid_at, created_at)
       VALUES ($1, $2, 'paid', 'tier_1_19', 1999, 1999, 1, now(), now(), now(), now())`,
      [`in_${randomUUID()}`, member],
    );
}

const differences = () => stack.query(IN_THE_DATABASE['I19 the counts of the reports differ from a recount']!);
const waiting = async () => (await stack.query('SELECT FROM changed_signups')).length;

it(`equal a recount after each of ${HISTORIES} random histories, before and after the changes are moved`, async () => {
  await eventually(async () => (await stack.query('SELECT FROM signup_counts_basis')).length === 1);
  const staff = await signedIn(stack);
  const read = async (path: string) => (await staff.get(`/api/admin/${path}`)).body;
  const plan = 'tier_1_19,tier_20_49';
  const expectEqual = async () => {
    expect(await differences()).toEqual([]);
    // No sign-up was contacted, so contacted=no matches all of them; it forces a recount.
    for (const [kept, recounted] of [
      ['funnel?', 'funnel?contacted=no'],
      [`funnel?plan=${plan}&startDate=2026-10-30`, `funnel?plan=${plan}&startDate=2026-10-30&contacted=no`],
      ['funnel/groups?by=plan', 'funnel/groups?by=plan&contacted=no'],
    ] as const)
      expect(await read(kept)).toEqual(await read(recounted));
    const totalOf = async (query: string) =>
      (await staff.get(`/api/admin/trial-signups?limit=1&${query}`)).headers.get('x-total-count');
    for (const query of [
      `plan=${plan}`,
      'state=phoneVerification,pastDue',
      'state=success,canceled',
      'stuck=payment',
      'reached=verified',
    ])
      expect([query, await totalOf(query)]).toEqual([query, await totalOf(`${query}&contacted=no`)]);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (history) => {
      for (const step of history) await take(step);
      await expectEqual();
      await eventually(async () => (await waiting()) === 0);
      await expectEqual();
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
  for (const at of ['2026-10-28T18:00:00Z', '2026-11-03T18:00:00Z'])
    await take({ step: 'begins', at: new Date(at), state: 'success' });
  await expectEqual();
  const { days } = await read('funnel?');
  expect(days.length).toBeGreaterThanOrEqual(7);
}, 120_000);
