/** Filters of the list of sign-ups, its days in any time zone, and saved views. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import type { TrialSignupRow, SavedView, ViewBody } from '@lampstand/contracts/back-office';
import {
  aKey,
  aStoredSubscription,
  aTrial,
  readCsv,
  signedIn,
  type TrialGiven,
  aJournalNote,
  aStoredPayment,
  auditEntries,
} from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack, ownStack } from '../support/own-stack.ts';

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

/** The first and the last millisecond of days in America/Chicago: an ordinary day, one of 23 hours, one of 25. */
const DAYS = [
  ['2026-01-15', '2026-01-15T06:00:00.000Z', '2026-01-16T05:59:59.999Z'],
  ['2026-03-08', '2026-03-08T06:00:00.000Z', '2026-03-09T04:59:59.999Z'],
  ['2026-11-01', '2026-11-01T05:00:00.000Z', '2026-11-02T05:59:59.999Z'],
] as const;
const NAMES = DAYS.map(([day]) => day);

describe('with the server in Tokyo', () => {
  const stack = ownStack({ apis: 1, env: { TZ: 'Asia/Tokyo' } });
  let admin: Awaited<ReturnType<typeof signedIn>>;
  /** The ids of the sign-ups at the first and the last instant of each day. */
  const idsOn = new Map<string, { first: number; last: number }>();

  beforeAll(async () => {
    admin = await signedIn(stack);
    const signUpAt = async (at: string) => (await aTrial(stack, { columns: { created_at: at } })).id;
    for (const [day, first, last] of DAYS) {
      await signUpAt(new Date(Date.parse(first) - 1).toISOString());
      idsOn.set(day, { first: await signUpAt(first), last: await signUpAt(last) });
      await signUpAt(new Date(Date.parse(last) + 1).toISOString());
    }
  }, 90_000);

  const listed = async (query: string): Promise<number[]> =>
    (await admin.get(`${LIST}?${query}`)).body.map(({ id }: { id: number }) => id);
  const exported = async (query: string): Promise<number[]> =>
    readCsv((await admin.get(`${LIST}/export?bom=0&columns=Trial ID&${query}`)).text)
      .slice(1)
      .map(([id]) => Number(id?.slice(1)));

  it.each(NAMES)('%s begins and ends at midnight in Chicago, in the list, the export and the funnel', async (day) => {
    const { first, last } = idsOn.get(day)!;
    const query = `startDate=${day}&endDate=${day}`;
    expect(await listed(query)).toEqual([last, first]);
    expect(await exported(query)).toEqual([last, first]);
    const { body } = await admin.get(`/api/admin/funnel?${query}`);
    const counts = { registered: 2, verified: 0, card: 0, account: 0 };
    expect(body).toEqual({ ...counts, days: [{ day, ...counts }] });
  });

  it.each(NAMES)('a filter may start or end on %s', async (day) => {
    const { first, last } = idsOn.get(day)!;
    const since = await listed(`startDate=${day}`);
    expect(since.at(-1)).toBe(first);
    const until = await listed(`endDate=${day}`);
    expect(until[0]).toBe(last);
    expect(since.length + until.length).toBe((await listed('')).length + 2);
    expect([await exported(`startDate=${day}`), await exported(`endDate=${day}`)]).toEqual([since, until]);
  });

  it('the two hours at the end of daylight saving time read alike in the file, in their order', async () => {
    const church = 'Church of the Long Night';
    for (const at of ['2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z', '2026-11-01T08:30:00Z'])
      await aTrial(stack, { pastor: { churchName: church }, columns: { created_at: at } });
    const { text } = await admin.get(`${LIST}/export?bom=0&columns=Date&q=long night`);
    const hours = ['02:30', '01:30', '01:30'].map((hour) => `"2026-11-01 ${hour}"\n`);
    expect(text).toBe(`Date (America/Chicago)\n${hours.join('')}`);
  });

  it('"since" is an instant and includes it', async () => {
    const [, first] = DAYS[2];
    expect((await listed(`since=${first}`)).at(-1)).toBe(idsOn.get('2026-11-01')!.first);
  });

  it('the export is named after today in Chicago', async () => {
    const { headers } = await admin.get(`${LIST}/export?q=nobody-at-all`);
    const { today } = (await admin.get('/api/config')).body;
    expect(headers.get('content-disposition')).toBe(`attachment; filename="trial-signups-${today}.csv"`);
  });
});

