/** Saved views of lists, and files of them that are made at 7:00. */
import { describe, expect, it } from '@jest/globals';
import type { SavedView, ViewBody } from '@lampstand/contracts/back-office';
import { aTrial, callsTo, readCsv, signedIn } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack({ env: { SWEEP_INTERVAL_SECONDS: '1' } });

const aView = (given: Partial<ViewBody> = {}): ViewBody => ({
  path: '/admin',
  query: { plan: 'tier_1_19' },
  name: 'Small groups',
  shared: false,
  every: 'never',
  rows: 'new',
  ...given,
});
type Calls = Pick<Awaited<ReturnType<typeof signedIn>>, 'get' | 'post'>;
const viewsOf = async ({ get }: Calls): Promise<SavedView[]> => (await get('/api/admin/views')).body;
const namesOf = async (calls: Calls) => (await viewsOf(calls)).map(({ name }) => name);

describe('a saved view', () => {
  it('is its owner’s alone until it is shared, keeps no search, and is replaced and deleted by its owner', async () => {
    const [owner, colleague] = [await signedIn(stack, 'support'), await signedIn(stack, 'support')];
    const query = { state: 'pastDue', q: 'Mary Lee', cursor: 'abc', page: '3', peek: '7', contacted: '' };
    const { status, body } = await owner.post('admin/views', aView({ query, name: '  Past due ' }));
    expect(status).toBe(201);
    expect(await viewsOf(owner)).toEqual([
      {
        ...aView({ query: { state: 'pastDue' }, name: 'Past due' }),
        id: body.id,
        by: owner.email,
        mine: true,
        nextFileAt: null,
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
    const audit = await stack.query('SELECT action FROM audit_log WHERE subject = $1 ORDER BY id', [`view:${body.id}`]);
    expect(audit.map(({ action }) => action)).toEqual(['view saved', 'view saved', 'view deleted']);
  });

  it('has a name of its own on its page, a valid filter, and files only for administrators', async () => {
    const [admin, support] = [await signedIn(stack), await signedIn(stack, 'support')];
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
    expect(await saves(admin, { name: 'Requests', path: '/admin/trial-requests', every: 'day' })).toEqual([
      400,
      'every',
    ]);
    expect(await saves(support, { name: 'Daily', every: 'day' })).toEqual([400, 'every']);
    const shared = await admin.post('admin/views', aView({ name: 'Shared', shared: true }));
    const other = await signedIn(stack);
    expect((await other.post(`admin/views/${shared.body.id}/delete`, {})).status).toBe(200);
  });
});

describe('a scheduled file', () => {
  const settled = (at: string) =>
    eventually(async () => (await stack.query('SELECT FROM saved_views WHERE next_file_at <= $1', [at])).length === 0);
  const nowIs = async () => (await stack.sandbox.call('clock')).now as string;
  const daysPass = async (days: number) => {
    await stack.sandbox.advance({ days });
    await settled(await nowIs());
  };
  const again = async ({ email, password }: { email: string; password: string }) => {
    const answer = await callsTo(stack).post('admin/login', { email, password });
    return callsTo(stack, {
      cookie: answer.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; '),
    });
  };
  const linkIn = ({ text }: { text: string }) => Number(/\/admin\/files\/(\d+)/.exec(text)?.[1]);

  it('is made on each Monday at 7:00 with the rows of no file before, is announced by mail and downloaded behind sign-in', async () => {
    const owner = await signedIn(stack);
    expect(
      (await owner.post('admin/views', aView({ name: 'Weekly', every: 'week', query: { plan: 'tier_50_99' } }))).status,
    ).toBe(201);
    const [{ nextFileAt }] = (await viewsOf(owner)).filter(({ name }) => name === 'Weekly') as [SavedView];
    const local = new Date(nextFileAt!).toLocaleString('en-US', {
      timeZone: 'America/Chicago',
      weekday: 'long',
      hour: 'numeric',
      minute: '2-digit',
    });
    expect(local).toBe('Monday 7:00 AM');

    const signUp = async () => (await aTrial(stack, { columns: { selected_plan: 'tier_50_99' } })).id;
    const [first] = [await signUp(), await signUp()];
    await daysPass(7);
    const [mail] = await stack.sandbox.mails(owner.email, { count: 1, subject: /file is ready/ });
    expect(mail!.text).toContain('has 2 sign-ups');
    const file = linkIn(mail!);
    expect((await callsTo(stack).get(`/api/admin/files/${file}`)).status).toBe(401);
    const rowsIn = async (id: number) => {
      const { status, text } = await (await again(owner)).get(`/api/admin/files/${id}/download`);
      expect(status).toBe(200);
      return readCsv(text).length - 1;
    };
    expect(await rowsIn(file)).toBe(2);

    // A week without sign-ups has no file; a week of downtime has one file, not seven.
    await daysPass(7);
    await signUp();
    await daysPass(14);
    const mails = await stack.sandbox.mails(owner.email, { count: 2, subject: /file is ready/ });
    expect(mails).toHaveLength(2);
    expect(mails.map(({ text }: { text: string }) => /has \d+ sign-ups?/.exec(text)![0])).toContain('has 1 sign-up');

    await stack.query('UPDATE trial_signups SET erased_at = now() WHERE id = $1', [first]);
    expect(await rowsIn(file)).toBe(1);
    await daysPass(31);
    const later = await again(owner);
    expect((await later.get(`/api/admin/files/${file}`)).body).toMatchObject({ ended: true });
    expect((await later.get(`/api/admin/files/${file}/download`)).status).toBe(410);
    expect((await (await signedIn(stack, 'support')).get(`/api/admin/files/${file}`)).status).toBe(403);
  }, 60_000);

  it('has no row again after its columns change, and gives its rows back when it ends without a download', async () => {
    const owner = await signedIn(stack);
    const view = aView({ name: 'Quiet', every: 'day', query: { plan: 'tier_200_499', columns: 'Trial ID' } });
    const { id } = (await owner.post('admin/views', view)).body;
    await aTrial(stack, { columns: { selected_plan: 'tier_200_499' }, state: 'success' });
    const rowsOfFiles = async () =>
      (await stack.query('SELECT rows FROM exports WHERE account_id = $1 ORDER BY id', [owner.id])).map(
        ({ rows }) => rows,
      );
    await daysPass(1);
    expect(await rowsOfFiles()).toEqual([1]);
    const changed = await (
      await again(owner)
    ).post(`admin/views/${id}`, {
      ...view,
      query: { plan: 'tier_200_499', columns: 'Trial ID,Name' },
    });
    expect(changed.status).toBe(200);
    await daysPass(1);
    expect(await rowsOfFiles()).toEqual([1]);
    await daysPass(30);
    expect(await rowsOfFiles()).toEqual([1, 1]);
    const [unread, read] = await stack.query('SELECT id FROM exports WHERE account_id = $1 ORDER BY id', [owner.id]);
    const staff = await again(owner);
    expect((await staff.get(`/api/admin/files/${unread.id}`)).body).toMatchObject({ rows: 1, ended: true });
    expect((await staff.get(`/api/admin/files/${unread.id}/download`)).status).toBe(410);
    expect((await staff.get(`/api/admin/files/${read.id}/download`)).status).toBe(200);
    await daysPass(31);
    expect(await rowsOfFiles()).toEqual([1, 1, 1]);
  }, 60_000);

  it('of a period has the days of the period at that time', async () => {
    const owner = await signedIn(stack);
    const query = { plan: 'tier_100_199', period: '7days' };
    expect((await owner.post('admin/views', aView({ name: 'Last days', every: 'day', query }))).status).toBe(201);
    expect((await owner.post('admin/views', aView({ name: 'Odd', query: { period: '8days' } }))).status).toBe(400);
    const signUp = () => aTrial(stack, { columns: { selected_plan: 'tier_100_199' }, state: 'success' });
    await signUp();
    const rowsOfFiles = async () =>
      (await stack.query('SELECT rows FROM exports WHERE account_id = $1 ORDER BY id', [owner.id])).map(
        ({ rows }) => rows,
      );
    await daysPass(10);
    expect(await rowsOfFiles()).toEqual([]);
    await signUp();
    await daysPass(1);
    expect(await rowsOfFiles()).toEqual([1]);
    const { get } = await again(owner);
    const listed = async (filter: string) =>
      (await get(`/api/admin/trial-signups?limit=1&plan=tier_100_199${filter}`)).headers.get('x-total-count');
    expect([await listed('&period=7days'), await listed('&period=today'), await listed('')]).toEqual(['1', '0', '2']);
    expect((await get('/api/admin/funnel?plan=tier_100_199&period=7days')).body).toMatchObject({ registered: 1 });
  }, 60_000);

  it('pauses for an owner who may not have files any more', async () => {
    const owner = await signedIn(stack);
    const name = 'Every day';
    await owner.post('admin/views', aView({ name, every: 'day', rows: 'all', shared: true }));
    await stack.query(`UPDATE staff_accounts SET role = 'support' WHERE id = $1`, [owner.id]);
    await daysPass(1);
    const colleague = await signedIn(stack);
    expect((await viewsOf(colleague)).find((view) => view.name === name)).toMatchObject({
      every: 'day',
      nextFileAt: null,
    });
    expect(await stack.query('SELECT FROM exports WHERE account_id = $1', [owner.id])).toEqual([]);
  }, 30_000);
});
