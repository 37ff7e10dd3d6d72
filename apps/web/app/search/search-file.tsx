import { renderToStaticMarkup } from 'react-dom/server';
import { articles } from '../blog/articles.ts';
import { Prose } from '../content/prose.tsx';
import type { Text } from '../content/text.ts';
import { documentAt } from '../legal/documents.ts';
import { LEGAL_DOCUMENTS } from '../site/article-pages.ts';
import { site } from '../site/env.ts';
import { indexablePages } from '../site/every-page.ts';
import { faq, type FaqItem, guideFaq, pricingFaq, toolsFaq } from '../site/faq-entries.ts';
import type { Searchable } from './finder.ts';

/** Written to /search.json by the build: the pages that search engines may know, with what is written on them. */
export const loader = () => Response.json(indexablePages.map(searchable));

const searchable = (page: (typeof indexablePages)[number]): Searchable => ({
  path: page.path,
  title: page.title.replace(` | ${site.product}`, ''),
  description: page.description,
  keywords: page.keywords?.join(', ') ?? '',
  ...writtenAt(page.path),
});

type Written = Pick<Searchable, 'headings' | 'text'>;

const FAQS: Record<string, FaqItem[]> = {
  '/faq': faq,
  '/pricing': pricingFaq,
  '/youth-ministry-tools': toolsFaq,
  '/youth-pastor-guide': guideFaq,
};

function writtenAt(path: string): Written {
  const article = articles.find((each) => each.path === path);
  if (article) return readable(article.Body);
  if (path in LEGAL_DOCUMENTS) return readable(documentAt(path).Body);
  const entries = FAQS[path] ?? [];
  return {
    headings: entries.map(({ question }) => question).join(' '),
    text: entries.map(({ answer }) => answer).join(' '),
  };
}

const HEADING = /<h[1-6][^>]*>(.*?)<\/h[1-6]>/gs;

/** A written text as people read it, its headings apart. */
function readable(Body: Text['default']): Written {
  const html = renderToStaticMarkup(<Prose Body={Body} />);
  return {
    headings: plain([...html.matchAll(HEADING)].map(([, heading]) => heading).join(' ')),
    text: plain(html.replace(HEADING, ' ')),
  };
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const plain = (html: string): string =>
  html
    .replace(/<\/(p|li|td|th|blockquote)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim();
