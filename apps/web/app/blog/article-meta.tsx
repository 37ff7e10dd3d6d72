import type { Article } from '../content/texts.ts';
import './article-meta.css';

export const ArticleDate = ({ article: { date, month, minutes } }: { article: Article }) => (
  <p className="dated">
    <time dateTime={month}>{date}</time> <span>{minutes} min read</span>
  </p>
);
