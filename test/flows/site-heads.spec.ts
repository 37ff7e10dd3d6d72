/** What each page says of itself to search engines and to whoever shares its address. */
import { describe, expect, it } from '@jest/globals';
import { INDEXABLE, NOWHERE, PAGES, PATHS } from '../site/pages.ts';
import { pictureSize } from '../site/picture.ts';
import { siteReader } from '../site/read-page.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const read = siteReader(stack.url);

/** The address on this stack of what the build calls by the site's public name. */
const here = (address: string | undefined) => {
  const { pathname, search } = new URL(address ?? 'none:');
  return pathname + search;
};

describe.each(PAGES)('the head of $path', ({ path, canonical, noindex }) => {
  it('has a title and a description of a length that is shown whole', async () => {
    const page = await read(path);
    expect(page.status).toBe(200);
    expect(page.$('title').length).toBe(1);
    expect(page.title.length).toBeGreaterThanOrEqual(15);
    expect(page.title.length).toBeLessThanOrEqual(65);
    expect(page.meta('description')!.length).toBeGreaterThanOrEqual(50);
    expect(page.meta('description')!.length).toBeLessThanOrEqual(160);
  });

  it('has three keywords or more, none twice', async () => {
    const keywords = (await read(path)).meta('keywords')?.split(', ') ?? [];
    expect(keywords.length).toBeGreaterThanOrEqual(3);
    expect(new Set(keywords).size).toBe(keywords.length);
  });

  it('names its one address', async () => {
    const page = await read(path);
    expect(page.$('link[rel=canonical]').length).toBe(1);
    expect(here(page.canonical)).toBe(canonical ?? path);
    expect(page.canonical).toMatch(/^https?:\/\//);
    expect(page.meta('og:url')).toBe(page.canonical);
  });

  it('is to be found, or not, as decided', async () => {
    const page = await read(path);
    expect(page.meta('robots')).toBe(noindex ? 'noindex' : undefined);
  });

  it('is shared with its title, its description and a picture', async () => {
    const page = await read(path);
    expect(page.meta('og:title')).toBe(page.title);
    expect(page.meta('og:description')).toBe(page.meta('description'));
    expect(page.meta('og:type')).toBe(path.match(/^\/blog\/[^/]+$/) ? 'article' : 'website');
    expect(page.meta('og:site_name')).toBe('Lampstand');
    expect(page.meta('twitter:card')).toBe('summary_large_image');
    const picture = await fetch(stack.url + here(page.meta('og:image')));
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/);
    expect([page.meta('og:image:width'), page.meta('og:image:height')]).toEqual(['1200', '630']);
    expect(page.meta('og:image:alt')).toMatch(/\w/);
    expect(pictureSize(Buffer.from(await picture.arrayBuffer()))).toEqual({ width: 1200, height: 630 });
  });

  it('says what a browser needs: language, letters, size, icon', async () => {
    const { $, meta } = await read(path);
    expect($('html').attr('lang')).toBe('en');
    expect($('meta[charset]').attr('charset')!.toLowerCase()).toBe('utf-8');
    expect(meta('viewport')).toBe('width=device-width, initial-scale=1');
    for (const file of $('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]').toArray())
      expect((await fetch(stack.url + $(file).attr('href')!, { method: 'HEAD' })).status).toBe(200);
  });
});

describe('all pages together', () => {
  it.each(['title', 'description'] as const)('have no %s twice', async (what) => {
    // The second address of a page is the same page.
    const pages = await Promise.all(PATHS.filter((path) => path !== '/privacypolicy').map(read));
    const said = pages.map((page) => (what === 'title' ? page.title : page.meta(what)));
    expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([]);
  });

  it('have a picture each', async () => {
    const pages = await Promise.all(INDEXABLE.map(({ path }) => read(path)));
    const pictures = pages.map((page) => page.meta('og:image'));
    expect(pictures.filter((picture, at) => pictures.indexOf(picture) !== at)).toEqual([]);
  });

  it('are in the sitemap, unless they ask to be left out', async () => {
    const sitemap = await (await fetch(`${stack.url}/sitemap.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => here(address));
    expect(listed.toSorted()).toEqual(INDEXABLE.map(({ path }) => path).toSorted());
  });
});

it('the page for an unknown address has a head of its own and no address', async () => {
  const page = await read(NOWHERE);
  expect(page.status).toBe(404);
  expect(page.title).toContain('Page Not Found');
  expect(page.meta('description')!.length).toBeGreaterThanOrEqual(50);
  expect(page.meta('robots')).toBe('noindex');
  expect(page.canonical).toBeUndefined();
});
