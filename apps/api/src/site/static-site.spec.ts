import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import type { Settings } from '../platform/config/index.ts';
import { serveStaticSite } from './static-site.ts';

const server = fastify();

beforeAll(async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'site-'));
  await mkdir(path.join(root, '404'));
  for (const [file, text] of Object.entries({
    'index.html': '<p>Home</p>',
    'index.html.br': 'brotli',
    'index.html.gz': 'gzip',
    '404/index.html': '<p>Page Not Found</p>',
    'notes.md': 'not for the public',
    'other.html': 'nor this',
  }))
    await writeFile(path.join(root, file), text);
  serveStaticSite(server, root, { sandbox: undefined } as unknown as Settings);
  await rm(root, { recursive: true });
});

afterAll(() => server.close());

const get = (url: string, accepted?: string) =>
  server.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

describe('the built site', () => {
  it('is served from memory, also after its folder is deleted', async () => {
    const home = await get('/');
    expect({ status: home.statusCode, text: home.body }).toEqual({ status: 200, text: '<p>Home</p>' });
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
    expect(body).toBe({ br: 'brotli', gzip: 'gzip', none: '<p>Home</p>' }[encoding ?? 'none']);
  });
});
