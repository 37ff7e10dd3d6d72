/** Exported CSV files, the log of exports, and downloads that are interrupted. @thorough */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aKey,
  aStoredApplication,
  aSubscriber,
  aTrial,
  callsTo,
  manyTrials,
  readCsv,
  signedIn,
  ageExports,
  auditEntries,
  breakExports,
  exportConnections,
  loggedExport,
  manyReaders,
} from '../builders/index.ts';
import { linksSignedWith } from '../builders/in-process.ts';
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

const SECRET = 'secret-of-the-links-of-this-very-spec-01';

const stack = ownStack({ env: { LINK_SECRETS: SECRET } });
let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  admin = await signedIn(stack);
}, 90_000);

const aWord = () => `w${aKey()}`;
const file = (path: string, query: Record<string, string> = {}) =>
  admin.get(`${path}?${new URLSearchParams({ bom: '0', ...query }).toString()}`);

const settled = (outcome: string) =>
  eventually(async () => {
    const row = await loggedExport(stack);
    return row.outcome === outcome && row;
  });

describe('a file', () => {
  it('of applications can be filtered by state', async () => {
    const church = aWord();
    for (const state of ['submitted', 'approved', 'withdrawn'] as const)
      await aStoredApplication(stack, { state, given: { churchName: church } });
    const read = async (query: Record<string, string>) =>
      readCsv((await file('/api/admin/ambassadors/export', { q: church, ...query })).text)
        .slice(1)
        .map((row) => row[1]);
    expect(new Set(await read({}))).toEqual(new Set(['Approved', 'Submitted', 'Withdrawn']));
    expect(await read({ state: 'open' })).toEqual(['Submitted']);
    expect(await read({ state: 'approved' })).toEqual(['Approved']);
  });

  it('of newsletter readers has no unsubscribe links by default', async () => {
    const reader = await aSubscriber(stack, 'confirmed');
    const { text } = await file('/api/admin/newsletter/export', { q: reader.email });
    expect(text).not.toContain('token=');
    expect(readCsv(text)).toEqual([
      expect.not.arrayContaining(['Unsubscribe Link']),
      [reader.email, 'Confirmed', expect.any(String), expect.any(String), ''],
    ]);
    expect((await file('/api/admin/newsletter/export', { links: 'yes' })).status).toBe(400);
  });

  it('of newsletter readers has an unsubscribe link per reader when links=1', async () => {
    const reader = await aSubscriber(stack, 'confirmed');
    const { id } = (await reader.stored())!;
    await manyReaders(stack, id, 5000);
    const { text } = await file('/api/admin/newsletter/export', { links: '1', q: reader.email });
    const [header, ...rows] = readCsv(text);
    expect(header!.at(-1)).toBe('Unsubscribe Link');
    expect(rows).toHaveLength(5001);
    const links = linksSignedWith(SECRET);
    for (const row of rows)
      expect(row.at(-1)).toMatch(/^http:\/\/[^/]+\/newsletter\/unsubscribe\?token=[\w-]+\.[\w-]+$/);
    const [mine] = rows.filter(([email]) => email === reader.email);
    const token = new URL(mine!.at(-1)!).searchParams.get('token')!;
    expect(links.verify('newsletter.unsubscribe', token)).toBe(String(id));
    expect((await reader.unsubscribes(token)).status).toBe(200);
    expect((await reader.stored())!.state).toBe('unsubscribed');
    const entry = (await auditEntries(stack, { action: 'exported' })).at(-1);
    expect(entry.detail).toEqual({ list: 'newsletter', links: true });
    await eventually(async () => {
      expect(await loggedExport(stack)).toMatchObject({ rows: 5001 });
      return true;
    });
  });
});

