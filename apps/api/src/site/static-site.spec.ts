import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import type { Settings } from '../platform/config/index.ts';
import { serveStaticSite } from './static-site.ts';

const server = fastify();
const HOME = '<p>Home</p>';
const GZIPPED = gzipSync(HOME);

beforeAll(async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'site-'));
  for (const folder of ['404', 'assets']) await mkdir(path.join(root, folder));
  for (const [file, content] of Object.entries({
    'index.html': HOME,
    'index.html.br': 'brotli',
    'index.html.gz': GZIPPED,
    '404/index.html': '<p>Page Not Found</p>',
    'assets/film-1a2b.mp4': '0123456789',
    'notes.md': 'not for the public',
    'other.html': 'nor this',
  }))
    await writeFile(path.join(root, file), content);
  serveStaticSite(server, root, { sandbox: undefined } as unknown as Settings);
  await rm(root, { recursive: true });
});

afterAll(() => server.close());

const get = (url: string, accepted?: string) =>
  server.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

describe('the built site', () => {
  it('is served from memory, also after its folder is deleted', async () => {
    const home = await get('/');
    expect({ status: home.statusCode, text: home.body }).toEqual({ status: 200, text: HOME });
    expect((await get('/nowhere')).body).toContain('Page Not Found');
  });

  it.each(['/notes.md', '/other.html', '/other', '/index.html', '/index.html.br'])(
    'answers 404 for %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
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
    const { headers, body } = await get('/', accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('accept-encoding');
    expect(body).toBe({ br: 'brotli', gzip: GZIPPED.toString(), none: HOME }[encoding ?? 'none']);
  });
});

describe('a film of the built site', () => {
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

  it.each([
    ['bytes=0-1', '01', 'bytes 0-1/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('answers the range %s with %s', async (range, part, of) => {
    const { statusCode, headers, body } = await film({ range });
    expect({ statusCode, body, of: headers['content-range'] }).toEqual({ statusCode: 206, body: part, of });
    expect(headers['content-length']).toBe(String(part.length));
  });

  it.each(['bytes=10-', 'bytes=-0'])('has nothing at %s, past its end', async (range) => {
    const { statusCode, headers } = await film({ range });
    expect({ statusCode, of: headers['content-range'] }).toEqual({ statusCode: 416, of: 'bytes */10' });
  });

  it.each(['bytes=5-2', 'bytes=0-1,4-5', 'bytes=-', 'lines=1-2'])('is sent whole for %s', async (range) => {
    expect(await film({ range })).toMatchObject({ statusCode: 200, body: '0123456789' });
  });

  it('is sent whole if it is another one than the first part was of', async () => {
    const { headers } = await film();
    const range = 'bytes=0-1';
    expect((await film({ range, 'if-range': String(headers['etag']) })).statusCode).toBe(206);
    expect((await film({ range, 'if-range': '"another"' })).statusCode).toBe(200);
  });
});
