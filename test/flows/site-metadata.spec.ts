/** What each page tells search engines and link previews: head elements, the sitemap, structured data; and its styles. */
import { describe, expect, it } from 'vitest';
import { notedDates, textsOf } from '../../tools/page-dates.ts';
import {
  isBuilt,
  pageOf,
  pathIn,
  pictureAt,
  renderedAt,
  type BuiltPage,
  shownText,
  tidy,
  sheetsOf,
} from '../site/built-page.ts';
import { INDEXABLE, NOWHERE, type Page, PAGES, PATHS } from '../site/pages.ts';
import { expectRules, type Rule } from '../site/rules.ts';
import { PLANS, SAMPLE_CLAIMS } from '@lampstand/contracts';
import { type Problem, problemsOf } from '../site/structured-data.ts';

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

const SAMPLES = 'ratings and testimonials are samples until the owner replaces them';

/** What pages leave out, and why. */
const LEFT_OUT: Record<string, string> = {
  'Organization.address': 'the owner states it in one line, not in parts',
  'Organization.sameAs': 'the owner has named no profile elsewhere',
  'Product.review': 'search engines require reviews to stand on the same page',
  'Product.aggregateRating': 'search engines require the rating to stand on the same page',
  ...(SAMPLE_CLAIMS.rating.sample && { 'SoftwareApplication.aggregateRating': SAMPLES }),
};

const reported = ({ level, at, what }: Problem): string => `${level}: ${at} ${what}`;

const structuredDataOf = ({ types }: Pick<Page, 'types'>): Rule[] => [
  {
    what: `structured data of the types ${types.join(', ') || '(none)'}`,
    check: ({ structuredData }) => {
      // A blog posting counts as an article.
      const found: string[] = structuredData.map((each) => each['@type'].replace('BlogPosting', 'Article'));
      expect(found.toSorted()).toEqual([...types].toSorted());
    },
  },
  {
    what: 'structured data is equal to what the page shows',
    check: (page) => {
      for (const each of page.structuredData) {
        expect(each['@context']).toBe('https://schema.org');
        COMPLETE[each['@type']]!(page, each);
      }
    },
  },
];

describe('structured data', () => {
  it.each([...PAGES, { path: NOWHERE, types: [] }])('of $path is true', (page) =>
    expectRules(page.path, structuredDataOf(page)),
  );

  it.each([...PATHS, NOWHERE])('of %s has no error and no warning', (path) => {
    const problems = pageOf(path).structuredData.flatMap((data) => problemsOf(data));
    expect(problems.filter(({ at }) => !LEFT_OUT[at]).map(reported)).toEqual([]);
  });

  it('leaves out nothing else than what is said here', () => {
    const problems = PATHS.flatMap((path) => pageOf(path).structuredData.flatMap((data) => problemsOf(data)));
    expect([...new Set(problems.map(({ at }) => at))].toSorted()).toEqual(Object.keys(LEFT_OUT).toSorted());
  });
});

describe('the checker', () => {
  const offer = { '@type': 'Offer', price: '19.99', priceCurrency: 'USD', availability: 'https://schema.org/InStock' };
  const problems = (data: object) => problemsOf(data).map(reported);

  it('reports an offer without a price, and one for nothing', () => {
    const { price, ...priceless } = offer;
    expect(problems({ '@type': 'Product', name: 'A', image: 'B', offers: [offer, priceless] })).toContain(
      'error: Product.offers[1].price is required',
    );
    expect(problems({ ...offer, price: '0' })).toContain(
      'error: Offer.price is "0", not an amount above 0, because nothing is sold for free',
    );
    expect(problems({ ...offer, price })).not.toContainEqual(expect.stringMatching(/^error/));
  });

  it('reports a date without its time, a relative address, and a trail that counts wrong', () => {
    expect(problems({ '@type': 'BlogPosting', datePublished: '2025-01' })).toContain(
      'error: BlogPosting.datePublished is "2025-01", not an instant with its time zone',
    );
    expect(problems({ '@type': 'Person', name: 'A', url: '/about' })).toEqual([
      'error: Person.url is "/about", not an absolute address',
    ]);
    const item = { '@type': 'ListItem', position: 2, name: 'A', item: 'https://site.test/' };
    expect(problems({ '@type': 'BreadcrumbList', itemListElement: [item, item] })).toHaveLength(1);
  });

  it('reports a video without a picture, an address and a length', () => {
    const video = { '@type': 'VideoObject', name: 'A', description: 'B', uploadDate: '2026-11-25T00:00:00Z' };
    expect(problems(video)).toEqual([
      'error: VideoObject.thumbnailUrl is required',
      'error: VideoObject.contentUrl is required, or embedUrl',
      'warning: VideoObject.duration is recommended',
    ]);
    expect(problems({ ...video, duration: '90 s' })).toContain(
      'error: VideoObject.duration is "90 s", not an ISO 8601 duration',
    );
  });

  it('reports a type it does not know', () => {
    expect(problems({ '@type': 'Recipe' })).toEqual(['error: Recipe the type Recipe is unknown']);
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

/** What each type says, beside the page. */
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
      offers: PLANS.slice(0, 3).map(({ name }) => ({ '@type': 'Offer', name })),
    });
    expect(page.text()).toContain(`Version ${data.softwareVersion}`);
    if (SAMPLE_CLAIMS.rating.sample) expect(data).not.toHaveProperty('aggregateRating');
    else expectShownRating(page, data);
  },

  FAQPage: ({ $, find }, data) => {
    const questions = find(':is(.faq, [data-questions]) :is(h2, h3, h4, summary)').toArray();
    const shown = questions.map((each) => {
      const question = shownText($(each));
      return {
        question,
        answer: shownText($(each).closest(':is(.faq, [data-questions]) > *')).slice(question.length).trim(),
      };
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
    expect(data.dateModified).toBe(page.meta('article:modified_time'));
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
    expect(data.duration).toMatch(/^PT1M\d{1,2}S$/);
    expect(data.contentUrl).toMatch(/\.mp4$/);
    for (const address of [data.contentUrl, data.embedUrl]) expect(isBuilt(address)).toBe(true);
  },

  BreadcrumbList: (page, { itemListElement }) => {
    const trail: string[] = itemListElement.map(({ item }: any) => pathIn(item));
    expect(trail.at(-1)).toBe(page.path);
    for (const path of trail.slice(0, -1)) expect(page.find(`a[href="${path}"]`).length).toBeGreaterThan(0);
    expect(tidy(itemListElement.at(-1).name)).toBe(page.text('h1'));
  },
};
COMPLETE.BlogPosting = COMPLETE.Article!;

describe('Style sheets', () => {
  describe('The styles of a page', () => {
    it.each([...PATHS, NOWHERE])('of %s are its sheets, whole and in their order', (path) => {
      const sheets = sheetsOf(path);
      let rest = pageOf(path).$('head style').text();
      const found = sheets.filter(({ css }) => {
        const isNext = rest.startsWith(css);
        if (isNext) rest = rest.slice(css.length);
        return isNext;
      });
      const addresses = sheets.map(({ address }) => address);
      expect(addresses[0]).toMatch(/^\/assets\/root-/);
      expect(found.map(({ address }) => address)).toEqual(addresses);
      expect(rest).toBe('');
    });

    it.each(PATHS)('of %s need no file', (path) => {
      const { $ } = pageOf(path);
      const links = $('link[rel=stylesheet]:not([disabled])').toArray();
      expect(links.map((each) => $(each).attr('href'))).toEqual([]);
    });
  });
});
