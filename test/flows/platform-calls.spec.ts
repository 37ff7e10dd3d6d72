/** Every answer of the server: ids, headers, cookies, redirects, its description, and which hosts and sites may ask. */
import { describe, expect, it } from 'vitest';
import { civilDay } from '@lampstand/contracts';
import { aPastor, aTrial, callsTo, rawPagesOf } from '../builders/index.ts';
import { sharedStack, eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = sharedStack();

const { get, post, raw } = callsTo(stack);

describe('every answer', () => {
  it.each([
    ['a page', () => get('/'), 200],
    ['a missing page', () => get('/nowhere'), 404],
    ['a call', () => get('/api/config'), 200],
    ['a missing call', () => get('/api/nowhere'), 404],
    ['a saved sign-up', () => post('trial-signup', aPastor()), 201],
    ['a refusal', () => post('trial-signup', {}), 400],
    ['broken JSON', () => raw('trial-signup', '{', { 'content-type': 'application/json' }), 400],
    ['a body that is not JSON', () => raw('trial-signup', 'a=b', { 'content-type': 'text/plain' }), 415],
    ['a foreign origin', () => post('trial-signup', aPastor(), { origin: 'https://evil.example' }), 403],
    ['health', () => get('/healthz'), 200],
  ])('to %s has a request id of its own', async (_what, send, status) => {
    const answers = [await send(), await send()];
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(answers[0]!.status).toBe(status);
    expect(ids[0]).toMatch(/^[\w-]{36}$/);
    expect(ids[1]).not.toBe(ids[0]);
  });

  it('has no request id that the client sent', async () => {
    const { headers } = await get('/api/config', { 'x-request-id': 'forged', 'request-id': 'forged' });
    expect(headers.get('x-request-id')).not.toBe('forged');
  });

  it('below /api is not cached and has a policy that allows nothing', async () => {
    const { id } = await aTrial(stack);
    for (const path of ['/api/config', `/api/trial-signup/${id}`, '/api/trial-signup/7', '/api/nowhere']) {
      const { headers } = await get(path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });
});

describe('the cookie of a visitor', () => {
  it('is HttpOnly and SameSite=Lax, lives thirty days and is a new one at each save', async () => {
    const { headers } = await post('trial-signup', aPastor());
    const [cookie, ...more] = headers.getSetCookie();
    expect(more).toEqual([expect.stringMatching(/^signup=1; /)]);
    expect(cookie).toMatch(/^trial_signup=[\w-]{43}; /);
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${30 * 86_400}`]) expect(cookie).toContain(flag);
    const value = cookie!.split(';')[0]!;
    const again = await post('trial-signup', aPastor(), { cookie: value });
    expect(again.headers.getSetCookie()[0]).not.toContain(value);
  });

  it('is Secure when the visitor uses https', async () => {
    const secure = await post('trial-signup', aPastor(), { 'x-forwarded-proto': 'https' });
    expect(secure.headers.getSetCookie()[0]).toMatch(/^__Host-trial_signup=.*; Secure/);
    expect(secure.headers.get('strict-transport-security')).toContain('max-age=');
    const plain = await post('trial-signup', aPastor());
    expect(plain.headers.getSetCookie()[0]).not.toContain('Secure');
    expect(plain.headers.get('strict-transport-security')).toBeNull();
  });
});

describe('the configuration for pages', () => {
  it('holds public settings and no secret', async () => {
    const { body, text } = await get('/api/config');
    expect(body).toMatchObject({
      product: 'Lampstand',
      supportEmail: 'support@lampstand.example',
      stripePublishableKey: 'pk_test_sandbox',
      stripeJsUrl: `${stack.sandboxUrl}/stripe.js`,
      timeZone: 'America/Chicago',
      today: civilDay(new Date(), 'America/Chicago'),
    });
    expect(text).not.toMatch(/sk_|whsec|secret|password|token/i);
  });

  it.each(['dashboard', 'app-store', 'play-store', 'video-student', 'video-portal', 'video-walkthrough'])(
    'redirects to %s',
    async (place) => {
      const { status, headers } = await get(`/api/go/${place}`);
      expect([301, 302, 303, 307]).toContain(status);
      expect((await fetch(headers.get('location')!)).status).toBe(200);
    },
  );

  it.each(['nowhere', 'constructor', '__proto__', 'toString', '..%2f..%2fevil.example'])(
    'answers 404 for the redirect to %s',
    async (place) => {
      expect(await get(`/api/go/${place}`)).toMatchObject({ status: 404, body: { error: 'Not found' } });
    },
  );
});

describe('what the public port shows', () => {
  it('is the health of the process: alive, ready, migrated, writable, on time, and which version runs', async () => {
    expect((await get('/healthz')).body).toEqual({ alive: true });
    expect((await get('/readyz')).body).toEqual({
      ready: true,
      migrated: true,
      writable: true,
      clockOffsetMs: 0,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: 'unreleased',
    });
  });

  it('is never the metrics', async () => {
    expect((await get('/metrics')).text).not.toContain('lampstand_http_seconds');
  });

  it('is an OpenAPI description of every public call', async () => {
    expect((await get('/api/docs')).status).toBe(200);
    const { body } = await get('/api/docs-json');
    // oxfmt-ignore
    const calls = [
      'check-user-exists', 'trial-signup', 'verify-phone', 'resend-verification', 'verify-code', 'update-email', 'update-details',
      'send-resume-link', 'update-selected-plan', 'trial-setup-intent', 'trial-checkout-session', 'update-payment-verified', 'create-account', 'trial-checkout-complete',
      'ambassador-application', 'trial-request', 'newsletter-subscriptions',
    ];
    for (const call of calls) {
      const { schema } = body.paths[`/api/${call}`].post.requestBody.content['application/json'];
      expect(Object.keys(schema.properties).length).toBeGreaterThan(0);
    }
    const sent = Object.keys(
      body.paths['/api/trial-signup'].post.requestBody.content['application/json'].schema.properties,
    );
    expect(sent).toHaveLength(16);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'is a 404 for %s on a call that requires POST',
    async (method) => {
      const answer = await fetch(`${stack.url}/api/verify-phone`, { method });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ error: 'Not found' });
    },
  );
});

describe('the public OpenAPI description', () => {
  it('has neither calls of staff nor internal calls', async () => {
    const { status, text } = await get('/api/docs-json');
    expect(status).toBe(200);
    expect(text).toContain('/api/trial-signup');
    expect(text).not.toMatch(/\/api\/(admin|incomplete-trials|internal)|Back office|Internal|"staff"|bearer/);
  });

  it('is served with the files that its page needs and no others', async () => {
    const page = await get('/api/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files).toHaveLength(3);
    for (const file of files) expect({ file, status: (await get(file)).status }).toEqual({ file, status: 200 });
    for (const path of ['/api/docs/package.json', '/api/docs/index.html', '/api/docs/LICENSE'])
      expect((await get(path)).status).toBe(404);
  });
});

describe('The rules of a route', () => {
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
});
