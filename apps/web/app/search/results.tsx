import type { KeyboardEventHandler } from 'react';
import { type Found, LEAST_LETTERS } from './finder.ts';
import { type Piece, wordsIn } from './words.ts';

/** How many were found, in words. */
export const countOf = (query: string, found: readonly Found[] | undefined): string => {
  if (!found || wordsIn(query).join('').length < LEAST_LETTERS) return '';
  if (!found.length) return `Nothing found for “${query.trim()}”`;
  return `${found.length} ${found.length === 1 ? 'page' : 'pages'} for “${query.trim()}”`;
};

interface Props {
  query: string;
  found: readonly Found[] | undefined;
  onKeyDown: KeyboardEventHandler;
}

export function Results({ query, found, onKeyDown }: Props) {
  const count = countOf(query, found);
  if (!count || !found) return null;
  if (!found.length) return <NothingFound count={count} />;
  return (
    <>
      <h2 className="count">{count}</h2>
      <ol className="results">
        {found.map(({ path, title, snippet }) => (
          <li key={path}>
            <a href={path} onKeyDown={onKeyDown}>
              <Marked pieces={title} />
            </a>
            <p className="quiet">
              <Marked pieces={snippet} />
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

const NothingFound = ({ count }: { count: string }) => (
  <>
    <h2 className="count">{count}</h2>
    <p>
      Try one word instead of several, or look at these: <a href="/blog">Blog</a>, <a href="/faq">FAQ</a>,{' '}
      <a href="/help">Help Center</a>.
    </p>
  </>
);

const Marked = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map(({ text, hit }, at) => (hit ? <mark key={at}>{text}</mark> : text));
