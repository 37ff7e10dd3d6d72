/** The reports page besides its funnel: the months, what was paid, and the ways from step to step. */
import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { SubscriptionState } from '@lampstand/workflows';
import { aStoredSubscription, aTrial, signedIn } from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();

async function anAccount(state: SubscriptionState, createdAt: string): Promise<number> {
  const { id } = await aTrial(stack, { state: 'success', columns: { created_at: createdAt } });
  await aStoredSubscription(stack, { id, state, at: createdAt });
  return id;
}

const aPaidInvoice = (subscription: number, plan: string, cents: number, paidAt: string) =>
  stack.query(
    `INSERT INTO payments (id, subscription_id, status, plan, amount_in_cents, paid_in_cents, attempts, period_from, period_to, paid_at, created_at)
     VALUES ($1, $2, 'paid', $3, $4, $4, 1, $5, $5, $5, $5)`,
    [`in_${randomUUID()}`, subscription, plan, cents, paidAt],
  );

it('counts what became of each month of sign-ups and what was paid by plan, in the zone of the organization', async () => {
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  const monthsAgo = (months: number, day: string) => {
    const first = new Date(`${now.slice(0, 7)}-01T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() - months);
    return `${first.toISOString().slice(0, 7)}-${day}`;
  };
  const began = monthsAgo(4, '10T12:00:00Z');
  await aTrial(stack, { columns: { created_at: began } });
  await aTrial(stack, { columns: { created_at: began, superseded_by: 1 } });
  await anAccount('trialing', began);
  await anAccount('canceled', began);
  const [paying, owing] = [await anAccount('active', began), await anAccount('pastDue', began)];
  await aPaidInvoice(paying, 'tier_1_19', 1999, monthsAgo(3, '10T12:00:00Z'));
  await aPaidInvoice(paying, 'tier_20_49', 3999, monthsAgo(2, '10T12:00:00Z'));
  // 3 AM in UTC on the first is still the month before in the zone.
  await aPaidInvoice(owing, 'tier_1_19', 1999, monthsAgo(2, '01T03:00:00Z'));
  await aPaidInvoice(paying, 'tier_1_19', 0, monthsAgo(4, '10T12:00:00Z'));
  await anAccount('active', monthsAgo(14, '10T12:00:00Z'));

  const support = await signedIn(stack, 'support');
  const { body } = await support.get('/api/admin/revenue');
  expect(body).toEqual({
    cohorts: [
      { month: began.slice(0, 7), registered: 5, people: 5, opened: 4, inTrial: 1, paid: 2, owing: 1, endedUnpaid: 1 },
    ],
    billed: [
      { month: monthsAgo(2, '01').slice(0, 7), invoices: 1, cents: { tier_20_49: 3999 } },
      { month: monthsAgo(3, '01').slice(0, 7), invoices: 2, cents: { tier_1_19: 3998 } },
    ],
  });
});

it('tells how people went from step to step, which codes arrived, why cards were declined, and the sources', async () => {
  const churchName = `Church ${randomUUID().slice(0, 8)}`;
  const at = (minutes: number) => new Date(Date.parse('2026-03-02T18:00:00Z') + minutes * 60_000).toISOString();
  const aPerson = async (verified: number | undefined, saved: number | undefined, source: string) => {
    const columns = {
      created_at: at(0),
      phone_verified_at: verified === undefined ? null : at(verified),
      how_heard_about: source,
      ...(saved !== undefined && { card_saved_at: at(saved) }),
    };
    const state = saved !== undefined ? 'success' : verified !== undefined ? 'billingInformation' : 'phoneVerification';
    return (await aTrial(stack, { state, columns, pastor: { churchName } })).id;
  };
  const note = (id: number, name: string, detail: object) =>
    stack.query(
      `INSERT INTO workflow_journal (flow, version, subject_id, note, detail, from_state, to_state, actor, request_id, at)
       SELECT flow, version, subject_id, $2, $3, to_state, to_state, actor, request_id, at
         FROM workflow_journal WHERE subject_id = $1 ORDER BY id DESC LIMIT 1`,
      [id, name, detail],
    );
  const people = [
    await aPerson(undefined, undefined, ' A Friend'),
    await aPerson(2, undefined, 'a friend'),
    await aPerson(4, 10, 'Search'),
    await aPerson(3, 63, ''),
  ] as const;
  for (const id of people) await note(id, 'code sent', { sends: 1 });
  await note(people[1], 'code sent', { sends: 2 });
  for (const id of [people[1], people[2], people[2]]) await note(id, 'card declined', { code: 'insufficient_funds' });
  await note(people[3], 'card declined', { code: 'expired_card' });

  const support = await signedIn(stack, 'support');
  const { body } = await support.get(`/api/admin/funnel/steps?q=${encodeURIComponent(churchName)}`);
  expect(body).toEqual({
    of: 4,
    medianSeconds: { verified: 180, card: 33 * 60, account: null },
    codes: { sent: 4, entered: 3, several: 1 },
    declines: [
      { reason: 'insufficient_funds', people: 2, saved: 1 },
      { reason: 'expired_card', people: 1, saved: 1 },
    ],
    sources: [
      { source: 'A Friend', registered: 2, account: 0 },
      { source: 'Search', registered: 1, account: 1 },
    ],
  });
});
