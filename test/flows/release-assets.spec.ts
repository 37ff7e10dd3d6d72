/** Assets of other releases: a page of one release is open while servers of another serve. @slow */
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { rawPagesOf, storedAssets, without } from '../builders/index.ts';
import { startsRelease } from '../builders/in-process.ts';
import { ownStack } from '../support/own-stack.ts';

const ASSETS = 'apps/web/build/client/assets';
const stack = ownStack({ apis: 2, together: true });
const get: ReturnType<typeof rawPagesOf> = (...given) => rawPagesOf(stack)(...given);

/** Headers of one answer, or of a file. */
const OF_ONE = ['accept-ranges', 'date', 'etag', 'last-modified', 'x-request-id'];

/** What the build wrote, without what it compressed. */
const built = async () => (await readdir(ASSETS)).filter((name) => !/\.(br|gz)$/.test(name));

describe('Servers that start at the same time', () => {
  it('store their assets once, without the films', async () => {
    const files = (await built()).filter((name) => !name.endsWith('.mp4'));
    expect(await storedAssets(stack)).toEqual({
      paths: files.map((name) => `/assets/${name}`).toSorted(),
      releases: 1,
    });
  });

  it('of two releases store the assets of both', async () => {
    const shared = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`both-${at}.js`, `export default ${at}`]),
    );
    await Promise.all([
      startsRelease(stack, { ...shared, 'one-1a.js': 'one()' }),
      startsRelease(stack, { ...shared, 'other-2b.js': 'other()' }),
    ]);
    for (const name of ['one-1a.js', 'other-2b.js', ...Object.keys(shared)])
      expect((await get(`/assets/${name}`)).status, name).toBe(200);
  });
});

describe('An asset that is not on disk', () => {
  /** One file of each type that has its own headers, as another release would name it, and with what the build compressed. */
  const moved = async () => {
    const names = await readdir(ASSETS);
    const types = [...new Set((await built()).map((name) => name.split('.').at(-1)!))].filter((type) => type !== 'mp4');
    const ones = types.map((type) => names.find((name) => name.endsWith(`.${type}`))!);
    return ones.map((name) => ({ name, other: `other-${name}`, parts: names.filter((each) => each.startsWith(name)) }));
  };

  it.each([undefined, 'gzip', 'gzip, deflate, br, zstd'])(
    'is sent as the files on disk are, with Accept-Encoding %j',
    async (accepted) => {
      const files = await moved();
      expect(files.length).toBeGreaterThan(4);
      const contents = files.flatMap(({ parts }) => parts);
      await startsRelease(
        stack,
        Object.fromEntries(
          await Promise.all(
            contents.map(async (name) => [`other-${name}`, await readFile(`${ASSETS}/${name}`)] as const),
          ),
        ),
      );
      const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted };
      for (const { name, other } of files) {
        const [onDisk, stored] = [await get(`/assets/${name}`, headers), await get(`/assets/${other}`, headers)];
        expect(stored.body.equals(onDisk.body), name).toBe(true);
        const same = Object.entries(onDisk.headers).filter(([header]) => !OF_ONE.includes(header));
        expect(stored.headers).toMatchObject(Object.fromEntries(same));
        expect(stored.headers['x-content-type-options']).toBe('nosniff');
        expect(stored.headers['cache-control']).toBe('public, max-age=31536000, immutable');
        const again = await get(`/assets/${other}`, { ...headers, 'if-none-match': stored.headers.etag! });
        expect([again.status, again.body.length]).toEqual([304, 0]);
        const head = await get(`/assets/${other}`, headers, 'HEAD');
        expect([head.status, head.headers['content-length']]).toEqual([200, String(stored.body.length)]);
      }
    },
  );

  it('is compressed only where the release had it compressed', async () => {
    const code = await readFile('package.json');
    await startsRelease(stack, { 'plain-3c.js': code });
    const { headers, body } = await get('/assets/plain-3c.js', { 'accept-encoding': 'br, gzip' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.equals(code)).toBe(true);
  });

  it('and that no release has is the page for unknown addresses', async () => {
    const { status, headers } = await get('/assets/nothing-5e.js');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
  });
});

describe('The assets of a release', () => {
  const status = async (name: string) => (await get(`/assets/${name}`)).status;

  it('go after three newer ones, but not those that a newer one uses', async () => {
    await startsRelease(stack, { 'first-1.js': '1', 'often-1.js': '2' });
    await startsRelease(stack, { 'second-1.js': '3' });
    await startsRelease(stack, { 'third-1.js': '4', 'often-1.js': '2' });
    expect([await status('first-1.js'), await status('often-1.js')]).toEqual([200, 200]);
    await startsRelease(stack, { 'fourth-1.js': '5' });
    expect([await status('first-1.js'), await status('often-1.js'), await status('second-1.js')]).toEqual([
      404, 200, 200,
    ]);
    expect((await storedAssets(stack)).releases).toBe(3);
  });

  it('stay when the release is started again after others', async () => {
    await startsRelease(stack, { 'back-1.js': '6' });
    await startsRelease(stack, { 'next-1.js': '7' });
    await startsRelease(stack, { 'back-1.js': '6' });
    for (const name of ['a-1.js', 'b-1.js']) await startsRelease(stack, { [name]: name });
    expect([await status('back-1.js'), await status('next-1.js')]).toEqual([200, 404]);
  });
});

it('A server that cannot store its assets serves, and logs a warning', async () => {
  const [server] = stack.apis;
  stack.allowLogs(/assets of this release could not be stored/);
  await without(stack, 'releases', () => server!.restart());
  expect((await fetch(`${server!.url}/`)).status).toBe(200);
  expect(await stack.logs()).toMatch(/assets of this release could not be stored/);
});

it('An asset on disk is served without the database', async () => {
  const [name = ''] = await built();
  expect(await without(stack, 'assets', async () => (await get(`/assets/${name}`)).status)).toBe(200);
});
