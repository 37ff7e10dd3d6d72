/** The reports page besides its funnel: the months, what was paid, and the ways from step to step. @slow */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SOURCES } from '@lampstand/contracts';
import type { SubscriptionState } from '@lampstand/workflows';
import {
  aStoredSubscription,
  aSubscriptionNote,
  aTrial,
  anUnpaidMember,
  lifeOf,
  signedIn,
  storesAnotherCard,
  stripe,
  aJournalNote,
  aStoredPayment,
  paymentsOf,
  storedTrial,
} from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();

async function anAccount(state: SubscriptionState, createdAt: string): Promise<number> {
  const { id } = await aTrial(stack, { state: 'success', columns: { created_at: createdAt } });
  await aStoredSubscription(stack, { id, state, at: createdAt });
  return id;
}

const aPaidInvoice = (subscription: number, plan: string, cents: number, at: string) =>
  aStoredPayment(stack, subscription, { plan, cents, paid: true, at });

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
  // Counted in the month in which it is paid back.
  const at = monthsAgo(2, '20T12:00:00Z');
  await aSubscriptionNote(stack, paying, 'refunded', { at, detail: { invoice: 'L-1', from: 300, to: 1000 } });
  for (const state of ['underReview', 'lost'])
    await aSubscriptionNote(stack, owing, 'disputed', {
      at: monthsAgo(3, '20T12:00:00Z'),
      detail: { invoice: 'L-2', state, amountInCents: 1999 },
    });
  await aPaidInvoice(paying, 'tier_1_19', 0, monthsAgo(4, '10T12:00:00Z'));
  await anAccount('active', monthsAgo(14, '10T12:00:00Z'));

  const support = await signedIn(stack, 'support');
  const { body } = await support.get('/api/admin/revenue');
  const { events, ...others } = body;
  expect(events).toHaveLength(3);
  expect(events[0]).toMatchObject({ month: now.slice(0, 7), registered: 7, verified: 5, card: 5, opened: 5, paid: 0 });
  expect(events.slice(1).map(({ paid }: { paid: number }) => paid)).toEqual([1, 2]);
  expect(others).toEqual({
    cohorts: [{ month: began.slice(0, 7), registered: 5, opened: 4, inTrial: 1, paid: 2, owing: 1, endedUnpaid: 1 }],
    billed: [
      { month: monthsAgo(2, '01').slice(0, 7), invoices: 1, cents: { tier_20_49: 3999 }, returnedInCents: 700 },
      { month: monthsAgo(3, '01').slice(0, 7), invoices: 2, cents: { tier_1_19: 3998 }, returnedInCents: 1999 },
    ],
  });
});

it('tells how people went from step to step, which codes arrived, and from where they heard', async () => {
  const churchName = `Church ${randomUUID().slice(0, 8)}`;
  const at = (minutes: number) => new Date(Date.parse('2026-03-02T18:00:00Z') + minutes * 60_000).toISOString();
  const aPerson = async (verified: number | undefined, saved: number | undefined, source: string) => {
    const columns = {
      created_at: at(0),
      phone_verified_at: verified === undefined ? null : at(verified),
      ...(saved !== undefined && { card_saved_at: at(saved) }),
    };
    const state = saved !== undefined ? 'success' : verified !== undefined ? 'billingInformation' : 'phoneVerification';
    return (await aTrial(stack, { state, columns, pastor: { churchName, howHeardAbout: source } })).id;
  };
  const people = [
    await aPerson(undefined, undefined, ' A Friend'),
    await aPerson(2, undefined, 'a friend'),
    await aPerson(4, 10, 'Search'),
    await aPerson(3, 63, ''),
  ] as const;
  for (const id of people) await aJournalNote(stack, id, 'code sent', { sends: 1 });
  await aJournalNote(stack, people[1], 'code sent', { sends: 2 });

  const support = await signedIn(stack, 'support');
  const { body } = await support.get(`/api/admin/funnel/steps?q=${encodeURIComponent(churchName)}`);
  expect(body).toEqual({
    of: 4,
    medianSeconds: { verified: 180, card: 33 * 60, account: null },
    codes: { sent: 4, entered: 3, several: 1 },
  });
  const groups = (await support.get(`/api/admin/funnel/groups?by=source&q=${encodeURIComponent(churchName)}`)).body;
  const placeOf = (label: string) => String(SOURCES.findIndex((source) => source.label === label));
  expect(groups.map(({ value, registered, account }: any) => ({ value, registered, account }))).toEqual([
    { value: placeOf('A friend or colleague'), registered: 2, account: 0 },
    { value: '', registered: 1, account: 1 },
    { value: placeOf('A search'), registered: 1, account: 1 },
  ]);
});

