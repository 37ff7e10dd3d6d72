import '../styles/article.css';
import { type MetaArgs, useParams } from 'react-router-dom';
import { Contents } from '../content/contents.tsx';
import { Prose } from '../content/prose.tsx';
import { categoryPath, categorySlug } from '../site/article-pages.ts';
import { Closing } from '../site/closing.tsx';
import { headOf } from '../site/head.ts';
import { Dated } from './article-card.tsx';
import { articleLd, articlePage, breadcrumbLd } from './article-head.ts';
import { articles, type Article } from './articles.ts';
import { Arrow, Picture } from './pictures.tsx';

export const handle = { hydrate: false };

export const meta = ({ params }: MetaArgs) => {
  const article = requireArticle(params['slug']);
  return headOf(articlePage(article), [articleLd(article), breadcrumbLd(article)]);
};

function requireArticle(slug: string | undefined): Article {
  const article = articles.find((each) => each.slug === slug);
  if (!article) throw new Response(null, { status: 404 });
  return article;
}

export default function ArticlePage() {
  const article = requireArticle(useParams()['slug']);
  const at = articles.indexOf(article);
  return (
    <div className="reading">
      <article>
        <ArticleHead article={article} />
        <div className="reading-columns">
          <Contents outline={article.outline} />
          <Prose Body={article.Body} />
        </div>
      </article>
      <Neighbours before={articles[at - 1]} after={articles[at + 1]} />
      <Closing heading="Try it with your group" action={{ href: '/trial', label: 'Start 30-Day Free Trial' }}>
        30 days, all features, nothing charged until the trial ends.
      </Closing>
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
      <p className="dated">
        <Dated {...article} />
      </p>
    </div>
    <Picture of={article.icon} />
  </header>
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
