import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';
import { STAFF_PAGES } from './back-office/pages.ts';
import { LEGAL_DOCUMENTS } from './content/legal-documents.ts';

/** The sitemap has the pages in this order. */
export default [
  index('home/home-page.tsx'),
  route('conference', 'pages/conference.tsx'),
  route('pricing', 'pricing/pricing-page.tsx'),
  route('pricing/treasurer', 'pricing/treasurer-page.tsx'),
  route('trial-demo', 'pages/trial-demo.tsx'),
  route('help', 'help/help-page.tsx'),
  route('gettingstarted', 'pages/getting-started.tsx'),
  route('faq', 'pages/faq.tsx'),
  route('is-it-for-us', 'pages/is-it-for-us.tsx'),
  route('youth-ministry-tools', 'pages/ministry-tools.tsx'),
  route('youth-pastor-guide', 'pages/pastor-guide.tsx'),
  route('evidence', 'pages/evidence.tsx'),
  route('crisis', 'pages/crisis.tsx'),
  route('safety', 'pages/safety.tsx'),
  route('blog', 'blog/blog-page.tsx'),
  route('blog/category/:category', 'blog/blog-page.tsx', { id: 'blog/category' }),
  route('resources', 'sheets/library-page.tsx'),
  route('resources/:moment', 'sheets/library-page.tsx', { id: 'resources/moment' }),
  route('sheets/:sheet', 'sheets/sheet-page.tsx'),
  ...Object.keys(LEGAL_DOCUMENTS).map((path) => route(path.slice(1), 'pages/legal.tsx', { id: path.slice(1) })),
  route('ambassador-application', 'applications/ambassador-page.tsx'),
  route('trial-request', 'applications/trial-request-page.tsx'),
  route('ambassador-application/sent', 'applications/ambassador-sent-page.tsx'),
  route('trial-request/sent', 'applications/trial-request-sent-page.tsx'),
  route('search', 'search/search-page.tsx'),
  route('newsletter', 'newsletter/newsletter-page.tsx'),
  route('newsletter/confirm', 'newsletter/confirm-page.tsx'),
  route('newsletter/unsubscribe', 'newsletter/unsubscribe-page.tsx'),
  route('reminders/stop', 'trial/stop-reminders-page.tsx'),
  route('trial', 'trial/trial-page.tsx'),
  route('trial/code', 'trial/code-page.tsx'),
  route('trial/card', 'trial/card-page.tsx'),
  route('trial/success', 'checkout-return/checkout-return-page.tsx'),
  route('trial-checkout-success', 'checkout-return/setup-return-page.tsx'),
  route('plan', 'plan/plan-page.tsx'),
  route('plan/email', 'plan/confirm-email-page.tsx'),
  route('plan/keep-email', 'plan/keep-email-page.tsx'),
  route('plan/not-mine', 'plan/not-mine-page.tsx'),
  route('plan/confirm-receipts', 'plan/confirm-receipts-page.tsx'),
  route('plan/stop-receipts', 'plan/stop-receipts-page.tsx'),
  route('plan/phone', 'plan/confirm-phone-page.tsx'),
  route('404', 'pages/not-found.tsx'),
  layout('back-office/office.tsx', [
    ...Object.values(STAFF_PAGES).map(({ path, module }) =>
      route(path.slice(1).replace('_', ':id'), `back-office/${module}.tsx`),
    ),
    ...['admin/*', 'trials/*'].map((path) => route(path, 'back-office/unknown-page.tsx', { id: path })),
  ]),
  route('blog/:slug', 'blog/article-page.tsx'),
  route('help/:task', 'help/task-page.tsx'),

  // Files made of what the pages have.
  ...['sitemap.xml', 'feed.xml', 'robots.txt', 'site.webmanifest', '.well-known/security.txt'].map((file) =>
    route(file, 'seo/files.ts', { id: file }),
  ),
  route('films/:film', 'films/film-files.ts'),
  route('search.json', 'search/search-file.ts'),
] satisfies RouteConfig;
