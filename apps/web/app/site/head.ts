import type { MetaDescriptor } from 'react-router-dom';
import { site } from './env.ts';
import type { Page } from './page.ts';
import { IMAGE_SIZE, imageOf, ownTitle } from './page-image.ts';

/** A page's whole head, with what it tells search engines. Each route calls it: a leaf's `meta` replaces its parents'. */
export function headOf(page: Page, told: object[] = page.jsonLd ?? []): MetaDescriptor[] {
  const url = site.url + (page.canonical ?? page.path);
  const image = imageOf(page);
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    ...(page.keywords ? [{ name: 'keywords', content: page.keywords.join(', ') }] : []),
    ...(page.noindex
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link' as const, rel: 'canonical', href: url }]),
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: site.product },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    ...(image ? pictured(page, image) : [{ name: 'twitter:card', content: 'summary' }]),
    ...told.map((each) => ({ 'script:ld+json': each as Record<string, string> })),
  ];
}

const pictured = (page: Page, image: string): MetaDescriptor[] => [
  { property: 'og:image', content: site.url + image },
  { property: 'og:image:width', content: String(IMAGE_SIZE.width) },
  { property: 'og:image:height', content: String(IMAGE_SIZE.height) },
  { property: 'og:image:alt', content: `${ownTitle(page)}, beside the lit lamp of ${site.product}` },
  { name: 'twitter:card', content: 'summary_large_image' },
];
