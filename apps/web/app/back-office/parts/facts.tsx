import type { ReactNode } from 'react';

/** Names and values in two columns; what is empty is left out. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of a page with its heading. */
export function Panel({
  title,
  id,
  aside,
  children,
}: {
  title: string;
  id?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const heading = id ?? title.toLowerCase().replaceAll(/\W+/g, '-');
  return (
    <section className="panel" aria-labelledby={heading}>
      <header className="panel-head">
        <h2 id={heading}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
