/** The filters of the sign-ups: one set for the list, its count, the funnel and the file. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { TrialSignupRow } from '@lampstand/contracts/back-office';
import {
  aKey,
  aStoredSubscription,
  aTrial,
  readCsv,
  signedIn,
  type TrialGiven,
  aJournalNote,
  aStoredPayment,
} from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
const LIST = '/api/admin/trial-signups';
const church = `w${aKey()}`;
const HOUR = 3600_000;

let [admin, other]: Awaited<ReturnType<typeof signedIn>>[] = [];
let now: number;
const ids: Record<string, number> = {};
const inOrder = (numbers: number[]) => numbers.toSorted((one, other) => one - other);
const ago = (hours: number) => new Date(now - hours * HOUR).toISOString();
const signUp = async (name: string, given: TrialGiven, words: TrialGiven['pastor'] = {}) => {
  const pastor = { firstName: name, churchName: church, churchSize: 'under-100' as const, ...words };
  ids[name] = (await aTrial(stack, { ...given, pastor })).id;
};

const declined = (id: number, code: string) => aJournalNote(stack, id, 'card declined', { code });
const refusedInvoice = (id: number, declinedWith: string, at: string) =>
  aStoredPayment(stack, id, { declinedWith, at });

beforeAll(async () => {
  [admin, other] = [await signedIn(stack), await signedIn(stack, 'support')];
  now = Date.parse(((await stack.sandbox.call('clock')) as { now: string }).now);
  await signUp('codeLong', { columns: { created_at: ago(30) } });
  await signUp('codeNew', { columns: { contacted_at: ago(1) } });
  await signUp('cardLong', {
    state: 'billingInformation',
    columns: { created_at: ago(90), phone_verified_at: ago(2), selected_plan: 'tier_50_99' },
  });
  await signUp('cardNew', { state: 'billingInformation', columns: { created_at: ago(90) } });
  await signUp('openingLong', { state: 'openingAccount', columns: { card_saved_at: ago(0.1) } });
  await signUp('openingNew', { state: 'openingAccount' }, { churchSize: '3000-plus' });
  await signUp('ended', { state: 'cancelled' }, { howHeardAbout: 'A 100%_Free Conference' });
  for (const state of ['trialing', 'active', 'pastDue', 'unpaid', 'canceled'] as const) {
    await signUp(state, { state: 'success' });
    const columns = { active_users: 20, closes_at: '9999-01-01' };
    await aStoredSubscription(stack, { id: ids[state]!, state, at: ago(50), columns });
  }
  await declined(ids['cardLong']!, 'lost_card');
  await declined(ids['cardLong']!, 'expired_card');
  await declined(ids['active']!, 'lost_card');
  await refusedInvoice(ids['pastDue']!, 'insufficient_funds', ago(50));
  await refusedInvoice(ids['canceled']!, 'lost_card', ago(90));
  await refusedInvoice(ids['canceled']!, 'do_not_honor', ago(60));
  await signUp('replaced', { columns: { superseded_by: ids['codeNew']!, created_at: ago(30) } });
  await signUp('erased', { state: 'success', columns: { erased_at: ago(1) } });
  for (const [name, member] of Object.entries({ codeLong: admin, pastDue: other }))
    expect((await member.post(`admin/queue/signup/${ids[name]}/take`, {})).status).toBe(200);
}, 120_000);

/** A file is refused while two others of the account still note their rows, which goes on after their last byte. */
const fileOf = (query: string) =>
  eventually(async () => {
    const answer = await admin!.get(`${LIST}/export?bom=0&${query}`);
    return answer.status === 429 ? undefined : answer;
  });

const MEMBERS = ['active', 'canceled', 'pastDue', 'trialing', 'unpaid'];
const OPENING = ['openingLong', 'openingNew'];
const VISIBLE = ['cardLong', 'cardNew', 'codeLong', 'codeNew', 'ended', ...OPENING, ...MEMBERS];

