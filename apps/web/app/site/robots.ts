import { site } from './env.ts';

/** Written to /robots.txt by the build. The calls are no pages; there is nothing to hide in them. */
export const loader = () =>
  new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${site.url}/sitemap.xml\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
