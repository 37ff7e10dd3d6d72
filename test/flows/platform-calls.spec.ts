/** Every answer of the server: ids, headers, cookies, redirects and the OpenAPI description. */
import { describe, expect, it } from 'vitest';
import { civilDay } from '@lampstand/contracts';
import { aPastor, aTrial, callsTo } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

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
