import { type LoaderFunctionArgs, type MetaArgs, useParams } from 'react-router-dom';
import { CallToAction } from '../components/call-to-action.tsx';
import { Scene } from '../components/scene.tsx';
import { Reading } from '../content/reading.tsx';
import { type Article, articles } from '../content/texts.ts';
import { NewsletterBox } from '../newsletter/newsletter-box.tsx';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { modifiedAt } from '../seo/page-dates.ts';
import { articleLd, breadcrumbLd } from '../seo/structured-data.ts';
import { BLOG } from '../seo/trail.ts';
import { ArticleDate } from './article-meta.tsx';
import { categoryPath, categorySlug } from './categories.ts';
import './article-page.css';

const pageOf = (article: Article): Page => ({
  ...article,
  label: article.category,
  type: 'article',
  modified: modifiedAt(article.path),
});

export const handle: PageHandle = { page: articles.map(pageOf) };

export const meta = ({ params }: MetaArgs) => {
  const article = requireArticle(params['slug']);
  return headOf(pageOf(article), [articleLd(article), breadcrumbLd(BLOG, { name: article.title, path: article.path })]);
};

function requireArticle(slug: string | undefined): Article {
  const article = articles.find((each) => each.slug === slug);
  if (!article) throw new Response(null, { status: 404 });
  return article;
}

/** Unknown articles are a 404. */
export function loader({ params }: LoaderFunctionArgs) {
  requireArticle(params['slug']);
  return null;
}

export default function ArticlePage() {
  const article = requireArticle(useParams()['slug']);
  const at = articles.indexOf(article);
  return (
    <div className="reading">
      <article>
        <ArticleHead article={article} />
        <Reading outline={article.outline} Body={article.Body} />
        <BibleNotice />
      </article>
      <Neighbours before={articles[at - 1]} after={articles[at + 1]} />
      <div className="after-article">
        <NewsletterBox />
      </div>
      <CallToAction heading={article.ending.heading} action={{ href: '/trial', label: 'Start 30-Day Free Trial' }}>
        {article.ending.text}
      </CallToAction>
    </div>
  );
}

const ArticleHead = ({ article }: { article: Article }) => (
  <header className={`reading-head of-${categorySlug(article.category)}`}>
    <a className="back" href="/blog">
      <Arrow />
      Back to Blog
    </a>
    <div className="reading-title">
      <a className="badge" href={categoryPath(article.category)}>
        {article.category}
      </a>
      <h1>{article.title}</h1>
      <p className="lede">{article.summary}</p>
      <ArticleDate article={article} />
    </div>
    <Scene of={article.scene} />
  </header>
);

const BibleNotice = () => (
  <p className="bible small">
    <span>
      Bible quotations are from the <a href="https://worldenglish.bible/">World English Bible</a>, which is in the
      public domain. The sheets of all articles are among the <a href="/resources">printable sheets</a>.
    </span>
  </p>
);

const Neighbours = ({ before, after }: { before: Article | undefined; after: Article | undefined }) => (
  <nav className="neighbours" aria-label="More articles">
    {before && (
      <a className="before" href={before.path} rel="prev">
        <span>Previous article</span> {before.title}
      </a>
    )}{' '}
    {after && (
      <a className="after" href={after.path} rel="next">
        <span>Next article</span> {after.title}
      </a>
    )}
  </nav>
);

const Arrow = () => (
  <svg className="arrow" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M16 10H4.5M9.5 4.5 4 10l5.5 5.5" />
  </svg>
);
