/** What the specification requires on each page: literal texts, counts and links. All other wording is free. Reads the built files. */
import { describe, expect, it } from 'vitest';
import { pageOf } from '../site/built-page.ts';
import { CATEGORIES, NOWHERE } from '../site/pages.ts';
import { counts, expectRules, heading, inOrder, link, links, mentions, type Rule, says } from '../site/rules.ts';

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
