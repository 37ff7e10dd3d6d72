import type { Article } from '../content/texts.ts';
import './article-meta.css';

export const ArticleDate = ({ article: { date, datePublished, minutes } }: { article: Article }) => (
  <p className="dated">
    <time dateTime={datePublished}>{date}</time> <span>{minutes} min read</span>
  </p>
);
