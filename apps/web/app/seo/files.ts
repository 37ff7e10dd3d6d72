import { site } from '../lib/site.ts';
import { indexablePages } from './indexable-pages.ts';

const FILES: Record<string, () => Response> = {
  '/sitemap.xml': sitemap,
  '/robots.txt': robots,
  '/site.webmanifest': manifest,
};

/** The build writes sitemap.xml, robots.txt and site.webmanifest from it. */
export function loader({ request }: { request: Request }) {
  const file = FILES[new URL(request.url).pathname.replace(/\.data$/, '')];
  if (!file) throw new Response(null, { status: 404 });
  return file();
}

function sitemap() {
  const entries = indexablePages.map(({ path }) => `  <url><loc>${escaped(site.url + path)}</loc></url>`);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

function robots() {
  return new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${site.url}/sitemap.xml\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}

function manifest() {
  return new Response(
    JSON.stringify({
      name: site.product,
      short_name: site.product,
      description:
        'Daily habits of prayer and scripture for students, and a clear view for the leaders who walk with them.',
      start_url: '/',
      display: 'browser',
      background_color: '#fbf5ea',
      theme_color: '#fbf5ea',
      icons: [
        { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      ],
    }),
    { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } },
  );
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
