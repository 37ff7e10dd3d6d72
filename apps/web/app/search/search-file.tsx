import { renderToStaticMarkup } from 'react-dom/server';
import { faq, type FaqItem, guideFaq, pricingFaq, toolsFaq } from '../content/faq.ts';
import { Prose } from '../content/reading.tsx';
import { articles, documentAt, type MdxModule } from '../content/texts.ts';
import { ownTitle } from '../seo/head.ts';
import { indexablePages } from '../seo/indexable-pages.ts';
import { LEGAL_DOCUMENTS } from '../seo/pages.ts';
import type { SearchablePage } from './search-index.ts';

/** The build writes it to /search.json: every indexable page with its text. */
export const loader = () => Response.json(indexablePages.map(searchable));

const searchable = (page: (typeof indexablePages)[number]): SearchablePage => ({
  path: page.path,
  title: ownTitle(page),
  description: page.description,
  keywords: page.keywords.join(', '),
  ...contentAt(page.path),
});

type Content = Pick<SearchablePage, 'headings' | 'text'>;

const FAQS: Record<string, FaqItem[]> = {
  '/faq': faq,
  '/pricing': pricingFaq,
  '/youth-ministry-tools': toolsFaq,
  '/youth-pastor-guide': guideFaq,
};

function contentAt(path: string): Content {
  const article = articles.find((each) => each.path === path);
  if (article) return contentOf(article.Body);
  if (path in LEGAL_DOCUMENTS) return contentOf(documentAt(path).Body);
  const entries = FAQS[path] ?? [];
  return {
    headings: entries.map(({ question }) => question).join(' '),
    text: entries.map(({ answer }) => answer).join(' '),
  };
}

const HEADING = /<h[1-6][^>]*>(.*?)<\/h[1-6]>/gs;

function contentOf(Body: MdxModule['default']): Content {
  const html = renderToStaticMarkup(<Prose Body={Body} />);
  return {
    headings: plainText([...html.matchAll(HEADING)].map(([, heading]) => heading).join(' ')),
    text: plainText(html.replace(HEADING, ' ')),
  };
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const plainText = (html: string): string =>
  html
    .replace(/<\/(p|li|td|th|blockquote)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim();
