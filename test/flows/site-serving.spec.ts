/** How the server hands out the site: encodings, caches, headers, addresses that are written oddly. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { MOVED, NOWHERE, PAGES, PATHS } from '../site/pages.ts';
import { rawPagesOf } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const ask = rawPagesOf(stack);

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

describe.each([...PATHS, NOWHERE])('%s', (path) => {
  it('has the headers that protect who reads it', async () => {
    const { headers } = await ask(path);
    expect(headers).toMatchObject(SECURITY);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = new Map(
      headers['content-security-policy']!.split('; ').map((each) => each.split(/ (.*)/) as [string, string]),
    );
    for (const nothing of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy.get(nothing)).toBe("'none'");
    for (const own of ['default-src', 'style-src', 'font-src', 'form-action']) expect(policy.get(own)).toBe("'self'");
    expect(policy.get('script-src')).not.toMatch(/unsafe|data:|\*(?!\.)|^https?:$/);
    expect(headers['server']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('says the same in each encoding and to HEAD', async () => {
    const [plain, br, gzip, head] = await Promise.all([
      ask(path),
      ask(path, { 'accept-encoding': 'gzip, deflate, br, zstd' }),
      ask(path, { 'accept-encoding': 'gzip' }),
      ask(path, {}, 'HEAD'),
    ]);
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(br.body.length).toBeLessThan(gzip.body.length);
    expect(head.status).toBe(plain.status);
    expect(head.body.length).toBe(0);
    expect(Number(head.headers['content-length'])).toBe(plain.body.length);
  });
});

describe.each(PATHS)('%s', (path) => {
  it('is asked for again each time, and sent only when it has changed', async () => {
    const { headers } = await ask(path, { 'accept-encoding': 'br' });
    expect(headers['cache-control']).toBe('no-cache');
    for (const known of [headers.etag!, `"old", ${headers.etag}`, headers.etag!.replace('W/', ''), '*']) {
      const again = await ask(path, { 'if-none-match': known, 'accept-encoding': 'br' });
      expect({ status: again.status, bytes: again.body.length, etag: again.headers.etag }).toEqual({
        status: 304,
        bytes: 0,
        etag: headers.etag,
      });
    }
    expect((await ask(path, { 'if-none-match': '"old"' })).status).toBe(200);
  });
});

describe('an address that has moved', () => {
  const ways = Object.entries(MOVED).flatMap(([from, to]) => [
    [from, to],
    [`${from}/`, to],
    [`${from}?from=letter&n=1`, `${to}?from=letter&n=1`],
    [`${from}/?from=letter`, `${to}?from=letter`],
  ]);

  it.each(ways)('%s leads to %s in one step', async (from, to) => {
    for (const method of ['GET', 'HEAD']) {
      expect(await ask(from, {}, method)).toMatchObject({ status: 301, headers: { location: to } });
      expect((await ask(to, {}, method)).status).toBe(200);
    }
  });
});

describe('a slash at the end', () => {
  it.each(PATHS.filter((path) => path !== '/'))(
    'leads from %s/ to the page in one step, with what was asked',
    async (path) => {
      expect(await ask(`${path}/?a=1&b=%20`)).toMatchObject({
        status: 301,
        headers: { location: `${path}?a=1&b=%20` },
      });
      expect((await ask(`${path}?a=1&b=%20`)).status).toBe(200);
    },
  );
});

describe('an address written oddly', () => {
  it.each([
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cpackage.json',
    '/assets/%252e%252e/%252e%252e/package.json',
    '/assets/..%00/package.json',
    '/blog/../../../package.json',
    '/blog/%c0%ae%c0%ae/package.json',
    '/%F0%9F%95%AF',
    '/pricing;jsessionid=1',
    '/PRICING.HTML',
    '/assets',
    '/assets/',
    '/blog/category',
    '/blog/category/nothing',
    `/${'a'.repeat(8000)}`,
  ])('%s is no page, and no failure', async (path) => {
    const { status, text } = await ask(path);
    expect([301, 404]).toContain(status);
    expect(text).not.toMatch(/"dependencies"|root:/);
  });

  it('is a 404 to HEAD, too, and to nobody without the page for it', async () => {
    expect(await ask(NOWHERE, {}, 'HEAD')).toMatchObject({ status: 404 });
    const { headers, text } = await ask(NOWHERE, { 'if-none-match': '*', accept: 'application/json' });
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('Page Not Found');
  });
});

it('what is not to be found says so, or carries a query of a sign-up', async () => {
  for (const { path, noindex } of PAGES) {
    const { text } = await ask(path);
    expect({ path, noindex: /<meta[^>]+noindex/.test(text) }).toEqual({ path, noindex: Boolean(noindex) });
  }
  for (const path of ['/trial?trialId=7', '/trial/success?session_id=x', '/trial-checkout-success?trial_id=7'])
    expect((await ask(path)).headers).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
});

describe('the files of the pages', () => {
  it('are kept for ever when their names tell their content, and asked for again when not', async () => {
    const pages = await Promise.all(PATHS.map(async (path) => (await ask(path)).text));
    const files = new Set(
      pages.flatMap((html) => [...html.matchAll(/(?:src|href)="(\/[^"#?]+\.\w+)"/g)].map(([, file]) => file!)),
    );
    expect(files.size).toBeGreaterThan(20);
    for (const file of files) {
      const { status, headers } = await ask(file);
      const kept = file.startsWith('/assets/');
      expect({ file, status, cache: headers['cache-control'] }).toEqual({
        file,
        status: 200,
        cache: kept ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('named for good are told in robots.txt with the sitemap, and only the calls are closed', async () => {
    const { headers, body } = await ask('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body.toString()).toMatch(/^User-agent: \*\nDisallow: \/api\/\n\nSitemap: https?:\/\/\S+\/sitemap\.xml\n$/);
    expect((await ask('/sitemap.xml')).headers['content-type']).toBe('application/xml; charset=utf-8');
  });
});
