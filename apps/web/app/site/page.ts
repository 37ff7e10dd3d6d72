/** What a page is known by: in its own head, to search engines, and to the server. */
export interface Page {
  path: string;
  title: string;
  description: string;
  keywords: string[];
  /** A word or two above the title on the page's picture. */
  label?: string;
  jsonLd?: object[];
  /** Whether the page runs scripts. Without, it is plain HTML and CSS. */
  hydrate: boolean;
  /** The path of the page that this one is another view of. */
  canonical?: string;
  type?: 'article';
  noindex?: true;
}
