import { beforeAll, describe, expect, it } from '@jest/globals';
import { aKey, aStoredApplication, aSubscriber, aTrial, readCsv, signedIn } from '../builders/index.ts';
import { linksSignedWith } from '../builders/links.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

const SECRET = 'secret-of-the-links-of-this-very-spec-01';

const stack = ownStack({ apis: 1, env: { LINK_SECRETS: SECRET } });
let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  admin = await signedIn(stack);
}, 90_000);

const aWord = () => `w${aKey()}`;
const file = (path: string, query: Record<string, string> = {}) =>
  admin.get(`${path}?${new URLSearchParams({ bom: '0', ...query }).toString()}`);
const ledger = () => stack.query('SELECT id, columns, rows, bytes FROM exports ORDER BY id');

describe('the other files', () => {
  it('incomplete sign-ups', async () => {
    const church = aWord();
    const { phone, email } = await aTrial(stack, {
      state: 'billingInformation',
      pastor: { churchName: church },
      columns: { created_at: '2026-07-04T05:06:07Z' },
    });
    await aTrial(stack, { pastor: { churchName: church } });
    const { text, headers } = await file('/api/incomplete-trials/export', { q: church });
    expect(headers.get('content-disposition')).toBe('attachment; filename="incomplete-trial-signups.csv"');
    expect(readCsv(text)).toEqual([
      [
        'Name',
        'Status',
        'Email',
        'Phone',
        'Church',
        'City',
        'State',
        'Position',
        'Church Size',
        'Message',
        'Signup Date (America/Chicago)',
      ],
      [
        'Mary Ann Lee',
        'Phone Verified, No Credit Card',
        email,
        `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`,
        church,
        'Austin',
        'TX',
        'Youth Pastor',
        '100-250',
        'Looking forward to it.',
        '2026-07-04 00:06',
      ],
    ]);
  });

  it('applications, by state', async () => {
    const church = aWord();
    for (const state of ['submitted', 'approved', 'withdrawn'] as const)
      await aStoredApplication(stack, { state, given: { churchName: church } });
    const read = async (query: Record<string, string>) =>
      readCsv((await file('/api/admin/ambassadors/export', { q: church, ...query })).text)
        .slice(1)
        .map((row) => row[1]);
    expect(new Set(await read({}))).toEqual(new Set(['approved', 'submitted', 'withdrawn']));
    expect(await read({ state: 'open' })).toEqual(['submitted']);
    expect(await read({ state: 'approved' })).toEqual(['approved']);
  });

  it('newsletter readers, without a link that works for anyone', async () => {
    const reader = await aSubscriber(stack, 'confirmed');
    const { text } = await file('/api/admin/newsletter/export', { q: reader.email });
    expect(text).not.toContain('token=');
    expect(readCsv(text)).toEqual([
      expect.not.arrayContaining(['Unsubscribe Link']),
      [reader.email, 'confirmed', expect.any(String), expect.any(String), ''],
    ]);
    expect((await file('/api/admin/newsletter/export', { links: 'yes' })).status).toBe(400);
  });

  it('newsletter readers, each with the link that unsubscribes one where that is asked for', async () => {
    const reader = await aSubscriber(stack, 'confirmed');
    const { id } = (await reader.stored())!;
    await stack.query(
      `INSERT INTO newsletter_subscriptions SELECT id + n, n || email, n || email_key, state, created_at, asked_at, confirmed_at
         FROM newsletter_subscriptions, generate_series(1, 5000) AS n WHERE id = $1`,
      [id],
    );
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
    const [entry] = await stack.query(
      `SELECT detail FROM audit_log WHERE action = 'exported' ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toEqual({ detail: { list: 'newsletter', links: true } });
    await eventually(async () => {
      expect((await ledger()).at(-1)).toMatchObject({ rows: 5001, bytes: String(Buffer.byteLength(text)) });
      return true;
    });
  });
});
