/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on a phone the
   parts of a table are displayed as cards, and some browsers take their roles away with that */
import type { ReactNode } from 'react';
import '../../styles/back-office-table.css';

interface Props {
  caption: ReactNode;
  /** <Head>s and <SortHead>s. */
  heads: ReactNode[];
  /** The rows on the screen are being replaced. */
  busy?: boolean;
  children: ReactNode;
}

/** A table that becomes cards on a phone. */
export function Table({ caption, heads, busy = false, children }: Props) {
  return (
    <table className="table" role="table" aria-busy={busy || undefined}>
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">{heads}</tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

export const Head = ({ order, children }: { order?: 'ascending' | 'descending'; children: ReactNode }) => (
  <th scope="col" role="columnheader" aria-sort={order}>
    {children}
  </th>
);

export const Row = ({ children }: { children: ReactNode }) => <tr role="row">{children}</tr>;

/** A cell knows the name of its column, which a card shows before it. */
export const Cell = ({ of, className, children }: { of: string; className?: string; children: ReactNode }) => (
  <td role="cell" data-label={of} className={className}>
    {children}
  </td>
);
