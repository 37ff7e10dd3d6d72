/** "Since my last file of this view": each member of staff gets each row of a view in one file. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  aKey,
  aStoredApplication,
  aStoredReader,
  aStoredRequest,
  aTrial,
  readCsv,
  signedIn,
} from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
const EXPORT = '/api/admin/trial-signups/export';
type Staff = Awaited<ReturnType<typeof signedIn>>;

let admin: Staff;
let other: Staff;
beforeAll(async () => {
  admin = await signedIn(stack);
  other = await signedIn(stack);
}, 90_000);

const aWord = () => `w${aKey()}`;
const signUp = (church: string, given: Parameters<typeof aTrial>[1] = {}) =>
  aTrial(stack, { ...given, pastor: { churchName: church } });
const last = async (view: string, staff: Staff = admin) => (await staff.get(`${EXPORT}/last?${view}`)).body;
/** The number of rows of a file, once it counts as complete. */
async function rowsOf(view: string, staff: Staff = admin): Promise<number> {
  const { text } = await staff.get(`${EXPORT}?bom=0&${view}`);
  await eventually(async () => !(await last(view.replace('&unfiled=1', ''), staff)).running);
  return readCsv(text).length - 1;
}

describe('the last file of a view', () => {
  it('is of one member of staff, and of one list, filter and search, whatever its columns and order', async () => {
    const church = aWord();
    await signUp(church);
    const view = `q=${church}`;
    expect(await last(view)).toEqual({ at: null, rows: 0, running: false });
    expect(await rowsOf(view)).toBe(1);
    await signUp(church);
    expect(await last(view)).toEqual({ at: expect.stringMatching(/^20\d\d-.*Z$/), rows: 1, running: false });
    for (const same of [`q= ${church.toUpperCase()}&sort=name&startDate=`, `${view}&columns=Name`])
      expect(await last(same)).toMatchObject({ rows: 1 });
    for (const another of [`${view}&startDate=2026-01-01`, `${view}&state=success`, 'q=x'])
      expect(await last(another)).toMatchObject({ at: null });
    expect(await last(view, other)).toMatchObject({ at: null });
    expect(await rowsOf(`${view}&unfiled=1`)).toBe(1);
    expect(await last(view)).toMatchObject({ rows: 0 });
    expect(await rowsOf(`${view}&unfiled=1`)).toBe(0);
    expect(await rowsOf(view)).toBe(2);
    expect(await rowsOf(`${view}&unfiled=1`, other)).toBe(2);
  });

  it('has the days before it that the file did not have', async () => {
    const church = aWord();
    await signUp(church, { columns: { created_at: '2026-02-03T18:00:00Z' } });
    expect(await rowsOf(`q=${church}&endDate=2026-01-31`)).toBe(0);
    expect(await rowsOf(`q=${church}`)).toBe(1);
    await signUp(church, { columns: { created_at: '2026-01-03T18:00:00Z' } });
    expect(await rowsOf(`q=${church}&unfiled=1`)).toBe(1);
  });

  it('has a person who joins the filter later', async () => {
    const church = aWord();
    const { id } = await signUp(church);
    const view = `q=${church}&contacted=yes`;
    expect(await rowsOf(view)).toBe(0);
    await stack.query('UPDATE trial_signups SET contacted_at = now() WHERE id = $1', [id]);
    expect(await last(view)).toMatchObject({ rows: 1 });
    expect(await rowsOf(`${view}&unfiled=1`)).toBe(1);
  });

  it('is not one that failed', async () => {
    const church = aWord();
    await signUp(church);
    await rowsOf(`q=${church}`);
    const before = await last(`q=${church}`);
    await signUp(church);
    await stack.query(`ALTER TABLE filed_rows ADD CONSTRAINT "no more" CHECK (row_id = 0) NOT VALID`);
    await admin.get(`${EXPORT}?unfiled=1&q=${church}`);
    await eventually(async () => {
      const [{ count }] = await stack.query(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'lampstand-export-%' AND datname = current_database()`,
      );
      return count === 0;
    });
    await stack.query(`ALTER TABLE filed_rows DROP CONSTRAINT "no more"`);
    expect(await last(`q=${church}`)).toMatchObject({ at: before.at, rows: 1 });
  });

  it.each([
    ['incomplete-trials', (church: string) => signUp(church, { state: 'billingInformation' })],
    ['admin/ambassadors', (churchName: string) => aStoredApplication(stack, { given: { churchName } })],
    ['admin/trial-requests', (churchName: string) => aStoredRequest(stack, { id: Date.now(), churchName })],
    ['admin/newsletter', (word: string) => aStoredReader(stack, { id: Date.now(), email: `${word}@church.example` })],
  ])('of %s leaves out the rows of the files before', async (list, add) => {
    const word = aWord();
    await add(word);
    const file = `/api/${list}/export`;
    const lastOf = async () => (await admin.get(`${file}/last?q=${word}`)).body;
    expect(await lastOf()).toEqual({ at: null, rows: 0, running: false });
    await admin.get(`${file}?q=${word}`);
    await eventually(async () => (await lastOf()).at);
    await add(word.replace(/^w/, 'wx'));
    await add(`${word}b`);
    expect(await lastOf()).toMatchObject({ rows: 1 });
    const { text } = await admin.get(`${file}?bom=0&unfiled=1&q=${word}`);
    expect(readCsv(text)).toHaveLength(2);
  });

  it('is refused beside a file of the same view', async () => {
    const church = aWord();
    await rowsOf(`q=${church}`);
    const [{ id }] = await stack.query('SELECT max(id) AS id FROM export_views');
    const lock = `hashtext('export view'), ${id}`;
    const client = new pg.Client({ connectionString: stack.databaseUrl });
    await client.connect();
    await client.query(`SELECT pg_advisory_lock_shared(${lock})`);
    expect((await admin.get(`${EXPORT}?unfiled=1&q=${church}`)).status).toBe(429);
    expect((await admin.get(`${EXPORT}?q=${church}`)).status).toBe(200);
    await client.end();
  });

  it('is for administrators', async () => {
    expect((await (await signedIn(stack, 'support')).get(`${EXPORT}/last`)).status).toBe(403);
  });
});
