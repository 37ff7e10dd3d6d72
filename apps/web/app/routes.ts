import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';
import { LEGAL_DOCUMENTS } from './site/article-pages.ts';

export default [
  layout('site/layout.tsx', [
    index('pages/home.tsx'),
    route('conference', 'pages/conference.tsx'),
    route('pricing', 'pages/pricing.tsx'),
    route('trial-demo', 'pages/trial-demo.tsx'),
    route('help', 'pages/help.tsx'),
    route('gettingstarted', 'pages/getting-started.tsx'),
    route('faq', 'pages/faq.tsx'),
    route('youth-ministry-tools', 'pages/ministry-tools.tsx'),
    route('youth-pastor-guide', 'pages/pastor-guide.tsx'),
    route('ambassador-application', 'applications/ambassador-page.tsx'),
    route('trial-request', 'applications/trial-request-page.tsx'),
    route('search', 'search/search-page.tsx'),
    route('newsletter/confirm', 'newsletter/confirm-page.tsx'),
    route('newsletter/unsubscribe', 'newsletter/unsubscribe-page.tsx'),
    route('trial', 'routes/trial.tsx'),
    route('trial/success', 'routes/trial-success.tsx'),
    route('trial-checkout-success', 'routes/trial-checkout-success.tsx'),
    ...prefix('blog', [
      index('blog/blog-page.tsx'),
      route('category/:category', 'blog/blog-page.tsx', { id: 'blog/category' }),
      route(':slug', 'blog/article-page.tsx'),
    ]),
    ...Object.keys(LEGAL_DOCUMENTS).map((path) => route(path.slice(1), 'legal/legal-page.tsx', { id: path.slice(1) })),
    route('404', 'routes/not-found.tsx'),
    route('*', 'routes/catch-all.tsx'),
  ]),
  route('sitemap.xml', 'site/sitemap.ts'),
  route('search.json', 'search/search-file.tsx'),
  route('og/:name', 'site/page-image-drawing.tsx'),
  route('robots.txt', 'site/robots.ts'),
  route('site.webmanifest', 'site/manifest.ts'),
] satisfies RouteConfig;
