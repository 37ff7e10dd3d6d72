import type { ReactNode } from 'react';
import './panel.css';

interface Props {
  /** Also the panel's accessible name. */
  title: string;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, aside, children }: Props) {
  const heading = title.toLowerCase().replaceAll(/\W+/g, '-');
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

/** Names and values in two columns. Empty values are left out. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const present = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl className="facts">
      {present.map(([name, value]) => (
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
