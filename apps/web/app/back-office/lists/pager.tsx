import { count } from '../format.ts';
import { type ListPage, SCREENFUL } from './read-list.ts';

interface Props {
  /** What the rows are: "sign-ups". */
  of: string;
  list: ListPage<unknown>;
  page: number;
  onTurn: (by: 1 | -1) => void;
}

/** "51 to 100 of 1,284 sign-ups", and the way to the pages beside. */
export function Pager({ of, list, page, onTurn }: Props) {
  if (!list.next && !list.prev && page === 1) return null;
  const first = (page - 1) * SCREENFUL + 1;
  return (
    <nav className="pager" aria-label="Pages">
      <button type="button" className="button second compact" disabled={page === 1} onClick={() => onTurn(-1)}>
        Previous
      </button>
      <p aria-live="polite">
        {count(first)} to {count(first + list.rows.length - 1)} of {count(list.total)} {of}
      </p>
      <button type="button" className="button second compact" disabled={!list.next} onClick={() => onTurn(1)}>
        Next
      </button>
    </nav>
  );
}
