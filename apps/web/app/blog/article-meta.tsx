import type { Article } from '../content/texts.ts';
import { dateText } from '../lib/time-text.ts';
import { modifiedAt } from '../seo/page-dates.ts';
import './article-meta.css';

/** When it was published, the day of a later change as the feed has it, and how long it takes to read. */
export function ArticleDate({ article: { path, date, month, minutes } }: { article: Article }) {
  const modified = modifiedAt(path)?.slice(0, 10);
  return (
    <p className="dated">
      <time dateTime={month}>{date}</time>{' '}
      {modified && !modified.startsWith(month) && (
        <>
          <span>
            Updated <time dateTime={modified}>{dateText(modified)}</time>
          </span>{' '}
        </>
      )}
      <span>{minutes} min read</span>
    </p>
  );
}
