import { categorySlug } from '../site/article-pages.ts';
import type { Article } from './articles.ts';
import { Picture } from './pictures.tsx';

export const ArticleCard = ({ article, wide }: { article: Article; wide: boolean }) => (
  <li className={`article-card of-${categorySlug(article.category)} ${wide ? 'wide' : ''}`}>
    <article>
      <Picture of={article.icon} />
      <div>
        <p className="badge">{article.category}</p>
        <h2>
          <a href={article.path}>{article.title}</a>
        </h2>
        <p className="quiet">{article.summary}</p>
        <p className="dated">
          <Dated {...article} />
        </p>
      </div>
    </article>
  </li>
);

export const Dated = ({ date, datePublished, minutes }: Article) => (
  <>
    <time dateTime={datePublished}>{date}</time> <span>{minutes} min read</span>
  </>
);
