import type { Article as ArticleLd, Organization, WithContext } from 'schema-dts';
import { site } from '../site/env.ts';
import type { Page } from '../site/page.ts';
import { imagePath } from '../site/page-image.ts';
import type { Article } from './articles.ts';

/** An article's row in the table of pages. */
export const articlePage = (article: Article): Page => ({
  path: article.path,
  title: `${article.title} | ${site.product}`,
  description: article.description,
  keywords: article.keywords,
  label: article.category,
  type: 'article',
  hydrate: false,
});

const organisation: Organization = { '@type': 'Organization', name: site.product, url: site.url };

export const articleLd = (article: Article): WithContext<ArticleLd> => ({
  '@context': 'https://schema.org',
  '@type': 'Article',
  headline: article.title,
  description: article.description,
  // Search engines read no date that stops at the month.
  datePublished: `${article.datePublished}-01`,
  author: organisation,
  publisher: organisation,
  image: site.url + imagePath(article.path),
  mainEntityOfPage: site.url + article.path,
  articleSection: article.category,
  keywords: article.keywords.join(', '),
  wordCount: article.words,
  inLanguage: 'en-US',
});
