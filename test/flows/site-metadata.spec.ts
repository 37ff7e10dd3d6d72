/** What each page tells search engines and link previews: head elements and the sitemap. Reads the built files. */
import { describe, expect, it } from 'vitest';
import { notedDates, textsOf } from '../../tools/page-dates.ts';
import { isBuilt, pageOf, pathIn, pictureAt, renderedAt } from '../site/built-page.ts';
import { INDEXABLE, NOWHERE, type Page, PAGES, PATHS } from '../site/pages.ts';
import { expectRules, type Rule } from '../site/rules.ts';

const headOf = ({ path, canonical, noindex }: Page): Rule[] => [
  {
    what: 'title and description have a length that search engines show in full',
    check: ({ $, title, meta }) => {
      expect($('title').length).toBe(1);
      expect(title.length).toBeGreaterThanOrEqual(15);
      expect(title.length).toBeLessThanOrEqual(65);
      expect(meta('description')!.length).toBeGreaterThanOrEqual(50);
      expect(meta('description')!.length).toBeLessThanOrEqual(160);
    },
  },
  {
    what: 'three keywords or more, none repeated',
    check: ({ meta }) => {
      const keywords = meta('keywords')?.split(', ') ?? [];
      expect(keywords.length).toBeGreaterThanOrEqual(3);
      expect(new Set(keywords).size).toBe(keywords.length);
    },
  },
  {
    what: 'one canonical address',
    check: (page) => {
      expect(page.$('link[rel=canonical]').length).toBe(1);
      expect(pathIn(page.canonical)).toBe(canonical ?? path);
      expect(page.canonical).toMatch(/^https?:\/\//);
      expect(page.meta('og:url')).toBe(page.canonical);
    },
  },
  {
    what: noindex ? 'search engines must not list it' : 'search engines may list it',
    check: ({ html, meta }) => {
      expect(meta('robots')).toBe(noindex ? 'noindex' : undefined);
      expect(/<meta[^>]+noindex/.test(html)).toBe(Boolean(noindex));
    },
  },
  {
    what: 'a link preview shows its title, its description and a picture of 1200 by 630',
    check: ({ title, meta }) => {
      expect(meta('og:title')).toBe(title);
      expect(meta('og:description')).toBe(meta('description'));
      expect(meta('og:type')).toBe(path.match(/^\/blog\/[^/]+$/) ? 'article' : 'website');
      expect(meta('og:site_name')).toBe('Lampstand');
      expect(meta('twitter:card')).toBe('summary_large_image');
      expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630']);
      expect(meta('og:image:alt')).toMatch(/\w.{9,}/);
      expect(pictureAt(meta('og:image')!)).toEqual({ type: 'png', width: 1200, height: 630 });
    },
  },
  {
    what: 'language, encoding, viewport and icons',
    check: ({ $, meta }) => {
      expect($('html').attr('lang')).toBe('en');
      expect($('meta[charset]').attr('charset')!.toLowerCase()).toBe('utf-8');
      expect(meta('viewport')).toBe('width=device-width, initial-scale=1');
      const files = $('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]').toArray();
      expect(files.map((file) => $(file).attr('href')!).filter((file) => !isBuilt(file))).toEqual([]);
    },
  },
];

describe('a page of the site', () => {
  it.each(PAGES)('$path has a complete head', (page) => expectRules(page.path, headOf(page)));

  it('for an unknown address has a head of its own and no address', () => {
    const page = pageOf(NOWHERE);
    expect(page.title).toContain('Page Not Found');
    expect(page.meta('description')!.length).toBeGreaterThanOrEqual(50);
    expect(page.meta('robots')).toBe('noindex');
    expect(page.canonical).toBeUndefined();
  });
});

describe('all pages together', () => {
  it.each(['title', 'description'] as const)('have no %s twice', (what) => {
    // The second address of a page is the same page.
    const pages = PATHS.filter((path) => path !== '/privacypolicy').map(pageOf);
    const texts = pages.map((page) => (what === 'title' ? page.title : page.meta(what)));
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  it('have a picture each for link previews', () => {
    const pictures = INDEXABLE.map(({ path }) => pageOf(path).meta('og:image'));
    expect(pictures.filter((picture, at) => pictures.indexOf(picture) !== at)).toEqual([]);
  });

  it('are in the sitemap by their canonical addresses, unless search engines leave them out', () => {
    const sitemap = renderedAt('/sitemap.xml');
    const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!);
    expect(addresses.map(pathIn).toSorted()).toEqual(INDEXABLE.map(({ path }) => path).toSorted());
    for (const address of addresses) expect(pageOf(pathIn(address)).canonical).toBe(address);
  });

  it('have in the sitemap the day on which their text last changed', async () => {
    const [noted, texts] = [await notedDates(), textsOf(renderedAt('/search.json'))];
    const stale = Object.keys({ ...noted, ...texts }).filter((path) => noted[path]?.text !== texts[path]);
    if (stale.length)
      throw new Error(`The text of ${stale.join(', ')} has changed: run \`npm run page-dates\` and commit it.`);
    const sitemap = renderedAt('/sitemap.xml');
    const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)];
    const days = INDEXABLE.map(({ path, partOf }) => [path, noted[partOf ?? path]?.modified]);
    expect(Object.fromEntries(listed.map(([, address, day]) => [pathIn(address), day]))).toEqual(
      Object.fromEntries(days),
    );
  });
});
