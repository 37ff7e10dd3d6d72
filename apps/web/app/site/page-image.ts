import { site } from './env.ts';
import type { Page } from './page.ts';

export const IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** Where the picture lies that shows a page when its link is shared. */
export const imagePath = (path: string): string =>
  `/og/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;

/** A page's picture; another view of a page has the same, and a page nobody should find has that of the site. */
export const imageOf = ({ noindex, canonical, path }: Page): string => imagePath(noindex ? '/' : (canonical ?? path));

/** What the page is called where the product's name stands beside it. */
export const ownTitle = ({ title }: Page): string => title.replace(` | ${site.product}`, '');

/** What its picture shows, which may be another page's. */
export const imageAlt = (page: Page): string =>
  page.noindex || page.canonical
    ? `The lit lamp of ${site.product}`
    : `${ownTitle(page)}, beside the lit lamp of ${site.product}`;
