import { site } from './env.ts';
import type { Page } from './page.ts';

export const IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** Where the picture lies that shows a page when its link is shared. */
export const imagePath = (path: string): string =>
  `/og/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;

/** A page's picture; another view of a page has the same, and a page nobody should find has none. */
export const imageOf = ({ noindex, canonical, path }: Page): string | undefined =>
  noindex ? undefined : imagePath(canonical ?? path);

/** What the page is called where the product's name stands beside it. */
export const ownTitle = ({ title }: Page): string => title.replace(` | ${site.product}`, '');
