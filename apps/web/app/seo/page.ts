import type { SceneName } from '../content/scenes/scenes.ts';

/** The source of a page's head, of its line in the sitemap and of its picture. */
export interface Page {
  path: string;
  /** The page's own; the name of the product follows in its head. */
  title: string;
  description: string;
  keywords: string[];
  /** The scene on its Open Graph image; without it, the circle. */
  scene?: SceneName;
  /** Printed above the title on the Open Graph image. */
  label?: string;
  /** The part of the site: stands after the name of the product. */
  section?: 'Help';
  /** Path of the page that search engines show instead. */
  canonical?: string;
  /** Of a sheet: path of the page that has its text. Search and sitemap take the two as one text. */
  partOf?: string;
  type?: 'article';
  /** Of an article: when it was published, and when its text last changed. */
  published?: string;
  modified?: string | undefined;
  noindex?: true;
}

/** What a route module says about itself. */
export interface PageHandle {
  /** The page, or all pages that the module answers. */
  page: Page | Page[];
  /** Runs React in the browser; other pages are plain HTML and CSS. */
  hydrate?: true;
  /** Its loader reads the query: with one, the page is rendered for the visitor, and otherwise once for all. */
  readsQuery?: boolean;
  /** Its form is authorized by the token in the address, and mail programs may post to it: from any origin, with any body. */
  byLink?: boolean;
  /**
   * Inside the sign-up there is no button that leads to its start, and none on the crisis page. On staff pages the header is one line
   * with the links in its menu; a member's page has no links that sell.
   */
  header?: 'sign-up' | 'crisis' | 'member' | 'staff';
  /** CSS modules of parts that load later: a sheet that nothing uses is left out of the build. */
  sheets?: readonly object[];
}

/** Whether search engines show a page: not if it is marked noindex, or is a second address of another. */
export const isIndexable = ({ noindex, canonical }: Page): boolean => !noindex && !canonical;
