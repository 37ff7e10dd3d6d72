/** Which hosts and sites a request may come from, and that its rules depend on the route it matches. */
import { describe, expect, it } from 'vitest';
import { aTrial, callsTo, rawPagesOf } from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = sharedStack();
const { post } = callsTo(stack);
const server = { url: stack.apiUrls[0]! };
const send = rawPagesOf(server);
const JSON_BODY = { 'content-type': 'application/json' };
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

describe('a request that names another host', () => {
  it.each([
    'evil.example',
    `evil.example:${new URL(server.url).port}`,
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'localhost:1.evil.example',
  ])('is refused, also with its own origin: %j', async (host) => {
    const own = { ...JSON_BODY, host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    const page = await send('/', { host });
    expect(page).toMatchObject({ status: 421, text: 'This request did not come from our site.' });
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': NOTHING });
    const answers = [
      await send('/api/config', { host }),
      await send('/api/check-user-exists', own, 'POST', '{"phone":"5125550142"}'),
    ];
    for (const { status, headers, text } of answers) {
      expect({ status, body: JSON.parse(text) }).toEqual({
        status: 421,
        body: { error: 'This request did not come from our site.' },
      });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': NOTHING });
    }
  });

  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1:5173', '[::1]:3000'])(
    'is accepted for this machine: %s',
    async (host) => {
      expect((await send('/api/config', { host })).status).toBe(200);
    },
  );

  it('is accepted for health checks and for calls with a signature or token of their own', async () => {
    const host = 'proxy';
    for (const path of ['/healthz', '/readyz']) expect((await send(path, { host })).status).toBe(200);
    const request = [{ ...JSON_BODY, host }, 'POST', '{}'] as const;
    expect((await send('/api/stripe/webhook', ...request)).text).toContain('Bad signature');
    expect((await send('/api/internal/activity', ...request)).status).toBe(401);
  });
});

describe('a request of our own host, which has TLS', () => {
  const secure = inProcessStack({ env: { SITE_URL: 'https://lampstand.test' } });

  it.each([
    ['https', 200],
    ['http', 403],
  ])('from a page of %s is answered with %s', async (scheme, expected) => {
    const own = { ...JSON_BODY, host: 'lampstand.test', origin: `${scheme}://lampstand.test` };
    const sendSecure = rawPagesOf({ url: secure.apiUrls[0]! });
    const answer = await sendSecure('/api/check-user-exists', own, 'POST', '{"phone":"5125550142"}');
    expect(answer.status).toBe(expected);
  });
});

it('a request of another subdomain is refused, even without an origin', async () => {
  const answer = await post('check-user-exists', { phone: '5125550142' }, { 'sec-fetch-site': 'same-site' });
  expect(answer).toMatchObject({ status: 403, body: { error: 'This request did not come from our site.' } });
});

const linesOf = async (requestId: string) =>
  (await stack.logs()).split('\n').filter((line) => line.includes(requestId) && line.includes('answered'));

describe('a call with an encoded address', () => {
  it.each(['/%61pi/trial-signup/', '/%61%70%69/trial-signup/', 'http://127.0.0.1/api/trial-signup/'])(
    '%s is not cached, allows nothing, and has its line in the log',
    async (address) => {
      const { id } = await aTrial(stack);
      const { status, headers } = await send(`${address}${id}`);
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': NOTHING });
      const [line, ...more] = await eventually(async () => {
        const lines = await linesOf(headers['x-request-id']!);
        return lines.length ? lines : undefined;
      });
      expect(more).toEqual([]);
      expect(JSON.parse(line!)).toMatchObject({ route: '/api/trial-signup/:id', status: '200' });
    },
  );

  it('answers 404 in JSON when it is unknown', async () => {
    for (const path of ['/%61pi/nowhere', '/api/nowhere', '/api']) {
      const { status, headers, text } = await send(path);
      expect({ status, text: JSON.parse(text) }).toEqual({ status: 404, text: { error: 'Not found' } });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': NOTHING });
    }
  });

  it('follows the same rules: one-click unsubscribe accepts any body, other calls accept JSON of our pages', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' };
    const request = [form, 'POST', 'List-Unsubscribe=One-Click'] as const;
    expect((await send('/%6eewsletter/unsubscribe?token=x', ...request)).status).toBe(410);
    expect((await send('/%61pi/check-user-exists', ...request)).status).toBe(403);
    const unsigned = await send('/%61pi/stripe/webhook', { 'content-type': 'application/json' }, 'POST', '{}');
    expect(unsigned.text).toContain('Bad signature');
  });
});

describe('an answer that is not a file of the site', () => {
  it.each(['/healthz', '/readyz', '/%', '/pricing/', '/youth-ministry-mental-health'])(
    '%s is not cached',
    async (path) => {
      expect((await send(path)).headers['cache-control']).toBe('no-store');
    },
  );
});
