import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastify } from 'fastify';
import { Settings } from '../platform/config/index.ts';
import type { PageServices } from './page-services.ts';
import { BuiltSite, Pages } from './pages.ts';
import { serveSite } from './serve-site.ts';

/** Some pages: one fails the first time, and one reads its query and answers a form. */
const BUILT_SITE = `
let rendered = 0;
let failed = 0;
export async function answer(request, visit) {
  const { pathname, search } = new URL(request.url);
  const asked = visit && [request.method, search, await request.text(), visit.services.name].join(' ');
  rendered += 1;
  if (pathname === '/fails' && !failed++) throw new Error('not yet');
  const texts = { '/': 'Home ' + rendered, '/404': 'Page Not Found', '/fails': 'Now', '/asks': 'Asks ' + asked, '/trials/1': 'Office ' + rendered };
  const response = new Response('<p>' + texts[pathname] + '</p>', {
    status: pathname in texts ? 200 : 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
  const nonces = visit ? ["'nonce-" + visit.nonce + "'"] : [];
  return { response, scripts: nonces, styles: nonces };
}
export const find = (path) =>
  path === '/nowhere' ? undefined : { address: path.toLowerCase(), key: path.replace(/[0-9]+$/, ':id'), isOffice: false };
export const readsQuery = (path) => path === '/asks';
export const forms = [{ path: '/asks', byLink: false }];
export const pages = [{ path: '/' }];
`;

const server = fastify();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'site-'));
  await mkdir(path.join(folder, 'client/assets'), { recursive: true });
  await mkdir(path.join(folder, 'server'));
  await writeFile(path.join(folder, 'server/site.js'), BUILT_SITE);
  await writeFile(path.join(folder, 'server/package.json'), '{ "type": "module" }');
  await writeFile(path.join(folder, 'client/assets/film-1a2b.mp4'), '0123456789');
  const settings = Object.assign(new Settings(), { SITE_URL: 'http://site.test' });
  const pages = new Pages(new BuiltSite(folder), settings);
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  const services = { admit: async () => {}, of: () => ({ name: 'services' }) } as unknown as PageServices;
  await serveSite(server, pages, services, { find: async () => undefined });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, accepted?: string) =>
  server.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

describe('A page', () => {
  it('is rendered once, and the same for everyone', async () => {
    const [one, other] = await Promise.all([get('/'), get('/')]);
    expect(one.statusCode).toBe(200);
    expect(one.body).toMatch(/^<p>Home \d<\/p>$/);
    expect(other.body).toBe(one.body);
    expect((await get('/?source=newsletter')).body).toBe(one.body);
  });

  it('is rendered once for all ids, and has one address', async () => {
    const one = await get('/trials/1');
    expect(one.statusCode).toBe(200);
    expect((await get('/trials/20000000')).body).toBe(one.body);
    const { statusCode, headers } = await get('/Trials/1?from=queue');
    expect([statusCode, headers['location']]).toEqual([301, '/trials/1?from=queue']);
  });

  it.each([
    ['//asks', '/asks'],
    ['///asks?people=40', '/asks?people=40'],
    ['/Asks', '/asks'],
    ['/ASKS?people=40', '/asks?people=40'],
    ['/asks.', '/asks'],
    ['/asks%20', '/asks'],
    ['/asks%e2%80%9d.?people=40', '/asks?people=40'],
    ['/asks).', '/asks'],
  ])('leads on from %s to %s', async (written, address) => {
    const { statusCode, headers } = await get(written);
    expect([statusCode, headers['location']]).toEqual([301, address]);
  });

  it('is rendered for the visitor when it shows what its query names', async () => {
    expect((await get('/asks')).body).toBe('<p>Asks null</p>');
    const [one, other] = await Promise.all([get('/asks?people=40'), get('/asks?people=40')]);
    expect(one.body).toBe('<p>Asks GET ?people=40  services</p>');
    expect(one.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(one.headers['etag']).toBeUndefined();
    const nonceOf = ({ headers }: typeof one) =>
      /'nonce-([^']{20,})'/.exec(String(headers['content-security-policy']))?.[1];
    expect(nonceOf(one)).toBeDefined();
    expect(nonceOf(one)).not.toBe(nonceOf(other));
  });

  it('answers its form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const posted = await server.inject({ method: 'POST', url: '/asks?a=1', headers, payload: 'name=Ruth&name=Naomi' });
    expect(posted).toMatchObject({ statusCode: 200, body: '<p>Asks POST ?a=1 name=Ruth&name=Naomi services</p>' });
    expect((await server.inject({ method: 'POST', url: '/', headers, payload: 'name=Ruth' })).statusCode).toBe(404);
  });

  it('that failed to render is rendered again', async () => {
    expect((await get('/fails')).statusCode).toBe(500);
    expect(await get('/fails')).toMatchObject({ statusCode: 200, body: '<p>Now</p>' });
  });

  it.each(['/nowhere', '/assets', '/404', '/server/site.js', '/../server/site.js', '/index.html'])(
    'is the page for unknown addresses at %s',
    async (url) => {
      expect(await get(url)).toMatchObject({ statusCode: 404, body: '<p>Page Not Found</p>' });
    },
  );

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip;q=0.9', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br; q=0.000, gzip ; q=0', undefined],
    ['xbr, notgzip', undefined],
    ['*;q=0', undefined],
  ])('answers Accept-Encoding %j with %s', async (accepted, encoding) => {
    const { headers, rawPayload } = await get('/', accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('accept-encoding');
    if (encoding === 'gzip') expect(gunzipSync(rawPayload).toString()).toMatch(/^<p>Home/);
  });
});

describe('A film', () => {
  const film = (headers: Record<string, string> = {}) => server.inject({ url: '/assets/film-1a2b.mp4', headers });

  it('is sent whole, kept for good, and offers its parts', async () => {
    const { statusCode, headers, body } = await film();
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: '0123456789' });
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('is sent in parts', async () => {
    const { statusCode, headers, body } = await film({ range: 'bytes=4-' });
    expect({ statusCode, body, of: headers['content-range'] }).toEqual({
      statusCode: 206,
      body: '456789',
      of: 'bytes 4-9/10',
    });
  });
});
