/** What the pages say: their contents, their evidence, and the values of a site. Reads the built files. */
import { describe, expect, it } from 'vitest';
import { pageOf, shownText, renderedSite } from '../site/built-page.ts';
import { CATEGORIES, NOWHERE, INDEXABLE } from '../site/pages.ts';
import { counts, expectRules, heading, inOrder, link, links, mentions, type Rule, says } from '../site/rules.ts';
import { OPEN_QUESTIONS, SAMPLE_CLAIMS, type OwnerClaims } from '@lampstand/contracts';
import { DATA_KINDS } from '../../apps/web/app/content/data-kinds.ts';

const STATISTICS = ['7h 22m', '9%', '77%'];
const NEW_TAB = { target: '_blank' };

const VIDEO = ':is(video, iframe)';

const CONTENTS: Record<string, Rule[]> = {
  '/': [
    heading('Youth Ministry Platform for Building Lifelong Faith'),
    link('Start 30-Day Free Trial', '/trial'),
    link('Learn More', '#features'),
    ...['/blog', '/faq', '/youth-pastor-guide'].map((path) => links(path)),
    says(...STATISTICS),
    inOrder(
      'h1',
      '#story',
      '#features',
      '#faith-that-lasts',
      '#app',
      '#testimonials',
      '#pricing',
      '#ambassador',
      '#trial',
    ),
    counts(1, 'section:has(h1) img[alt!=""]', 'picture of the group in the hero'),
    counts(2, '#story button[aria-describedby]', 'founders'),
    counts(2, '#story [id]:has(strong)', 'cards about the founders'),
    mentions('#story', /\bFounder\b/, /\bCo-Founder\b/, /former youth pastor/i, /former student/i),
    counts(6, '#features li:has(h3)', 'features'),
    ...['primary', 'secondary', 'accent'].map((color) =>
      counts(2, `#features li[data-color=${color}]`, `features in the ${color} color`),
    ),
    mentions('#features', /Bible/, /devotional/i, /journal/i, /private/i, /challenge/i, /AI/, /small group/i, /SMS/),
    mentions('#features', /announcement/i, /engagement/i, /disengaged|disengagement/i, /alert/i, /moderation/i),
    mentions('#app', /Version 2\.0\b/),
    counts(3, '#testimonials blockquote', 'testimonials'),
    counts(3, '#testimonials [role=img][aria-label="5 out of 5 stars"]', 'testimonials with five stars'),
    mentions('#testimonials', /85%[^.]*three months/, /\b4\.9\b/, /\b156 ratings\b/),
    counts(3, '#pricing article', 'plans'),
    mentions(
      '#pricing',
      /Starter.*1-19 active users.*\$19\.99.*Growth.*20-49 active users.*\$39\.99.*50-99 active users.*\$79\.99/,
    ),
    link('Apply to the Ambassador Program', '/ambassador-application', '#ambassador'),
    link('Start 30-Day Free Trial', '/trial', '#trial'),
    ...['/terms-of-service', '/privacy-policy', '/community-guidelines'].map((href) => links(href, '#trial', NEW_TAB)),
    mentions('#trial', /30 days/, /cancel anytime/i),
  ],

  '/conference': [
    heading('Youth Ministry Platform for Building A Lasting Faith'),
    counts(2, 'main [role=img][aria-label*="QR code"], main img[alt*="QR code"]', 'codes to scan'),
    says('iOS', 'Android', ...STATISTICS),
    links('/api/go/app-store'),
    links('/api/go/play-store'),
    counts(1, 'main img[alt]', 'picture of the group'),
  ],

  '/pricing': [
    link('Start Your Free 30-Day Trial', '/trial'),
    counts(6, '[aria-label=Plans] article', 'plans'),
    inOrder(
      ...['$19.99', '$39.99', '$79.99', '$99.99', '$179.99', 'Contact Us'].map(
        (price) => `[aria-label=Plans] article:contains("${price}")`,
      ),
    ),
    inOrder(
      ...['1-19', '20-49', '50-99', '100-199', '200-499', '500+'].map(
        (range) => `[aria-label=Plans] article:contains("${range} active users")`,
      ),
    ),
    mentions('[aria-label=Plans]', /^(?!.*249\.99)/),
    links('/trial-request', '[aria-label=Plans] article:last-child'),
    says('All plans have all features'),
    mentions('main', /completes a Bible reflection, finishes a challenge or sends a message/),
  ],

  '/trial-demo': [
    says('Demo'),
    counts(2, `main ${VIDEO}`, 'videos'),
    mentions('main', /student app/i, /pastor portal/i),
    link('Start Free Trial', '/trial'),
  ],

  '/help': [
    heading('Help Center'),
    counts(3, 'main section:has(h2):has(a):not(:has(.emergency))', 'cards'),
    mentions(
      'main',
      /Getting Started.*Community Guidelines.*Contact Support/,
      /admin portal/i,
      /more ministries/i,
      /all of them/i,
    ),
    links('/gettingstarted'),
    links('/community-guidelines'),
    links('mailto:support@lampstand.example'),
  ],

  '/gettingstarted': [
    heading('Getting Started'),
    counts(1, `main ${VIDEO}`, 'video'),
    counts(6, 'main ol > li:has(h2, h3)', 'topics'),
    mentions(
      'main ol',
      /platform setup.*student engagement.*communication tools.*insights and analytics.*best practices.*getting support/i,
    ),
    mentions('main', /daily devotionals/i, /2-3 discussion prompts/i, /week/),
    links('/trial'),
    links('/help'),
  ],

  '/faq': [
    heading('Frequently Asked Questions'),
    counts(10, '.faq > *', 'questions'),
    ...['/plan', '/help/cancel', '/crisis', '/privacy-policy', '/help/consent-form'].map((path) => links(path)),
  ],

  '/youth-ministry-tools': [
    counts(4, 'main ol > li:has(h3)', 'kinds of tools'),
    counts(4, 'main ul > li:has(h3)', 'features of the platform'),
    counts(4, '.faq > *', 'questions'),
    links('/trial'),
    links('/pricing'),
  ],

  '/youth-pastor-guide': [
    says(...STATISTICS, '70%', '42%', '85%', '3x', '60%'),
    mentions(
      'main',
      /85% rise in engagement/,
      /3x as many students who read/,
      /60% of students who had gone quiet took part again/,
    ),
    counts(4, 'main ol > li:has(dl)', 'strategies'),
    ...['Problem', 'Solution', 'How AI helps'].map((part) =>
      counts(4, `main li dt:contains("${part}") + dd`, `strategies with: ${part}`),
    ),
    counts(4, 'main ol > li:has(h3):not(:has(dl))', 'steps of the plan'),
    counts(5, '.faq > *', 'questions'),
    links('/trial'),
    links('/youth-ministry-tools'),
  ],

  '/blog': [
    heading('Blog & Resources'),
    counts(7, 'main ul[aria-labelledby=featured] article a', 'featured articles'),
    inOrder('nav[aria-label=Categories]', 'ul[aria-labelledby=new]', 'ul[aria-labelledby=featured]', 'form'),
    links('/resources'),
    counts(7, 'nav[aria-label=Categories] a', 'categories'),
    link('All Posts', '/blog', 'nav[aria-label=Categories]'),
    ...Object.entries(CATEGORIES).map(([name, path]) => link(name, path, 'nav[aria-label=Categories]')),
    counts(1, 'main form input[type=email][name=email][required]', 'box for the newsletter'),
    counts(1, 'main form button:contains("Subscribe")', 'button Subscribe'),
    mentions('main', /2,000\+/),
    links('/trial'),
    links('/pricing'),
  ],

  '/community-guidelines': [
    heading('Community Guidelines'),
    mentions(
      'main',
      /in groups/i,
      /mentor/i,
      /parents?/i,
      /personal details/i,
      /remove/i,
      /suspen[ds]/i,
      /July 1, 2025/,
    ),
  ],

  '/terms-of-service': [
    heading('Terms of Service'),
    says('1200 Congress Avenue'),
    mentions(
      'main',
      /July 1, 2025/,
      /\bTexas\b/,
      /at least 13/,
      /under 18/,
      /parent or guardian/,
      /30 days/,
      /disable|suspend/i,
    ),
    mentions(
      'main',
      /complet\w+ a Bible reflection/i,
      /finish\w* a challenge/i,
      /send\w* a message/i,
      /cancel/i,
      /following month/i,
    ),
  ],

  '/privacy-policy': [
    heading('Privacy Policy'),
    mentions(
      'main',
      /July 1, 2025.*1200 Congress Avenue/s,
      /\bname\b/i,
      /phone/i,
      /email/i,
      /date of birth/i,
      /school/i,
      /grade/i,
      /church/i,
      /youth group/i,
    ),
    mentions('main', /prayer request/i, /device/i, /\blog\b|\blogs\b/i, /usage/i, /this site/i, /the app/i),
  ],

  '/account-information': [
    heading('Account Information'),
    mentions('main', /\bsee\b|access/i, /update|change/i, /delete/i, /app settings/i, /phone number/i, /verify/i),
    mentions('main', /opt out/i, /permanent/i, /law|legal/i),
    links('mailto:support@lampstand.example'),
  ],

  '/ambassador-application': [
    heading('Ambassador Application'),
    mentions('main', /early access to new features/i, /exclusive strategy calls/i, /youth ministry technology/i),
    counts(1, 'main form', 'form'),
  ],

  '/trial-request': [counts(1, 'main form', 'form')],
  '/search': [counts(1, 'main form input[name=q]', 'field')],
  '/trial': [counts(1, 'main form', 'form'), mentions('main', /30/)],

  [NOWHERE]: [
    says('404'),
    heading('Page Not Found'),
    says("The page you're looking for doesn't exist or has been moved."),
    link('Return to Homepage', '/'),
    link('Ministry Tools', '/youth-ministry-tools'),
    link('Free Trial', '/trial'),
  ],
};

describe('a page of the site', () => {
  it.each(Object.entries(CONTENTS))('%s has the contents that the specification requires', expectRules);
});

it('both addresses of the privacy policy show the same text', () => {
  expect(pageOf('/privacypolicy').text()).toBe(pageOf('/privacy-policy').text());
});

describe('Evidence', () => {
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
});

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
