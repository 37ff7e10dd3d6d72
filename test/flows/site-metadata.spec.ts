/**
 * What each page tells search engines and link previews: head elements, structured data and the sitemap. Reads the built
 * files. Structured data: https://developers.google.com/search/docs/appearance/structured-data
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PLANS, RATING } from '@lampstand/contracts';
import {
  type BuiltPage,
  isBuilt,
  pageOf,
  pathIn,
  pictureAt,
  shownText,
  SITE_FOLDER,
  tidy,
} from '../site/built-page.ts';
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

const structuredDataOf = ({ types }: Pick<Page, 'types'>): Rule[] => [
  {
    what: `structured data of the types ${types.join(', ') || '(none)'}`,
    check: ({ structuredData }) => {
      // A blog posting counts as an article.
      const found: string[] = structuredData.map((each) => each['@type'].replace('BlogPosting', 'Article'));
      expect(found.filter((type) => type !== 'BreadcrumbList').toSorted()).toEqual([...types].toSorted());
    },
  },
  {
    what: 'structured data is complete and equal to what the page shows',
    check: (page) => {
      for (const each of page.structuredData) {
        expect(each['@context']).toBe('https://schema.org');
        COMPLETE[each['@type']]!(page, each);
      }
    },
  },
];

describe('a page of the site', () => {
  it.each(PAGES)('$path has a complete head and true structured data', (page) =>
    expectRules(page.path, [...headOf(page), ...structuredDataOf(page)]),
  );

  it('for an unknown address has a head of its own and no address', () => {
    const page = pageOf(NOWHERE);
    expect(page.title).toContain('Page Not Found');
    expect(page.meta('description')!.length).toBeGreaterThanOrEqual(50);
    expect(page.meta('robots')).toBe('noindex');
    expect(page.canonical).toBeUndefined();
    expectRules(NOWHERE, structuredDataOf({ types: [] }));
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
    const sitemap = readFileSync(`${SITE_FOLDER}/sitemap.xml`, 'utf8');
    const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!);
    expect(addresses.map(pathIn).toSorted()).toEqual(INDEXABLE.map(({ path }) => path).toSorted());
    for (const address of addresses) expect(pageOf(pathIn(address)).canonical).toBe(address);
  });
});

const expectPicture = (address: string) => {
  expect(isBuilt(address)).toBe(true);
  expect(address).toMatch(/\.(png|jpe?g)$/);
};

/** A rating is allowed only where the page shows it. */
const expectShownRating = (page: BuiltPage, { aggregateRating }: any) => {
  const { '@type': type, ratingValue, ratingCount, bestRating } = aggregateRating;
  expect({ type, ratingValue, ratingCount, bestRating }).toEqual({
    type: 'AggregateRating',
    ratingValue: 4.9,
    ratingCount: 156,
    bestRating: 5,
  });
  expect(page.text()).toMatch(/\b4\.9\b.*\b156\b/);
};

