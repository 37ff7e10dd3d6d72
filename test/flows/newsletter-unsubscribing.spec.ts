/** Unsubscribing from the newsletter: one-click headers, links, and subscribing again. */
import { describe, expect, it } from '@jest/globals';
import { aSubscriber, callsTo, expectComplete } from '../builders/index.ts';
import { linksSignedWith } from '../builders/in-process.ts';
import { expectNoViolations } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const SECRET = `our-${'s'.repeat(40)}`;
const FOREIGN = `foreign-${'s'.repeat(40)}`;
const LATER = new Date(Date.now() + 90 * 86_400_000);
const GONE = { status: 410, body: { error: 'This link no longer works. Please ask for a new one.' } };
const DONE = { status: 200, body: { success: true } };

const stack = inProcessStack({ env: { LINK_SECRETS: SECRET } });

describe('the mail to a reader', () => {
  it.each([
    ['who has just confirmed', /^You are subscribed/, 'Thank you for confirming'],
    ['who subscribes again', /^You already receive/, 'nothing more to do'],
  ])('%s has headers for one-click unsubscribe', async (_who, subject, words) => {
    const reader = await aSubscriber(stack, 'confirmed');
    await reader.asks();
    const [mail] = (await stack.sandbox.mails(reader.email, { subject })) as any[];
    const [link] = /http\S+\/newsletter\/unsubscribe\?token=[\w.-]+/.exec(mail.text)!;
    expect(mail.headers['list-unsubscribe']).toBe(`<${link}>`);
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expectComplete(mail, words, link);
  });

  it('who has not confirmed has no such header', async () => {
    const reader = await aSubscriber(stack, 'pending');
    const [mail] = (await stack.sandbox.mails(reader.email)) as any[];
    expect(mail.headers).not.toHaveProperty('list-unsubscribe');
  });

  it('waits while the mail server is down, is not counted meanwhile, and is then sent once', async () => {
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    const reader = await aSubscriber(stack);
    for (const _ of [1, 2, 3]) await reader.asks();
    const { id } = (await reader.stored())!;
    await eventually(async () => {
      const sql = `SELECT FROM pgboss.job WHERE data->>'subjectId' = $1 AND state = 'retry'`;
      return (await stack.query(sql, [id])).length === 3;
    });
    await stack.sandbox.heal();
    await expectNoViolations(stack);
    expect(await stack.sandbox.mails(reader.email)).toHaveLength(3);
  });
});