describe('the log of exports', () => {
  it('records who exported what, with the number of rows', async () => {
    const church = aWord();
    await aTrial(stack, { pastor: { churchName: church } });
    const { status } = await file(EXPORT, { q: church, startDate: '2026-01-01', columns: 'Name,Email' });
    expect(status).toBe(200);
    await settled('complete');
    const { body } = await admin.get('/api/admin/exports?limit=1');
    expect(body).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/^20\d\d-.*Z$/),
        by: admin.name,
        list: 'trial-signups',
        filter: { q: church, startDate: '2026-01-01' },
        columns: ['Name', 'Email'],
        outcome: 'complete',
        rows: 1,
      },
    ]);
    const [entry] = await auditEntries(stack, { about: `export:${body[0].id}` });
    expect(entry).toMatchObject({ action: 'exported', account_id: admin.id, detail: { list: 'trial-signups' } });
  });

  it('removes search terms after 30 days', async () => {
    await file(EXPORT, { q: 'mary', endDate: '2026-01-01' });
    const { id } = await settled('complete');
    await ageExports(stack);
    await eventually(async () => (await loggedExport(stack, id)).filter.q === undefined);
    expect((await loggedExport(stack, id)).filter).toEqual({ endDate: '2026-01-01' });
  });

  it.each(EXPORTS)('%s is for administrators only', async (path) => {
    const support = await signedIn(stack, 'support');
    const before = await loggedExport(stack);
    expect((await support.get(path)).status).toBe(403);
    expect((await callsTo(stack).get(path)).status).toBe(401);
    expect((await support.get('/api/admin/exports')).status).toBe(403);
    expect(await loggedExport(stack)).toEqual(before);
  });
});

describe('a download', () => {
  const church = aWord();
  beforeAll(async () => {
    // A file that does not fit into the buffers of the sockets.
    const message = Array.from({ length: 100 }, () => aKey()).join(' ');
    await manyTrials(stack, 30_000, { pastor: { churchName: church, message } });
  }, 60_000);

  /** Starts reading directly from one server: the load balancer would buffer much of the file. */
  async function startDownload() {
    const stop = new AbortController();
    const answer = await fetch(`${stack.apiUrls[0]}${EXPORT}?q=${church}&columns=Message`, {
      headers: { cookie: admin.cookie, 'accept-encoding': 'identity' },
      signal: stop.signal,
    });
    const reader = answer.body!.getReader();
    expect((await reader.read()).value!.length).toBeGreaterThan(0);
    expect(answer.headers.get('x-export-rows')).toBe('30000');
    expect(await exportConnections(stack)).toHaveLength(1);
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    return { stop: () => stop.abort(), rest };
  }

  it('is canceled when the browser disconnects: its query ends within a second, and the log of exports says so', async () => {
    const { stop } = await startDownload();
    stop();
    await eventually(async () => (await exportConnections(stack)).length === 0, { within: 1000, every: 20 });
    const row = await settled('cancelled');
    expect(row).toMatchObject({ rows: null });
    expect((await admin.get('/api/admin/trial-signups?limit=1')).status).toBe(200);
  });

  it('fails in the browser when the database connection breaks', async () => {
    const { rest } = await startDownload();
    stack.allowLogs(/"export":\d+.*(export failed|could not close the export log entry)/);
    await breakExports(stack);
    await expect(rest()).rejects.toThrow();
    expect(await settled('failed')).toMatchObject({ rows: null });
  });

  it('arrives complete beside another one', async () => {
    const texts = await Promise.all(
      Array.from({ length: 2 }, async () => (await file(EXPORT, { q: church, columns: 'Message' })).text),
    );
    expect(new Set(texts).size).toBe(1);
    expect(readCsv(texts[0]!)).toHaveLength(30_001);
    await eventually(async () => (await exportConnections(stack)).length === 0);
  });

  it('is marked failed in the log of exports when its server dies', async () => {
    await startDownload();
    const { id } = await loggedExport(stack);
    await stack.apis[0]!.kill();
    await stack.sandbox.advance({ minutes: 2 });
    await eventually(async () => (await loggedExport(stack, id)).outcome === 'failed');
    await stack.apis[0]!.restart();
  });
});
