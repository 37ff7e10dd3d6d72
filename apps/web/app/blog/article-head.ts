import type { BlogPosting, BreadcrumbList, Organization, WithContext } from 'schema-dts';
import { blogPage } from '../site/article-pages.ts';
import { site } from '../site/env.ts';
import type { Page } from '../site/page.ts';
import { IMAGE_SIZE, imagePath } from '../site/page-image.ts';
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

const organisation: Organization = {
  '@type': 'Organization',
  '@id': `${site.url}/#organisation`,
  name: site.product,
  url: site.url,
  logo: `${site.url}/icon-512.png`,
};

export const articleLd = (article: Article): WithContext<BlogPosting> => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  headline: article.title,
  description: article.description,
  // Search engines read no date that stops at the month.
  datePublished: `${article.datePublished}-01`,
  dateModified: `${article.datePublished}-01`,
  author: organisation,
  publisher: organisation,
  image: {
    '@type': 'ImageObject',
    url: site.url + imagePath(article.path),
    width: String(IMAGE_SIZE.width),
    height: String(IMAGE_SIZE.height),
  },
  mainEntityOfPage: site.url + article.path,
  articleSection: article.category,
  keywords: article.keywords.join(', '),
  wordCount: article.words,
  inLanguage: 'en-US',
});

/** The way to an article: home, the blog, the article itself. */
export const breadcrumbLd = (article: Article): WithContext<BreadcrumbList> => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: site.product, path: '/' },
    { name: 'Blog', path: blogPage.path },
    { name: article.title, path: article.path },
  ].map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: site.url + path })),
});
