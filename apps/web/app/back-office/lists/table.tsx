import type { ReactNode } from 'react';

interface Props {
  caption: ReactNode;
  /** The heads: plain texts, or a <SortHead>. */
  heads: ReactNode[];
  /** The rows on the screen are being replaced. */
  busy?: boolean;
  children: ReactNode;
}

/** A table that becomes cards on a phone. The roles are told apart from the tags, because other `display`s take them away. */
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

export const Head = ({ children }: { children: ReactNode }) => (
  <th scope="col" role="columnheader">
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