describe('Saved views', () => {
  const aView = (given: Partial<ViewBody> = {}): ViewBody => ({
    path: '/admin',
    query: { plan: 'tier_1_19' },
    name: 'Small groups',
    shared: false,
    ...given,
  });
  type Calls = Pick<Awaited<ReturnType<typeof signedIn>>, 'get' | 'post'>;
  const viewsOf = async ({ get }: Calls): Promise<SavedView[]> => (await get('/api/admin/views')).body;
  const namesOf = async (calls: Calls) => (await viewsOf(calls)).map(({ name }) => name);

  describe('a saved view', () => {
    it('is its owner’s alone until it is shared, keeps no search, and is replaced and deleted by its owner', async () => {
      const [owner, colleague] = [await signedIn(stack, 'support'), await signedIn(stack, 'support')];
      const query = { state: 'pastDue', q: 'Mary Lee', cursor: 'abc', page: '3', contacted: '' };
      const { status, body } = await owner.post('admin/views', aView({ query, name: '  Past due ' }));
      expect(status).toBe(201);
      expect(await viewsOf(owner)).toEqual([
        {
          ...aView({ query: { state: 'pastDue' }, name: 'Past due' }),
          id: body.id,
          by: owner.name,
          mine: true,
        },
      ]);
      expect(await namesOf(colleague)).toEqual([]);

      const shared = aView({ name: 'Past due', shared: true, query: { state: 'pastDue,unpaid' } });
      expect((await colleague.post(`admin/views/${body.id}`, shared)).status).toBe(404);
      expect((await owner.post(`admin/views/${body.id}`, shared)).status).toBe(200);
      expect(await viewsOf(colleague)).toMatchObject([
        { name: 'Past due', mine: false, query: { state: 'pastDue,unpaid' } },
      ]);

      expect((await colleague.post(`admin/views/${body.id}/delete`, {})).status).toBe(404);
      expect((await owner.post(`admin/views/${body.id}/delete`, {})).status).toBe(200);
      expect(await namesOf(colleague)).toEqual([]);
      const entries = await auditEntries(stack, { about: `view:${body.id}` });
      expect(entries.map(({ action }) => action)).toEqual(['view saved', 'view saved', 'view deleted']);
    });

    it('has a name of its own on its page, and a valid filter', async () => {
      const admin = await signedIn(stack);
      const saves = async (calls: Calls, given: Partial<ViewBody>) => {
        const { status, body } = await calls.post('admin/views', aView(given));
        return [status, ...Object.keys(body.fields ?? {})];
      };
      expect(await saves(admin, { name: 'Mine' })).toEqual([201]);
      expect(await saves(admin, { name: 'MINE' })).toEqual([409, 'name']);
      expect(await saves(admin, { name: 'Mine', path: '/admin/newsletter', query: {} })).toEqual([201]);
      expect(await saves(admin, { name: ' ' })).toEqual([400, 'name']);
      expect(await saves(admin, { name: 'Mi\u0000ne' })).toEqual([400, 'name']);
      expect(await saves(admin, { name: 'x'.repeat(61) })).toEqual([400, 'name']);
      expect(await saves(admin, { name: 'Odd', query: { plan: 'tier_9' } })).toEqual([400, 'query']);
      expect(await saves(admin, { name: 'Columns', query: { columns: 'Email,Shoe size' } })).toEqual([400, 'query']);
      expect(await saves(admin, { name: 'Odd', query: { period: '8days' } })).toEqual([400, 'query']);
      const shared = await admin.post('admin/views', aView({ name: 'Shared', shared: true }));
      const other = await signedIn(stack);
      expect((await other.post(`admin/views/${shared.body.id}/delete`, {})).status).toBe(200);
    });

    it('of a period has the days of the period at each reading', async () => {
      const plan = 'tier_100_199';
      const signUp = () => aTrial(stack, { columns: { selected_plan: plan }, state: 'success' });
      await signUp();
      await stack.sandbox.advance({ days: 10 });
      await signUp();
      const { get } = await signedIn(stack);
      const listed = async (filter: string) =>
        (await get(`/api/admin/trial-signups?limit=1&plan=${plan}${filter}`)).headers.get('x-total-count');
      expect([await listed('&period=7days'), await listed('&period=today'), await listed('')]).toEqual(['1', '1', '2']);
      expect((await get(`/api/admin/funnel?plan=${plan}&period=7days`)).body).toMatchObject({ registered: 1 });
      await stack.sandbox.advance({ days: 1 });
      const later = await signedIn(stack);
      const today = await later.get(`/api/admin/trial-signups?limit=1&plan=${plan}&period=today`);
      expect(today.headers.get('x-total-count')).toBe('0');
    });
  });
});
