/** What the owner sets comes from the running server: one build serves any values. */
import { describe, expect, it } from 'vitest';
import { renderedSite } from '../site/built-page.ts';

const OTHER = {
  product: 'Candela <&> "Co"',
  supportEmail: 'hello@candela.example',
  postalAddress: 'Candela, 1 Main Street, Waco, TX 76701',
  url: 'https://candela.example',
  filmsElsewhere: ['student', 'portal', 'walkthrough'] as const,
};
const DEFAULTS = /Lampstand|lampstand\.example|localhost:3000|1200 Congress/;

describe('A site with other values than those of its build', () => {
  const pages = renderedSite(OTHER);

  it.each(Object.keys(pages))('%s has no default value', (path) => {
    const found = DEFAULTS.exec(pages[path]!);
    expect(found && pages[path]!.slice(found.index - 60, found.index + 60)).toBeNull();
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
