/** The evidence for what the site says: samples and figures, and the pages for elders and for a crisis. Reads the built files. */
import { describe, expect, it } from 'vitest';
import { OPEN_QUESTIONS, SAMPLE_CLAIMS } from '@lampstand/contracts';
import { DATA_KINDS } from '../../apps/web/app/content/data-kinds.ts';
import { pageOf, shownText } from '../site/built-page.ts';
import { INDEXABLE } from '../site/pages.ts';
import { expectRules, links, mentions, type Rule } from '../site/rules.ts';

const CONTENTS: Record<string, Rule[]> = {
  '/safety': [
    mentions('main', /prayer journal/i, /COPPA/, /background checks/i, /encrypted/i, /AI provider/i),
    mentions(
      'main',
      /who sees what/i,
      /one-to-one/i,
      /consent/i,
      /deletion/i,
      /what the AI gets/i,
      /where data is stored/i,
    ),
    mentions('main', /companies that work for us.*Stripe.*Twilio/i, /in danger/i),
    links('/crisis'),
    links('mailto:support@lampstand.example'),
  ],

  '/crisis': [
    ...['tel:911', 'tel:988', 'sms:988', 'https://988lifeline.org/chat/', 'tel:+18004224453'].map((href) =>
      links(href),
    ),
    ...['+18002221222', '+18006564673', '+18663319474', '+18007862929'].map((number) => links(`tel:${number}`)),
    links('#me'),
    links('#someone'),
    mentions('main', /if it.s you.*tell one adult.*until help arrives.*ask directly/is),
    links('https://www.childwelfare.gov/'),
    mentions('main', /^(?!.*(free trial|pricing))/i),
  ],
};

describe('a page of trust', () => {
  it.each(Object.entries(CONTENTS))('%s says what it is for', expectRules);
});

const { founders: FOUNDERS, testimonials: TESTIMONIALS, rating: RATING, results: RESULTS } = SAMPLE_CLAIMS;

it('a section that shows samples says so once, and no other does', () => {
  const [home, guide] = [pageOf('/'), pageOf('/youth-pastor-guide')];
  const evidence = pageOf('/evidence');
  const shown = [
    { sample: FOUNDERS.some(({ sample }) => sample), text: home.text('#story .founders') },
    { sample: TESTIMONIALS.some(({ sample }) => sample), text: home.text('#testimonials') },
    { sample: RESULTS.some(({ sample }) => sample), text: guide.text('#results') },
    { sample: RATING.sample ?? RESULTS.some(({ sample }) => sample), text: evidence.text('#our-own') },
  ];
  for (const { sample, text } of shown)
    expect([text, text.match(/\bSample\b/g)?.length ?? 0]).toEqual([text, sample ? 1 : 0]);
  expect(shown.filter(({ text }) => !text)).toEqual([]);
});

it('no heading calls samples what ministries have seen, or the words of leaders who use it', () => {
  const seen = /what ministries have seen/i.test(pageOf('/youth-pastor-guide').text('h2'));
  expect(seen).toBe(!RESULTS.some(({ sample }) => sample));
  const claims = /from leaders who use it/i.test(pageOf('/').text('h2'));
  expect(claims).toBe(!TESTIMONIALS.some(({ sample }) => sample));
});

it('the site says to ask where the operator has not answered', () => {
  const on = (page: string) => Object.values(OPEN_QUESTIONS).filter((question) => question.page === page);
  const safety = pageOf('/safety').text('div:has(> h2:contains("Ask us"))');
  for (const { title } of on('/safety')) expect(safety).toContain(title);
  const fit = pageOf('/is-it-for-us').text('main');
  for (const { title } of on('/is-it-for-us')) expect(fit).toContain(`Ask us ${title}.`);
});

it.each(['/', '/pricing', '/faq', '/community-guidelines', '/privacy-policy', '/trial', '/help/consent-form'])(
  '%s leads to who sees what',
  (path) => {
    expect(pageOf(path).find('main a[href="/safety"]').length).toBeGreaterThan(0);
  },
);

it.each(['/safety', '/privacy-policy'])(
  '%s says of each kind of data who sees it, who handles it and how long',
  (path) => {
    const rows = pageOf(path).find('main tbody tr');
    for (const { what, company, kept } of DATA_KINDS) {
      const row = shownText(rows.filter(`:has(th:contains("${what}"))`));
      expect(row).toContain(company);
      expect(row).toContain(kept);
    }
  },
);

it('the consent form tells parents of each kind of data what leaders see', () => {
  const form = pageOf('/sheets/consent-form').text('main');
  for (const { what, student, leaders } of DATA_KINDS)
    if (student !== 'No') expect(form).toContain(`${what}: ${leaders}`);
});

/** The figures of the site, as its pages write them, and where /evidence has each. */
const FIGURES: Record<string, RegExp> = {
  'screen-time': /7h 22m|7 hours 22 minutes/,
  bible: /\b9%/,
  motivated: /\b77%/,
  'leave-church': /\b70%/,
  sadness: /\b42%/,
  'our-own': /\b85%|\b3x\b|\b60%|\b4\.9\b|\b2,000\+/,
};

describe('a figure', () => {
  const pages = INDEXABLE.map(({ path }) => path).filter((path) => path !== '/evidence');

  it.each(Object.entries(FIGURES))('%s leads to where it comes from on each page that states it', (id, figure) => {
    const stating = pages.filter((path) => figure.test(pageOf(path).text()));
    expect(stating).not.toEqual([]);
    const unlinked = stating.filter(
      (path) => !pageOf(path).find(`main a:is([href="/evidence#${id}"], [href="/evidence"])`).length,
    );
    expect(unlinked).toEqual([]);
  });

  it('is none that the list above lacks: shares, multiples and large numbers', () => {
    const unknown = pages.flatMap((path) => {
      const main = pageOf(path).find('main').clone();
      main.find('select').remove();
      const found = shownText(main).match(/\d[\d.,]*(?:%| percent\b|x\b)|\b\d{1,3},\d{3}\+/g) ?? [];
      return found
        .filter((each) => !Object.values(FIGURES).some((known) => known.test(each)))
        .map((each) => [path, each]);
    });
    expect(unknown).toEqual([]);
  });

  it.each(Object.keys(FIGURES).filter((id) => id !== 'our-own'))(
    '%s has its wording, its study, its limits and a source',
    (id) => {
      const { $, find, text } = pageOf('/evidence');
      expect(text(`#${id} h2`)).toMatch(FIGURES[id]!);
      const parts = find(`#${id} dt`)
        .toArray()
        .map((each) => $(each).text());
      expect(parts).toEqual(['The wording', 'The study', 'What it doesn’t say', 'Source']);
      expect(find(`#${id} dd a[href^="https://"]`).length).toBeGreaterThan(0);
    },
  );
});