describe('unsubscribing', () => {
  const BODIES: [string, RequestInit][] = [
    ['a form', { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
    ['a multipart form', { body: form({ 'List-Unsubscribe': 'One-Click' }) }],
    ['JSON', { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['broken JSON', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['plain text', { body: 'List-Unsubscribe=One-Click' }],
    ['an unknown content type', { body: 'x', headers: { 'content-type': 'application/x-mail-program' } }],
    ['no body at all', {}],
    ['the origin of a web mail', { headers: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' } }],
  ];

  it.each(BODIES)('works with %s, also repeatedly', async (_what, init) => {
    const reader = await aSubscriber(stack, 'confirmed');
    const token = await reader.unsubscribeToken();
    for (const _ of [1, 2]) expect(await reader.unsubscribes(token, init)).toEqual(DONE);
    const { state, unsubscribed_at: at } = (await reader.stored())!;
    expect(state).toBe('unsubscribed');
    expect(at).toBeInstanceOf(Date);
  });

  it('keeps the time of the first call', async () => {
    const reader = await aSubscriber(stack, 'unsubscribed');
    const before = await reader.stored();
    await reader.unsubscribes(await reader.unsubscribeToken());
    expect(await reader.stored()).toEqual(before);
  });

  it('never happens because the link is opened', async () => {
    const reader = await aSubscriber(stack, 'confirmed');
    const path = `/newsletter/unsubscribe?token=${await reader.unsubscribeToken()}`;
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await fetch(stack.url + path, { method });
    const { status, headers } = await callsTo(stack).get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/html');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect((await reader.stored())!.state).toBe('confirmed');
  });

  it('works for years, and for an address that has been erased', async () => {
    const reader = await aSubscriber(stack, 'confirmed');
    const token = await reader.unsubscribeToken();
    await stack.sandbox.advance({ days: 400 });
    expect(await reader.unsubscribes(token)).toEqual(DONE);
    await stack.query('DELETE FROM newsletter_subscriptions WHERE email = $1', [reader.email]);
    expect(await reader.unsubscribes(token)).toEqual(DONE);
  });

  it('refuses tokens that are forged, of another purpose, repeated or missing', async () => {
    const reader = await aSubscriber(stack, 'confirmed');
    const { id } = (await reader.stored())!;
    const genuine = await reader.unsubscribeToken();
    const forged = [
      linksSignedWith(FOREIGN).sign('newsletter.unsubscribe', id, LATER),
      linksSignedWith(SECRET).sign('newsletter.confirm', id, LATER),
      genuine.slice(0, -1),
      `${genuine}&token=${genuine}`,
      '',
      '%00',
    ];
    for (const token of forged) expect(await reader.unsubscribes(token)).toEqual(GONE);
    expect((await fetch(`${stack.url}/newsletter/unsubscribe`, { method: 'POST' })).status).toBe(410);
    expect((await reader.stored())!.state).toBe('confirmed');
  });

  it('can be undone by double opt-in, and then be repeated', async () => {
    const reader = await aSubscriber(stack, 'unsubscribed');
    const before = (await reader.stored())!.id;
    await reader.asks();
    expect(await reader.confirms(await reader.confirmToken(2))).toMatchObject(DONE);
    expect(await reader.stored()).toMatchObject({ id: before, state: 'confirmed' });
    expect(await reader.unsubscribes(await reader.unsubscribeToken(2))).toEqual(DONE);
    expect((await reader.stored())!.state).toBe('unsubscribed');
  });
});

describe('a reader who has unsubscribed', () => {
  it('stays unsubscribed when the address is entered again, and when the old link is used', async () => {
    const reader = await aSubscriber(stack, 'confirmed');
    const old = await reader.confirmToken();
    expect(await reader.unsubscribes(await reader.unsubscribeToken())).toEqual(DONE);
    expect((await reader.asks()).status).toBe(202);
    await reader.confirmToken(2);
    expect((await reader.stored())!.state).toBe('unsubscribed');
    expect(await reader.confirms(old)).toMatchObject(GONE);
    expect((await reader.stored())!.state).toBe('unsubscribed');
  });

  it('invalidates newer links by unsubscribing again', async () => {
    const reader = await aSubscriber(stack, 'unsubscribed');
    await reader.asks();
    const later = await reader.confirmToken(2);
    expect(await reader.unsubscribes(await reader.unsubscribeToken())).toEqual(DONE);
    expect(await reader.confirms(later)).toMatchObject(GONE);
    await reader.asks();
    expect(await reader.confirms(await reader.confirmToken(3))).toMatchObject(DONE);
  });
});

describe('the newsletter', () => {
  it('stores addresses and tokens in its own table only', async () => {
    const reader = await aSubscriber(stack, 'confirmed');
    const secrets = [reader.email, await reader.unsubscribeToken(), await reader.confirmToken()];
    const jobs = await stack.query('SELECT data, output FROM pgboss.job');
    const mails = await stack.query('SELECT * FROM sent_mails');
    const limits = await stack.query('SELECT * FROM rate_limits');
    const api = (await stack.logs()).split('\n').filter((line) => line.includes('"requestId"'));
    expect(api.length).toBeGreaterThan(0);
    const written = JSON.stringify([jobs, mails, limits, api]);
    for (const secret of secrets) expect(written).not.toContain(secret);
  });
});

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}
