import type { MetaDescriptor } from 'react-router-dom';
import { site } from './env.ts';
import type { Page } from './page.ts';
import { IMAGE_SIZE, imageAlt, imageOf } from './page-image.ts';

/** A page's whole head, with what it tells search engines. Each route calls it: a leaf's `meta` replaces its parents'. */
export function headOf(page: Page, told: object[] = page.jsonLd ?? []): MetaDescriptor[] {
  const url = site.url + (page.canonical ?? page.path);
  // Stands for every address that nobody knows, so it has none of its own.
  const lost = page.path === '/404';
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    { name: 'keywords', content: page.keywords.join(', ') },
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(lost ? [] : [{ tagName: 'link' as const, rel: 'canonical', href: url }]),
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: site.product },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    ...(lost ? [] : [{ property: 'og:url', content: url }]),
    { property: 'og:image', content: site.url + imageOf(page) },
    { property: 'og:image:width', content: String(IMAGE_SIZE.width) },
    { property: 'og:image:height', content: String(IMAGE_SIZE.height) },
    { property: 'og:image:alt', content: imageAlt(page) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...told.map((each) => ({ 'script:ld+json': each as Record<string, string> })),
  ];
}
