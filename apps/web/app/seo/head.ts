import type { MetaDescriptor } from 'react-router-dom';
import { site } from '../lib/site.ts';
import type { SceneName } from '../content/scenes/scenes.ts';
import { isIndexable, type Page } from './page.ts';

/** All meta descriptors of a page. Each route exports them, because a leaf's `meta` replaces its parents'. */
export function headOf(page: Page, jsonLd: object[] = []): MetaDescriptor[] {
  const title = `${page.title} | ${site.product}${page.section ? ` ${page.section}` : ''}`;
  const url = site.url + (page.canonical ?? page.path);
  // The 404 page answers many addresses, so it has no URL of its own.
  const notFound = page.path === '/404';
  return [
    { title },
    { name: 'description', content: page.description },
    { name: 'keywords', content: page.keywords.join(', ') },
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(notFound ? [] : [{ tagName: 'link' as const, rel: 'canonical', href: url }]),
    { property: 'og:type', content: page.type ?? 'website' },
    ...(page.published ? [{ property: 'article:published_time', content: page.published }] : []),
    ...(page.modified ? [{ property: 'article:modified_time', content: page.modified }] : []),
    ...(page.published || page.path.startsWith('/blog') ? [FEED] : []),
    { property: 'og:site_name', content: site.product },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    ...(notFound ? [] : [{ property: 'og:url', content: url }]),
    { property: 'og:image', content: site.url + imageOf(page) },
    { property: 'og:image:width', content: String(IMAGE_SIZE.width) },
    { property: 'og:image:height', content: String(IMAGE_SIZE.height) },
    { property: 'og:image:alt', content: imageAlt(page) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...jsonLd.map((each) => ({ 'script:ld+json': each as Record<string, string> })),
  ];
}

/** The page with a title that tells of an error on it. */
export const errorTitled = (page: Page, hasError: boolean): Page =>
  hasError ? { ...page, title: `Error: ${page.title}` } : page;

/** The same for a page with a form, which the server may have refused. */
export const formHeadOf = (page: Page, loaderData: { refused?: boolean } | undefined): MetaDescriptor[] =>
  headOf(errorTitled(page, loaderData?.refused === true));

const FEED = {
  tagName: 'link' as const,
  rel: 'alternate',
  type: 'application/atom+xml',
  title: `Articles of ${site.product}`,
  href: '/feed.xml',
};

export const IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** Path of a page's Open Graph image. */
export const imagePath = (path: string): string =>
  `/og/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;

/** A page's Open Graph image: that of the canonical page, or the site's for a noindex page. */
export const imageOf = ({ noindex, canonical, path }: Page): string => imagePath(noindex ? '/' : (canonical ?? path));

const imageAlt = (page: Page): string =>
  `${isIndexable(page) ? page.title : site.product}, beside a place at night with one light`;

const DEFAULT_SCENE: SceneName = 'circle';

/** The scene on a page's Open Graph image. */
export const sceneOf = ({ scene = DEFAULT_SCENE }: Page): SceneName => scene;
