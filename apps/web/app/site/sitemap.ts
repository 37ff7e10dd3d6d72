import { site } from './env.ts';
import { indexablePages } from './every-page.ts';

/** Written to /sitemap.xml by the build. */
export function loader() {
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

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
