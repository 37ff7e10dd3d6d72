import { type Article, articles, helpTasks } from '../content/texts.ts';
import { site } from '../lib/site.ts';
import type { Page } from './page.ts';
import { modifiedAt } from './page-dates.ts';
import { pages } from './pages.ts';

const ICONS: Record<Article['icon'], string> = {
  users: 'a leader among students',
  megaphone: 'a megaphone',
  church: 'a small church',
  door: 'an open door',
  compass: 'a compass',
  graduation: 'a graduation cap',
  tent: 'a tent',
  phone: 'a phone with a flame on it',
  heart: 'two hands around a heart',
};

/** An article's row in the table of pages, from its frontmatter. */
export const articlePage = (article: Article): Page => ({
  path: article.path,
  picture: ICONS[article.icon],
  title: `${article.title} | ${site.product}`,
  description: article.description,
  keywords: article.keywords,
  label: article.category,
  type: 'article',
  published: article.published,
  modified: modifiedAt(article.path),
  hydrate: false,
});

/** A help page's row in the table of pages, from its frontmatter. */
export const helpPage = ({ path, title, picture, description, keywords }: (typeof helpTasks)[number]): Page => ({
  path,
  picture,
  title: `${title} | ${site.product} Help`,
  description,
  keywords,
  label: 'Help Center',
  hydrate: false,
});

const allPages: Page[] = [...pages, ...articles.map(articlePage), ...helpTasks.map(helpPage)];

/** Pages for search engines: all but those marked noindex and second addresses of the same page. */
export const indexablePages: Page[] = allPages.filter((page) => !page.noindex && !page.canonical);
