/** What search engines require of structured data, by its type: https://developers.google.com/search/docs/appearance/structured-data */
import { expect } from '@jest/globals';
import { PLANS } from '@lampstand/contracts';
import { type ReadPage, shownText, tidy } from './read-page.ts';

export interface Told {
  page: ReadPage;
  /** One object of the page's structured data. */
  it: any;
  /** What an address of the public site answers here, without its body. */
  ask: (address: string) => Promise<Response>;
}

const isPicture = async (ask: Told['ask'], address: string) => {
  const answer = await ask(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^image\//);
};

/** A rating may only be told where people read it, too. */
const ratingIsShown = ({ page, it }: Told) => {
  const { '@type': type, ratingValue, ratingCount, bestRating } = it.aggregateRating;
  expect({ type, ratingValue, ratingCount, bestRating }).toEqual({
    type: 'AggregateRating',
    ratingValue: 4.9,
    ratingCount: 156,
    bestRating: 5,
  });
  expect(page.text()).toMatch(/\b4\.9\b.*\b156\b/);
};

export const TELLINGS: Record<string, (told: Told) => void | Promise<void>> = {
  Organization: async ({ it, ask, page }) => {
    expect(it).toMatchObject({ name: 'Lampstand', url: expect.stringMatching(/^https?:/) });
    await isPicture(ask, it.logo);
    expect(page.text('footer')).toContain(it.email);
  },

  WebSite: async ({ it, ask }) => {
    expect(it).toMatchObject({ name: 'Lampstand', url: expect.stringMatching(/^https?:/) });
    const { '@type': type, target, 'query-input': input } = it.potentialAction;
    expect({ type, input }).toEqual({ type: 'SearchAction', input: 'required name=search_term_string' });
    const template: string = target.urlTemplate ?? target;
    expect(template).toMatch(/\/search\?q=\{search_term_string\}$/);
    expect((await ask(template.replace('{search_term_string}', 'prayer'))).status).toBe(200);
  },

  SoftwareApplication: (told) => {
    expect(told.it).toMatchObject({
      name: 'Lampstand',
      applicationCategory: expect.stringMatching(/Application$/),
      operatingSystem: expect.stringMatching(/iOS.*Android/),
      softwareVersion: '2.0',
      offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
    });
    expect(told.page.text()).toContain(`Version ${told.it.softwareVersion}`);
    ratingIsShown(told);
  },

  FAQPage: ({ page, it }) => {
    const { $, find } = page;
    const questions = find('.faq :is(h2, h3, h4, summary)').toArray();
    const shown = questions.map((question) => {
      const whole = shownText($, $(question).closest('.faq > *'));
      return { question: shownText($, $(question)), answer: whole.slice(shownText($, $(question)).length).trim() };
    });
    const told = it.mainEntity.map((each: any) => {
      expect(each).toMatchObject({ '@type': 'Question', acceptedAnswer: { '@type': 'Answer' } });
      return { question: tidy(each.name), answer: tidy(each.acceptedAnswer.text) };
    });
    expect(told).toEqual(shown);
  },

  Product: async (told) => {
    const { page, it, ask } = told;
    expect(it).toMatchObject({ name: 'Lampstand', description: expect.any(String), brand: { name: 'Lampstand' } });
    await isPicture(ask, it.image);
    if (it.aggregateRating) ratingIsShown(told);
    expect(it.offers.map(({ name }: any) => name)).toEqual(PLANS.map(({ name }) => name));
    for (const [at, offer] of it.offers.entries()) {
      expect(offer).toMatchObject({
        '@type': 'Offer',
        description: expect.stringContaining(`${PLANS[at]!.range} active users`),
      });
      expect((await ask(offer.url)).status).toBe(200);
      // The largest plan is talked about, so it has no price, neither here nor there.
      if (!PLANS[at]!.maxActiveUsers) expect(offer.price).toBeUndefined();
      else {
        expect(offer).toMatchObject({ price: String(PLANS[at]!.amountInCents / 100), priceCurrency: 'USD' });
        expect(page.text()).toContain(`$${offer.price}`);
      }
    }
  },

  Article: async ({ page, it, ask }) => {
    expect(tidy(it.headline)).toBe(page.text('h1'));
    expect(it.headline.length).toBeLessThanOrEqual(110);
    expect(it.datePublished).toMatch(/^2025-01-\d\d/);
    expect(it.author).toMatchObject({
      '@type': expect.stringMatching(/Organization|Person/),
      name: expect.any(String),
    });
    expect(it.publisher).toMatchObject({ '@type': 'Organization', name: 'Lampstand' });
    expect((await ask(it.mainEntityOfPage['@id'] ?? it.mainEntityOfPage)).url).toContain(page.path);
    await isPicture(ask, it.image.url ?? it.image);
    expect(page.text('main article header')).toContain(it.articleSection);
  },

  BreadcrumbList: async ({ it, ask }) => {
    expect(it.itemListElement.map(({ position }: any) => position)).toEqual(
      it.itemListElement.map((_: any, at: number) => at + 1),
    );
    for (const { name, item } of it.itemListElement) {
      expect(name).toBeTruthy();
      if (item) expect((await ask(item['@id'] ?? item)).status).toBe(200);
    }
  },
};
TELLINGS.BlogPosting = TELLINGS.Article!;
