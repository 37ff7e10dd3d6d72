/** Every link of every page leads somewhere, and every page is reached by one. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { INDEXABLE, NOWHERE, PATHS } from '../site/pages.ts';
import { type ReadPage, siteReader } from '../site/read-page.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const read = siteReader(stack.url);

/** Reached from a printed card, not from another page. */
const PRINTED = ['/conference'];

const linksOf = ({ $, find }: ReadPage): string[] =>
  find('a[href]')
    .toArray()
    .map((link) => $(link).attr('href')!);

const fragmentOf = (url: URL) => decodeURIComponent(url.hash.slice(1));

describe.each([...PATHS, NOWHERE])('from %s', (path) => {
  it('every link inside the site leads straight to a page and to a place on it', async () => {
    const page = await read(path);
    const broken: string[] = [];
    for (const href of new Set(linksOf(page))) {
      const url = new URL(href, stack.url + path);
      if (url.origin !== stack.url || url.pathname.startsWith('/api/go/')) continue;
      const target = url.pathname === path ? page : await read(url.pathname);
      if (url.pathname !== path && target.status !== 200) broken.push(`${href}: ${target.status}`);
      else if (url.hash && !target.find(`[id="${fragmentOf(url)}"]`).length) broken.push(`${href}: no such place`);
    }
    expect(broken).toEqual([]);
  });

  it('every link out of the site is one that can be followed', async () => {
    for (const href of new Set(linksOf(await read(path)))) {
      const { protocol, origin, pathname } = new URL(href, stack.url + path);
      expect(['http:', 'https:', 'mailto:', 'tel:', 'sms:']).toContain(protocol);
      if (protocol === 'mailto:') expect(pathname).toMatch(/^[^@\s]+@[^@\s]+\.[^@\s]+$/);
      if (protocol === 'tel:' || protocol === 'sms:') expect(pathname).toMatch(/^\+?\d{3,15}$/);
      if (protocol.startsWith('http') && origin !== stack.url) expect(protocol).toBe('https:');
    }
  });

  it('every file it asks for is there, and its own', async () => {
    const { $, find } = await read(path);
    const files = find('img[src], source[src], video[src], video[poster], script[src], link[href]:not([rel=canonical])')
      .toArray()
      .flatMap((each) => ['src', 'href', 'poster'].flatMap((name) => $(each).attr(name) ?? []));
    for (const file of new Set(files)) {
      expect(file).toMatch(/^\/(?!\/)/);
      expect({ file, status: (await fetch(stack.url + file, { method: 'HEAD' })).status }).toEqual({
        file,
        status: 200,
      });
    }
  });
});

describe('the way through the site', () => {
  const reached = new Set(['/']);

  beforeAll(async () => {
    for (const path of reached) {
      const page = await read(path);
      for (const href of linksOf(page)) {
        const url = new URL(href, stack.url);
        if (url.origin === stack.url && !url.pathname.startsWith('/api/')) reached.add(url.pathname);
      }
    }
  });

  it('leads from the home page to every page that may be found', () => {
    const lost = INDEXABLE.map(({ path }) => path).filter((path) => !reached.has(path) && !PRINTED.includes(path));
    expect(lost).toEqual([]);
  });

  it('leads to no page that nobody listed', () => {
    expect([...reached].filter((path) => !PATHS.includes(path))).toEqual([]);
  });
});