const CASES: [Record<string, string>, string[]][] = [
  [{}, VISIBLE],
  [{ include: 'superseded' }, [...VISIBLE, 'replaced']],
  [{ include: 'superseded,erased' }, [...VISIBLE, 'replaced', 'erased']],
  [{ state: 'phoneVerification' }, ['codeLong', 'codeNew']],
  [{ state: 'billingInformation,cancelled' }, ['cardLong', 'cardNew', 'ended']],
  [{ state: 'success' }, MEMBERS],
  [{ state: 'trialing,unpaid' }, ['trialing', 'unpaid']],
  [{ state: 'phoneVerification,pastDue' }, ['codeLong', 'codeNew', 'pastDue']],
  [{ stuck: 'code' }, ['codeLong']],
  [{ stuck: 'code', include: 'superseded' }, ['codeLong', 'replaced']],
  [{ stuck: 'card' }, ['cardLong']],
  [{ stuck: 'opening' }, ['openingLong']],
  [{ stuck: 'payment' }, ['pastDue', 'unpaid']],
  [{ stuck: 'code,payment' }, ['codeLong', 'pastDue', 'unpaid']],
  [{ waiting: '1' }, ['codeLong', 'cardLong', 'pastDue', 'unpaid']],
  [{ waiting: '24' }, ['codeLong', 'pastDue', 'unpaid']],
  [{ waiting: '24', stuck: 'payment' }, ['pastDue', 'unpaid']],
  [{ waiting: '51' }, []],
  [{ reached: 'verified' }, ['cardLong', 'cardNew', ...OPENING, ...MEMBERS]],
  [{ reached: 'card' }, [...OPENING, ...MEMBERS]],
  [{ reached: 'account' }, MEMBERS],
  [{ reached: 'verified', notReached: 'card' }, ['cardLong', 'cardNew']],
  [{ notReached: 'verified', state: 'phoneVerification' }, ['codeLong', 'codeNew']],
  [{ plan: 'tier_50_99,tier_20_49' }, ['cardLong']],
  [{ churchSize: '3000-plus' }, ['openingNew']],
  [{ churchState: 'AK' }, []],
  [{ abovePlan: 'yes' }, ['active', 'pastDue', 'trialing', 'unpaid']],
  [{ abovePlan: 'yes', state: 'pastDue' }, ['pastDue']],
  [{ source: '100%_free conf' }, ['ended']],
  [{ source: '100%free' }, []],
  [{ cardDeclined: 'expired_card' }, ['cardLong']],
  [{ cardDeclined: 'lost_card' }, ['active']],
  [{ cardDeclined: 'lost_card,expired_card', reached: 'account' }, ['active']],
  [{ invoiceDeclined: 'insufficient_funds' }, ['pastDue']],
  [{ invoiceDeclined: 'insufficient_funds', state: 'pastDue,unpaid' }, ['pastDue']],
  [{ invoiceDeclined: 'do_not_honor' }, ['canceled']],
  [{ invoiceDeclined: 'lost_card' }, []],
  [{ contacted: 'yes' }, ['codeNew']],
  [{ contacted: 'no', state: 'phoneVerification' }, ['codeLong']],
  [{ owner: 'me' }, ['codeLong']],
  [{ owner: 'any' }, ['codeLong', 'pastDue']],
  [{ owner: 'any', state: 'pastDue' }, ['pastDue']],
  [{ owner: 'none' }, VISIBLE.filter((name) => name !== 'codeLong' && name !== 'pastDue')],
];

describe('the filter of the sign-ups', () => {
  it.each(CASES)(
    '%j finds the same people in the list, its count and the file, and the funnel counts the erased, too',
    async (query, names) => {
      const params = new URLSearchParams({ q: church, ...query }).toString();
      const expected = inOrder(names.map((name) => ids[name]!));
      const { status, body, headers } = await admin!.get(`${LIST}?${params}`);
      expect(status).toBe(200);
      expect(inOrder(body.map(({ id }: TrialSignupRow) => id))).toEqual(expected);
      expect(headers.get('x-total-count')).toBe(String(names.length));
      const counted = await admin!.get(
        `${LIST}?${new URLSearchParams({ q: church, ...query, include: 'erased' }).toString()}`,
      );
      expect((await admin!.get(`/api/admin/funnel?${params}`)).body.registered).toBe(counted.body.length);
      const { text } = await fileOf(`columns=Trial ID&${params}`);
      const filed = readCsv(text).slice(1).flat();
      expect(inOrder(filed.map((id) => Number(id.slice(1))))).toEqual(expected);
    },
  );

  it('finds what a member of staff has taken, by the account and not by a name, and counts those without an owner', async () => {
    const found = await admin!.get(`${LIST}?owner=${other!.id}`);
    expect(found.body.map(({ id }: TrialSignupRow) => id)).toEqual([ids['pastDue']]);
    const totalOf = async (query: string) =>
      Number((await admin!.get(`${LIST}?limit=1&${query}`)).headers.get('x-total-count'));
    expect(await totalOf('owner=none')).toBe((await totalOf('')) - 2);
    expect((await admin!.get(`${LIST}?owner=${other!.name}`)).status).toBe(400);
    const { body: colleagues } = await admin!.get('/api/admin/queue/staff');
    expect(colleagues).toContainEqual({ id: other!.id, name: other!.name, canOwn: true });
    await fileOf(`owner=${other!.id}`);
    const { body: exports } = await admin!.get('/api/admin/exports?limit=1');
    expect(exports[0].filter).toEqual({ owner: other!.name });
  });

  it('counts the funnel of each plan and church size, the largest first', async () => {
    const groups = async (by: string) => (await admin!.get(`/api/admin/funnel/groups?by=${by}&q=${church}`)).body;
    const large = { value: '3000-plus', registered: 1, verified: 1, card: 1, account: 0 };
    expect(await groups('churchSize')).toEqual([
      { value: 'under-100', registered: 12, verified: 9, card: 7, account: 6 },
      large,
    ]);
    expect(await groups('plan')).toContainEqual({
      value: 'tier_50_99',
      registered: 1,
      verified: 1,
      card: 0,
      account: 0,
    });
    expect((await admin!.get('/api/admin/funnel/groups?by=email')).status).toBe(400);
  });

  it('gives members the state of their subscription, in words in the file', async () => {
    const { body } = await admin!.get(`${LIST}?q=${church}&state=success`);
    const states = Object.fromEntries(body.map((row: TrialSignupRow) => [row.firstName, row.subscriptionState]));
    expect(states).toEqual(Object.fromEntries(MEMBERS.map((state) => [state, state])));
    const { text } = await fileOf(`columns=Name,Status&q=${church}`);
    const words = Object.fromEntries(
      readCsv(text)
        .slice(1)
        .map(([name = '', state]) => [name.split(' ')[0], state]),
    );
    expect(words).toMatchObject({
      pastDue: 'Past due',
      trialing: 'Free trial',
      codeNew: 'Phone check',
      ended: 'Sign-up canceled',
    });
  });

  it('finds superseded sign-ups by the search for callers', async () => {
    const { body } = await admin!.get(`/api/admin/search?q=replaced ${church}`);
    expect(body.map(({ id }: { id: number }) => id)).toEqual([ids['replaced']]);
  });
});
