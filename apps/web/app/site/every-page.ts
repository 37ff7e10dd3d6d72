import { articlePage } from '../blog/article-head.ts';
import { articles } from '../blog/articles.ts';
import type { Page } from './page.ts';
import { pages } from './pages.ts';

/** The table of pages with the articles, whose rows stand at the top of their texts. */
export const everyPage: Page[] = [...Object.values<Page>(pages), ...articles.map(articlePage)];

/** What a search engine should know: neither what asks to be left out, nor a second address of the same page. */
export const indexablePages: Page[] = everyPage.filter((page) => !page.noindex && !page.canonical);
