import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { rawPagesOf } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const get = rawPagesOf(stack);

describe('a page', () => {
  it.each(['/', '/trial', '/trial-checkout-success', '/blog', '/blog/teen-mental-health', '/privacypolicy'])(
    '%s is there',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
      expect(text).toMatch(/<title>[^<]{10,}<\/title>/);
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it('runs its own inline scripts and no other', async () => {
    for (const path of ['/', '/trial', '/nowhere']) {
      const { headers, text } = await get(path);
      const scripts = [...text.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*ld\+json)[^>]*>(.*?)<\/script>/gs)].map(
        ([, code]) => code!,
      );
      const hashes = scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
      const policy = headers['content-security-policy']!;
      for (const hash of hashes) expect(policy).toContain(hash);
      expect(policy.match(/'sha256-/g) ?? []).toHaveLength(new Set(hashes).size);
      expect(policy).not.toContain('unsafe');
      expect(text).not.toMatch(/<[^>]+\son[a-z]+="/);
    }
  });

  it('is not sent again to who has it', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'if-none-match': headers.etag! });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    expect((await get('/', { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('is the same in every encoding', async () => {
    const plain = await get('/');
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(`${stack.url}/`, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(await answer.text()).toBe(plain.text);
    }
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it('answers HEAD without a body', async () => {
    expect(await get('/', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  it('brings files that stay for ever, because their names tell their content', async () => {
    const { text } = await get('/trial');
    const [asset] = text.match(/\/assets\/[\w.-]+\.js/)!;
    const { status, headers } = await get(asset);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toContain('javascript');
  });
});

describe('the address of a sign-up', () => {
  it('goes to no other site and into no index', async () => {
    for (const path of ['/trial?step=verification&trialId=7', '/trial-checkout-success?trial_id=7'])
      expect((await get(path)).headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    const { headers } = await get('/trial');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-robots-tag']).toBeUndefined();
    expect((await get('/?trialId=7')).headers['x-robots-tag']).toBeUndefined();
  });
});

describe('an address that is none', () => {
  it.each([
    '/nowhere',
    '/404',
    '/trial/nowhere',
    '/.env',
    '/index.html',
    '/assets/nothing.js',
    '/apifoo',
    '/__spa-fallback.html',
  ])('%s is a real 404 with the page for it', async (path) => {
    const { status, headers, text } = await get(path);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'text/html; charset=utf-8' });
    expect(text).toContain('Page Not Found');
    expect(text).toMatch(/<meta[^>]+noindex/);
  });

  it.each(['/api', '/api/', '/api/nowhere', '/api/nowhere/', '/api/trial-signup', '/api/trial-signup/7/nowhere'])(
    '%s is a 404 in JSON',
    async (path) => {
      const { status, text } = await get(path);
      expect({ status, body: JSON.parse(text) }).toEqual({ status: 404, body: { error: 'Not found' } });
    },
  );

  it.each([
    '/../../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/....//package.json',
    '/%00',
    '/trial%00.html',
  ])('%s leads nowhere', async (path) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect(text).not.toContain('"dependencies"');
  });

  it.each(['//', '///', '//:80', '/%E0%A4%A', '/%', '//[', '/\\', `/api/trial-signup/${'7'.repeat(300)}`])(
    '%s is no failure of the server',
    async (path) => {
      const { status, headers } = await get(path);
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
      expect(headers['x-request-id']).toBeDefined();
    },
  );

  it('takes no POST', async () => {
    const { status, text } = await get('/trial', {}, 'POST');
    expect({ status, body: JSON.parse(text) }).toEqual({ status: 404, body: { error: 'Not found' } });
  });
});

describe('the sitemap', () => {
  it('lists pages that are there and call themselves by the same address', async () => {
    const { text } = await get('/sitemap.xml');
    const addresses = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) {
      const page = await get(new URL(address).pathname);
      expect({ address, status: page.status }).toEqual({ address, status: 200 });
      expect(page.text).toContain(`<link rel="canonical" href="${address}"`);
      expect(page.text).not.toMatch(/<meta[^>]+noindex/);
    }
    expect(addresses.map((address) => new URL(address).pathname)).toEqual(
      expect.arrayContaining(['/', '/trial', '/blog', '/blog/teen-mental-health', '/privacy-policy']),
    );
    expect(text).not.toMatch(/privacypolicy|\/category\/|\/404/);
  });

  it('is where robots.txt says', async () => {
    const { text } = await get('/robots.txt');
    expect(text).toMatch(/^Sitemap: https?:\/\/\S+\/sitemap\.xml$/m);
  });
});

describe('an address that has moved', () => {
  it.each([
    ['/digital-discipleship-youth-ministry', '/blog/digital-discipleship'],
    ['/youth-ministry-mental-health?from=letter', '/blog/teen-mental-health?from=letter'],
  ])('%s leads to %s', async (path, target) => {
    expect(await get(path)).toMatchObject({ status: 301, headers: { location: target } });
    expect((await get(target)).status).toBe(200);
  });
});

describe('a slash at the end', () => {
  it.each([
    ['/trial/', '/trial'],
    ['/trial/?step=verification&trialId=7', '/trial?step=verification&trialId=7'],
    ['/nowhere//', '/nowhere'],
    ['//evil.example/x/', '/evil.example/x'],
    ['/%2Fevil.example/', '/%2Fevil.example'],
  ])('%s leads to %s', async (path, target) => {
    expect(await get(path)).toMatchObject({ status: 301, headers: { location: target } });
  });

  it('never leads to another host', async () => {
    for (const path of [
      '//evil.example/',
      '/\\evil.example/',
      '///evil.example/a/',
      '/.//evil.example/',
      '/x/..//evil.example//',
    ]) {
      const { headers } = await get(path);
      const target = new URL(headers.location ?? '/', stack.url);
      expect({ path, host: target.host }).toEqual({ path, host: new URL(stack.url).host });
    }
  });
});
