/** Addresses that are not a page, such as moved and unknown ones, and those of the back office. @slow */
import { describe, expect, it } from 'vitest';
import { rawPagesOf } from '../builders/index.ts';
import { MOVED, NOWHERE, ofEachKind, PATHS } from '../site/pages.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const get = rawPagesOf(stack);

describe('a page that has moved', () => {
  const moves = Object.entries(MOVED).flatMap(([from, to]) => [
    [from, to],
    [`${from}/`, to],
    [`${from}?from=letter&n=1`, `${to}?from=letter&n=1`],
    [`${from}/?from=letter`, `${to}?from=letter`],
  ]);

  it.each(moves)('%s redirects to %s in one step', async (from, to) => {
    for (const method of ['GET', 'HEAD']) {
      expect(await get(from, {}, method)).toMatchObject({ status: 301, headers: { location: to } });
      expect((await get(to, {}, method)).status).toBe(200);
    }
  });
});

it('/admin/dead-jobs leads to the dead jobs of the queue', async () => {
  const target = '/admin/queue?group=deadJobs';
  expect(await get('/admin/dead-jobs')).toMatchObject({ status: 301, headers: { location: target } });
  expect(await get('/admin/dead-jobs?cause=7')).toMatchObject({ headers: { location: `${target}&cause=7` } });
  expect((await get(target)).status).toBe(200);
});

it('pages of the back office are not cached or indexed, and unknown ones are not found', async () => {
  const pages = ['/admin', '/admin/exports', '/admin/ambassadors/7', '/trials', '/trials/1234567890123', '/database'];
  for (const path of pages) {
    const { status, headers, text } = await get(path);
    const { 'cache-control': cache, 'x-robots-tag': robots } = headers;
    expect({ path, status, cache, robots }).toEqual({ path, status: 200, cache: 'no-store', robots: 'noindex' });
    expect(text, path).toMatch(/<meta name="robots" content="noindex"/);
  }
  for (const path of ['/trials/_', '/trials/abc', '/trials/1/2', '/admin/nothing', '/admin/ambassadors/_'])
    expect((await get(path)).status, path).toBe(404);
});

it('/favicon.ico leads to a picture', async () => {
  const { headers } = await get('/favicon.ico');
  expect(await get(headers.location!)).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
});

describe('a trailing slash', () => {
  it.each(ofEachKind(PATHS).filter((path) => path !== '/'))(
    'redirects from %s/ to the page and keeps the query',
    async (path) => {
      expect(await get(`${path}/?a=1&b=%20`)).toMatchObject({
        status: 301,
        headers: { location: `${path}?a=1&b=%20` },
      });
      expect((await get(`${path}?a=1&b=%20`)).status).toBe(200);
    },
  );

  it.each([
    ['/trial/', '/trial'],
    ['/trial/?step=verification&trialId=7', '/trial?step=verification&trialId=7'],
    ['/nowhere//', '/nowhere'],
    ['//evil.example/x/', '/evil.example/x'],
    ['/%2Fevil.example/', '/%2Fevil.example'],
  ])('of %s redirects to %s', async (path, target) => {
    expect(await get(path)).toMatchObject({ status: 301, headers: { location: target } });
  });

  it('never redirects to another host', async () => {
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

describe('an unknown address', () => {
  it.each([
    '/nowhere',
    '/404',
    '/trial/nowhere',
    '/.env',
    '/index.html',
    '/assets/nothing.js',
    '/apifoo',
    '/__spa-fallback.html',
  ])('%s answers 404 with the page for it', async (path) => {
    const { status, headers, text } = await get(path);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'text/html; charset=utf-8' });
    expect(text).toContain('Page Not Found');
    expect(text).toMatch(/<meta[^>]+noindex/);
  });

  it.each(['/api', '/api/', '/api/nowhere', '/api/nowhere/', '/api/trial-signup', '/api/trial-signup/7/nowhere'])(
    '%s below /api answers 404 in JSON',
    async (path) => {
      const { status, text } = await get(path);
      expect({ status, body: JSON.parse(text) }).toEqual({ status: 404, body: { error: 'Not found' } });
    },
  );

  it('answers 404 to HEAD, and with the page whatever the request accepts or has cached', async () => {
    expect(await get(NOWHERE, {}, 'HEAD')).toMatchObject({ status: 404 });
    const { headers, text } = await get(NOWHERE, { 'if-none-match': '*', accept: 'application/json' });
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('Page Not Found');
  });

  it('answers 404 in JSON to a POST', async () => {
    const { status, text } = await get('/help', {}, 'POST');
    expect({ status, body: JSON.parse(text) }).toEqual({ status: 404, body: { error: 'Not found' } });
  });
});

describe('a malformed address', () => {
  it.each([
    '/../../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/....//package.json',
    '/%00',
    '/trial%00.html',
  ])('%s answers 404 and reads no file outside the site', async (path) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect(text).not.toContain('"dependencies"');
  });

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
  ])('%s is neither a page nor a failure of the server', async (path) => {
    const { status, text } = await get(path);
    expect([301, 404]).toContain(status);
    expect(text).not.toMatch(/"dependencies"|root:/);
  });

  it.each(['//', '///', '//:80', '/%E0%A4%A', '/%', '//[', '/\\', `/api/trial-signup/${'7'.repeat(300)}`])(
    '%s is not a failure of the server',
    async (path) => {
      const { status, headers } = await get(path);
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
      expect(headers['x-request-id']).toBeDefined();
    },
  );
});
