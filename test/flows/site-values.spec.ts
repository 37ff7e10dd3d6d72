/** What the owner sets and claims comes from the running server: one build serves any values. */
import { OPEN_QUESTIONS, type OwnerClaims } from '@lampstand/contracts';
import { describe, expect, it } from 'vitest';
import { renderedSite } from '../site/built-page.ts';

const OTHER = {
  product: 'Candela <&> "Co"',
  supportEmail: 'hello@candela.example',
  postalAddress: 'Candela, 1 Main Street, Waco, TX 76701',
  url: 'https://candela.example',
  filmsElsewhere: ['student', 'portal', 'walkthrough'] as const,
};
const CLAIMS: OwnerClaims = {
  founders: [
    { name: 'Ada North', role: 'Founder', bio: 'Built PRODUCT in a garage.', picture: 'founder-2' },
    { name: 'Ben South', role: 'Co-Founder', bio: 'Tests PRODUCT.', picture: 'founder-1' },
  ],
  testimonials: ['Cara', 'Dan', 'Eva'].map((name) => ({
    name,
    role: 'Youth Pastor',
    quote: `It helped ${name}.`,
    picture: 'pastor-1',
    stars: 5,
  })),
  rating: { value: 4.5, count: 12 },
  results: ['41%', '2x', '9 of 10'].map((figure) => ({ figure, label: 'came back' })),
  answers: Object.fromEntries(Object.keys(OPEN_QUESTIONS).map((question) => [question, `The answer to ${question}.`])),
};
const DEFAULTS = /Lampstand|lampstand\.example|localhost:3000|1200 Congress|Daniel Brooks|Peter Hale/;

describe('A site with other values than those of its build', () => {
  const pages = renderedSite({ site: OTHER, claims: CLAIMS });

  it.each(Object.keys(pages))('%s has no default value', (path) => {
    const found = DEFAULTS.exec(pages[path]!);
    expect(found && pages[path]!.slice(found.index - 60, found.index + 60)).toBeNull();
  });

  it('has the claims of its owner, none of them as a sample, and asks no one to ask', () => {
    for (const text of ['Ada North', 'It helped Eva.', 'From leaders who use it', '"ratingValue":4.5'])
      expect(pages['/']).toContain(text);
    expect(pages['/youth-pastor-guide']).toContain('9 of 10');
    const answers = Object.entries(OPEN_QUESTIONS).map(([question, { page }]) => [page, `The answer to ${question}.`]);
    for (const [page, answer] of answers) expect(pages[page!]).toContain(answer);
    for (const page of ['/', '/evidence', '/youth-pastor-guide']) expect(pages[page]).not.toContain('Sample: ');
    for (const { page, title } of Object.values(OPEN_QUESTIONS))
      if (page !== '/safety') expect(pages[page]).not.toContain(title);
  });

  it('has its values in pages, feed, sitemap, search index and structured data', () => {
    expect(pages['/']).toContain('Candela &lt;&amp;&gt; &quot;Co&quot;');
    expect(pages['/terms-of-service']).toContain('1 Main Street');
    expect(pages['/faq']).toContain('mailto:hello@candela.example');
    expect(pages['/sitemap.xml']).toContain('<loc>https://candela.example/pricing</loc>');
    expect(pages['/feed.xml']).toContain('https://candela.example/blog/');
    expect(pages['/search.json']).toContain('Candela <&> ');
    expect(pages['/']).toMatch(/"@id":"https:\/\/candela\.example\/#organization"/);
  });

  it('cannot end the script element that holds its values', () => {
    expect(pages['/']).toContain(String.raw`"product":"Candela \u003c&> \"Co\""`);
  });
});
