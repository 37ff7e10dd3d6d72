/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on a phone the
   parts of a table are displayed as cards, and some browsers drop their roles with that */
import type { ClipboardEvent, ReactNode } from 'react';
import { count, countedRows } from '../format.ts';
import { useReturnToRow } from '../layout/return-to-row.ts';
import { type ListPage, PAGE_SIZE } from './use-list.ts';
import './table.css';

interface TableProps {
  caption: ReactNode;
  /** `<Head>` and `<SortHead>` elements. */
  heads: ReactNode[];
  /** While the next page loads. */
  busy?: boolean;
  /** On narrow screens a row is a few lines without labels. */
  dense?: boolean;
  children: ReactNode;
}

/** A table. Its columns are as wide as what people read in them, and texts wrap. */
export function Table({ caption, heads, busy = false, dense = true, children }: TableProps) {
  const rows = useReturnToRow<HTMLTableSectionElement>();
  return (
    <table className={dense ? 'table dense' : 'table'} role="table" aria-busy={busy || undefined} onCopy={copyRows}>
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">{heads}</tr>
      </thead>
      <tbody ref={rows} role="rowgroup">
        {children}
      </tbody>
    </table>
  );
}

/** Copied rows are lines with a tab between cells, so that a sheet takes them as columns, without buttons, folds and unseen texts. */
function copyRows(event: ClipboardEvent<HTMLTableElement>): void {
  const rows = [...(getSelection()?.getRangeAt(0).cloneContents().children ?? [])];
  if (!rows.length || !rows.every((row) => row instanceof HTMLTableRowElement)) return;
  event.clipboardData.setData('text/plain', rows.map(({ cells }) => [...cells].map(textOf).join('\t')).join('\n'));
  event.preventDefault();
}

function textOf(cell: HTMLTableCellElement): string {
  for (const each of cell.querySelectorAll('button:not(.term > *), .unseen, [popover], details')) each.remove();
  for (const each of cell.querySelectorAll('.block, .badge')) each.append(' ');
  return cell.textContent.replaceAll(/\s+/g, ' ').trim();
}

type Order = 'ascending' | 'descending';

interface HeadProps {
  order?: Order;
  /** The column's part of the table's width, in percent. Without it, a column is as wide as its widest value, which does not wrap. */
  width?: number | undefined;
  children: ReactNode;
}

export const Head = ({ order, width, children }: HeadProps) => (
  <th
    scope="col"
    role="columnheader"
    aria-sort={order}
    style={width === undefined ? undefined : { width: `${width}%` }}
  >
    {children}
  </th>
);

export const Row = ({ children }: { children: ReactNode }) => <tr role="row">{children}</tr>;

interface CellProps {
  /** The column's name, which a card shows before the value. */
  of: string;
  className?: string;
  /** How many columns it spans. */
  colSpan?: number;
  children: ReactNode;
}

export const Cell = ({ of, children, ...cell }: CellProps) => (
  <td role="cell" data-label={of} {...cell}>
    {children}
  </td>
);

interface SortHeadProps {
  name: string;
  label: string;
  /** The current order: a column's name, with a minus for descending. */
  sort: string;
  /** The order of the first click. */
  first?: Order;
  width?: number;
  onSort: (sort: string) => void;
}

/** A column head that sorts by its column; another click reverses the order. */
export function SortHead({ name, label, sort, first = 'ascending', width, onSort }: SortHeadProps) {
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  const next = order ? (order === 'ascending' ? 'descending' : 'ascending') : first;
  return (
    <Head width={width} {...(order && { order })}>
      <button type="button" className="sort" onClick={() => onSort(next === 'descending' ? `-${name}` : name)}>
        {label}
        <span className="sort-arrow" aria-hidden="true" />
      </button>
    </Head>
  );
}

interface PagerProps {
  /** What the rows are: "sign-ups". */
  of: string;
  list: ListPage<unknown>;
  page: number;
  onTurn: (by: 1 | -1) => void;
}

/** "51 to 100 of 1,284 sign-ups" between the buttons of the previous and the next page. */
export function Pager({ of, list, page, onTurn }: PagerProps) {
  if (!list.next && !list.prev && page === 1) return null;
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <nav className="pager" aria-label="Pages">
      <button type="button" className="button second compact" disabled={page === 1} onClick={() => onTurn(-1)}>
        Previous
      </button>
      <p aria-live="polite">
        {count(first)} to {count(first + list.rows.length - 1)} of {countedRows(list, of, of)}
      </p>
      <button type="button" className="button second compact" disabled={!list.next} onClick={() => onTurn(1)}>
        Next
      </button>
    </nav>
  );
}
