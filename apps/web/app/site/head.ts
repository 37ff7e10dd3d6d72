import type { MetaDescriptor } from 'react-router-dom';
import { site } from './env.ts';
import type { Page } from './page.ts';

/** A page's whole head, with what it tells search engines. Each route calls it: a leaf's `meta` replaces its parents'. */
export function headOf(page: Page, told: object[] = page.jsonLd ?? []): MetaDescriptor[] {
  const url = site.url + (page.canonical ?? page.path);
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
    ...(page.image ? [{ property: 'og:image', content: site.url + page.image }] : []),
    { name: 'twitter:card', content: page.image ? 'summary_large_image' : 'summary' },
    ...told.map((each) => ({ 'script:ld+json': each as Record<string, string> })),
  ];
}
