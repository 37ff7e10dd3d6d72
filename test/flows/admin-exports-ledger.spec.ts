import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aKey, aTrial, callsTo, manyTrials, readCsv, signedIn } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

const EXPORT = '/api/admin/trial-signups/export';
const EXPORTS = [
  EXPORT,
  '/api/incomplete-trials/export',
  '/api/admin/ambassadors/export',
  '/api/admin/trial-requests/export',
  '/api/admin/newsletter/export',
];

const stack = ownStack();
let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  admin = await signedIn(stack);
}, 90_000);

const aWord = () => `w${aKey()}`;
const file = (path: string, query: Record<string, string> = {}) =>
  admin.get(`${path}?${new URLSearchParams({ bom: '0', ...query }).toString()}`);
const ledgerOf = async (id?: number) => {
  const [row] = await stack.query(
    'SELECT * FROM exports WHERE $1::bigint IS NULL OR id = $1 ORDER BY id DESC LIMIT 1',
    [id],
  );
  return row;
};
const settled = (outcome: string) =>
  eventually(async () => {
    const row = await ledgerOf();
    return row.outcome === outcome && row;
  });
const backends = () =>
  stack.query(
    `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'lampstand-export-%' AND datname = current_database()`,
  );

describe('the ledger', () => {
  it('knows who took what, how much, and its hash', async () => {
    const church = aWord();
    await aTrial(stack, { pastor: { churchName: church } });
    const { text, status } = await file(EXPORT, { q: church, startDate: '2026-01-01', columns: 'Name,Email' });
    expect(status).toBe(200);
    await settled('complete');
    const { body } = await admin.get('/api/admin/exports?limit=1');
    expect(body).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/^20\d\d-.*Z$/),
        by: admin.email,
        list: 'trial-signups',
        filter: { q: church, startDate: '2026-01-01' },
        columns: ['Name', 'Email'],
        outcome: 'complete',
        rows: 1,
        bytes: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
      },
    ]);
    const [entry] = await stack.query('SELECT * FROM audit_log WHERE subject = $1', [`export:${body[0].id}`]);
    expect(entry).toMatchObject({ action: 'exported', account_id: admin.id, detail: { list: 'trial-signups' } });
  });

  it('forgets after a month whom somebody looked for', async () => {
    await file(EXPORT, { q: 'mary', endDate: '2026-01-01' });
    const { id } = await settled('complete');
    await stack.query(`UPDATE exports SET at = at - interval '31 days' WHERE id = $1`, [id]);
    await eventually(async () => (await ledgerOf(id)).filter.q === undefined);
    expect((await ledgerOf(id)).filter).toEqual({ endDate: '2026-01-01' });
  });

  it.each(EXPORTS)('%s is for administrators alone', async (path) => {
    const support = await signedIn(stack, 'support');
    const before = await ledgerOf();
    expect((await support.get(path)).status).toBe(403);
    expect((await callsTo(stack).get(path)).status).toBe(401);
    expect((await support.get('/api/admin/exports')).status).toBe(403);
    expect(await ledgerOf()).toEqual(before);
  });
});

describe('a file that is on its way', () => {
  const church = aWord();
  beforeAll(async () => {
    const message = Array.from({ length: 50 }, () => aKey()).join(' ');
    await manyTrials(stack, 30_000, { pastor: { churchName: church, message } });
  }, 60_000);

  /** Begins to read, straight from one server: what lies in between would hold much of the file. */
  async function begun() {
    const stop = new AbortController();
    const answer = await fetch(`${stack.apiUrls[0]}${EXPORT}?q=${church}&columns=Message`, {
      headers: { cookie: admin.cookie },
      signal: stop.signal,
    });
    const reader = answer.body!.getReader();
    expect((await reader.read()).value!.length).toBeGreaterThan(0);
    expect(answer.headers.get('x-export-rows')).toBe('30000');
    expect(await backends()).toHaveLength(1);
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    return { stop: () => stop.abort(), rest };
  }

  it('is given up when the browser goes away: query gone within a second, and said so', async () => {
    const { stop } = await begun();
    stop();
    await eventually(async () => (await backends()).length === 0, { within: 1000, every: 20 });
    const row = await settled('cancelled');
    expect(row).toMatchObject({ rows: null, sha256: null });
    expect((await admin.get('/api/admin/trial-signups?limit=1')).status).toBe(200);
  });

  it('fails in the browser when the database fails, and is never a shorter file', async () => {
    const { rest } = await begun();
    const [{ pid }] = await backends();
    await stack.query('SELECT pg_terminate_backend($1)', [pid]);
    await expect(rest()).rejects.toThrow();
    expect(await settled('failed')).toMatchObject({ rows: null, sha256: null });
  });

  it('is one of several: all arrive whole', async () => {
    const texts = await Promise.all(
      Array.from({ length: 2 }, async () => (await file(EXPORT, { q: church, columns: 'Message' })).text),
    );
    expect(new Set(texts).size).toBe(1);
    expect(readCsv(texts[0]!)).toHaveLength(30_001);
    await eventually(async () => (await backends()).length === 0);
  });

  it('is written down as failed when its server dies', async () => {
    await begun();
    const { id } = await ledgerOf();
    await stack.apis[0]!.kill();
    await stack.sandbox.advance({ minutes: 2 });
    await eventually(async () => (await ledgerOf(id)).outcome === 'failed');
    await stack.apis[0]!.restart();
  });
});
