/** A row of the table of pages: the source of a page's head, of the sitemap and of its picture. */
export interface Page {
  path: string;
  title: string;
  description: string;
  keywords: string[];
  /** What the drawing on its Open Graph image shows; without it, the lamp is drawn. */
  picture?: string;
  /** Printed above the title on the Open Graph image. */
  label?: string;
  /** False for pages of plain HTML and CSS without React's scripts. */
  hydrate: boolean;
  /** Path of the page that search engines show instead. */
  canonical?: string;
  type?: 'article';
  /** Of an article: when it was published, and when its text last changed. */
  published?: string;
  modified?: string | undefined;
  noindex?: true;
}
