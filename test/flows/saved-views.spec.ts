/** Saved views of lists. */
import { describe, expect, it } from 'vitest';
import type { SavedView, ViewBody } from '@lampstand/contracts/back-office';
import { aTrial, signedIn, auditEntries } from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();

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
