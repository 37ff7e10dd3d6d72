import { type Article, articles, helpTasks } from '../content/texts.ts';
import { site } from '../lib/site.ts';
import type { Page } from './page.ts';
import { pages } from './pages.ts';

/** An article's row in the table of pages, from its frontmatter. */
export const articlePage = (article: Article): Page => ({
  path: article.path,
  title: `${article.title} | ${site.product}`,
  description: article.description,
  keywords: article.keywords,
  label: article.category,
  type: 'article',
  published: `${article.datePublished}-01`,
  hydrate: false,
});

/** A help page's row in the table of pages, from its frontmatter. */
export const helpPage = ({ path, title, description, keywords }: (typeof helpTasks)[number]): Page => ({
  path,
  title: `${title} | ${site.product} Help`,
  description,
  keywords,
  label: 'Help Center',
  hydrate: false,
});

const allPages: Page[] = [...pages, ...articles.map(articlePage), ...helpTasks.map(helpPage)];

/** Pages for search engines: all but those marked noindex and second addresses of the same page. */
export const indexablePages: Page[] = allPages.filter((page) => !page.noindex && !page.canonical);