/** What each type requires. */
const COMPLETE: Record<string, (page: BuiltPage, data: any) => void> = {
  Organization: (page, data) => {
    expect(data).toMatchObject({ name: 'Lampstand', url: expect.stringMatching(/^https?:/) });
    expectPicture(data.logo);
    expect(page.text('footer')).toContain(data.email);
  },

  WebSite: (_, data) => {
    expect(data).toMatchObject({ name: 'Lampstand', url: expect.stringMatching(/^https?:/) });
    const { '@type': type, target, 'query-input': input } = data.potentialAction;
    expect({ type, input }).toEqual({ type: 'SearchAction', input: 'required name=search_term_string' });
    const template: string = target.urlTemplate ?? target;
    expect(template).toMatch(/\/search\?q=\{search_term_string\}$/);
    expect(isBuilt(template.replace('{search_term_string}', 'prayer'))).toBe(true);
  },

  SoftwareApplication: (page, data) => {
    expect(data).toMatchObject({
      name: 'Lampstand',
      applicationCategory: expect.stringMatching(/Application$/),
      operatingSystem: expect.stringMatching(/iOS.*Android/),
      softwareVersion: '2.0',
      offers: { '@type': 'AggregateOffer', lowPrice: '19.99', highPrice: '249.99', priceCurrency: 'USD' },
    });
    expect(page.text()).toContain(`Version ${data.softwareVersion}`);
    if (RATING.sample) expect(data).not.toHaveProperty('aggregateRating');
    else expectShownRating(page, data);
  },

  FAQPage: ({ $, find }, data) => {
    const questions = find('.faq :is(h2, h3, h4, summary)').toArray();
    const shown = questions.map((each) => {
      const question = shownText($(each));
      return { question, answer: shownText($(each).closest('.faq > *')).slice(question.length).trim() };
    });
    const listed = data.mainEntity.map((each: any) => {
      expect(each).toMatchObject({ '@type': 'Question', acceptedAnswer: { '@type': 'Answer' } });
      return { question: tidy(each.name), answer: tidy(each.acceptedAnswer.text) };
    });
    expect(listed).toEqual(shown);
  },

  Product: (page, data) => {
    expect(data).toMatchObject({ name: 'Lampstand', description: expect.any(String), brand: { name: 'Lampstand' } });
    expectPicture(data.image);
    if (data.aggregateRating) expectShownRating(page, data);
    expect(data.offers.map(({ name }: any) => name)).toEqual(PLANS.map(({ name }) => name));
    for (const [at, offer] of data.offers.entries()) {
      const { range, maxActiveUsers, amountInCents } = PLANS[at]!;
      expect(offer).toMatchObject({ '@type': 'Offer', description: expect.stringContaining(`${range} active users`) });
      expect(isBuilt(offer.url)).toBe(true);
      expect(offer).toMatchObject({ price: String(amountInCents / 100), priceCurrency: 'USD' });
      expect(offer.priceSpecification).toMatchObject({ price: offer.price, unitCode: 'MON' });
      // The price of the largest plan stands in the terms.
      expect((maxActiveUsers ? page : pageOf('/terms-of-service')).text()).toContain(`$${offer.price}`);
    }
  },

  Article: (page, data) => {
    expect(tidy(data.headline)).toBe(page.text('h1'));
    expect(data.headline.length).toBeLessThanOrEqual(110);
    expect(data.datePublished).toBe(page.meta('article:published_time'));
    expect(data.datePublished).toMatch(/^(2025-01|2026-11)-\d\d/);
    expect(data.author).toMatchObject({
      '@type': expect.stringMatching(/Organization|Person/),
      name: expect.any(String),
    });
    expect(data.publisher).toMatchObject({ '@type': 'Organization', name: 'Lampstand' });
    expect(pathIn(data.mainEntityOfPage['@id'] ?? data.mainEntityOfPage)).toContain(page.path);
    expectPicture(data.image.url ?? data.image);
    expect(page.text('main article header')).toContain(data.articleSection);
  },

  VideoObject: (page, data) => {
    expect(page.text('main h2')).toContain(data.name.replace(', Lampstand', ''));
    expect(page.text()).toContain(tidy(data.description));
    expectPicture(data.thumbnailUrl);
    expect(data.uploadDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(data.duration).toMatch(/^PT1M\d{1,2}S$/);
    expect(data.contentUrl).toMatch(/\.mp4$/);
    for (const address of [data.contentUrl, data.embedUrl]) expect(isBuilt(address)).toBe(true);
  },

  BreadcrumbList: (_, { itemListElement }) => {
    expect(itemListElement.map(({ position }: any) => position)).toEqual(
      itemListElement.map((__: any, at: number) => at + 1),
    );
    for (const { name, item } of itemListElement) {
      expect(name).toBeTruthy();
      if (item) expect(isBuilt(item['@id'] ?? item)).toBe(true);
    }
  },
};
COMPLETE.BlogPosting = COMPLETE.Article!;