describe('the reasons of declines', () => {
  const ofChurch = (church: string) => `q=${encodeURIComponent(church)}`;
  const declines = async (query: string) => {
    const support = await signedIn(stack, 'support');
    return (await support.get(`/api/admin/funnel/declines?${query}`)).body;
  };

  it('of cards count each person once, by the last one, and are the lists that they link to', async () => {
    const churchName = `Church ${randomUUID().slice(0, 8)}`;
    const aPerson = async (state: 'billingInformation' | 'success', codes: string[], more = {}) => {
      const { id } = await aTrial(stack, { state, pastor: { churchName }, columns: more });
      for (const code of codes) await aJournalNote(stack, id, 'card declined', { code });
      return id;
    };
    const first = await aPerson('billingInformation', ['lost_card', 'insufficient_funds', 'insufficient_funds']);
    await aPerson('success', ['insufficient_funds']);
    await aPerson('success', ['insufficient_funds', 'expired_card']);
    await aPerson('success', []);
    await aPerson('billingInformation', ['expired_card'], { superseded_by: first });

    const { cards, invoices } = await declines(ofChurch(churchName));
    expect(cards).toEqual([
      { reason: 'insufficient_funds', people: 2, resolved: 1 },
      { reason: 'expired_card', people: 1, resolved: 1 },
    ]);
    expect(invoices).toEqual([]);
    const admin = await signedIn(stack);
    for (const { reason, people } of cards) {
      const query = `cardDeclined=${reason}&${ofChurch(churchName)}`;
      expect((await admin.get(`/api/admin/trial-signups?${query}`)).headers.get('x-total-count')).toBe(String(people));
      expect((await declines(query)).cards).toEqual([cards.find((each: { reason: string }) => each.reason === reason)]);
    }
  });

  it('of invoices are those of the payment provider, and are kept once the invoice is paid', async () => {
    const member = await anUnpaidMember(stack);
    const { church_name: church } = await storedTrial(stack, member.id);
    const refused = { reason: 'generic_decline', people: 1 };
    expect(await declines(ofChurch(church))).toEqual({ cards: [], invoices: [{ ...refused, resolved: 0 }] });

    await storesAnotherCard(stack, member);
    const admin = await signedIn(stack);
    expect((await admin.post(`admin/trials/${member.id}/retry-invoice`, {})).status).toBe(200);
    await eventually(async () => (await lifeOf(stack, member.id)).state === 'active');
    expect(await declines(ofChurch(church))).toEqual({ cards: [], invoices: [{ ...refused, resolved: 1 }] });
    expect((await declines(`invoiceDeclined=generic_decline&${ofChurch(church)}`)).invoices).toHaveLength(1);
  });

  it('of a refused invoice without a reason, because there was no card, say so', async () => {
    const member = await anUnpaidMember(stack);
    const { stripe_id } = await lifeOf(stack, member.id);
    const { default_payment_method: card } = await stripe(stack, `subscriptions/${stripe_id}`, {});
    await stripe(stack, `payment_methods/${card}/detach`, {});
    const admin = await signedIn(stack);
    const answer = await admin.post(`admin/trials/${member.id}/retry-invoice`, {});
    expect(answer.status).toBe(402);
    const [invoice] = (await paymentsOf(stack, member.id)).filter((each) => each.amount_in_cents > 0);
    expect(invoice.declined_with).toBe('no_reason_given');
  });
});
