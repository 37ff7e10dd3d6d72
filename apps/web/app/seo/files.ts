import type { LoaderFunctionArgs } from 'react-router';
import { type Article, articles } from '../content/texts.ts';
import { site } from '../lib/site.ts';
import { pagesContext } from '../server/context.ts';
import { isIndexable, type Page } from './page.ts';
import { modifiedAt } from './page-dates.ts';

const FILES: Record<string, (pages: Page[]) => Response> = {
  '/sitemap.xml': sitemap,
  '/feed.xml': feed,
  '/robots.txt': robots,
  '/site.webmanifest': manifest,
  '/.well-known/security.txt': security,
};

/** sitemap.xml, feed.xml, robots.txt, site.webmanifest and security.txt. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const file = FILES[new URL(request.url).pathname];
  if (!file) throw new Response(null, { status: 404 });
  return file(context.get(pagesContext));
}

function sitemap(pages: Page[]) {
  const entries = pages.filter(isIndexable).map(({ path, partOf }) => {
    const modified = modifiedAt(partOf ?? path)?.slice(0, 10);
    return `  <url><loc>${escaped(site.url + path)}</loc>${modified ? `<lastmod>${modified}</lastmod>` : ''}</url>`;
  });
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

/** The articles as an Atom feed (RFC 4287), the newest first. */
function feed() {
  const updatedAt = ({ path, published }: Article) => modifiedAt(path) ?? published;
  const entries = articles.toSorted(newestFirst).map((article) => {
    const { title, path, summary, published, category } = article;
    const url = escaped(site.url + path);
    return [
      `  <entry><id>${url}</id><link href="${url}"/><title>${escaped(title)}</title><summary>${escaped(summary)}</summary>`,
      `    <published>${published}</published><updated>${updatedAt(article)}</updated>`,
      `    <category term="${escaped(category)}"/></entry>`,
    ].join('\n');
  });
  const updated = articles.map(updatedAt).toSorted().at(-1);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${escaped(site.url)}/blog</id><title>${escaped(site.product)}: for youth pastors</title>`,
    `  <link rel="self" href="${escaped(site.url)}/feed.xml"/><link href="${escaped(site.url)}/blog"/>`,
    `  <author><name>${escaped(site.product)}</name></author><updated>${updated}</updated>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

const newestFirst = (one: Article, other: Article) => other.published.localeCompare(one.published);

function robots() {
  return new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${site.url}/sitemap.xml\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}

/** Where to report a vulnerability (RFC 9116). It expires within a year, and each start of a server writes a later day. */
function security() {
  const now = new Date();
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 11, 1)).toISOString();
  const lines = [
    `Contact: mailto:${site.supportEmail}?subject=Security`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${site.url}/.well-known/security.txt`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
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

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
