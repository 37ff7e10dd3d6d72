import type { Statistic } from './claims.ts';

/** Figures in a dark band, each with what it counts. */
export function Statistics({ of }: { of: readonly Statistic[] }) {
  return (
    <dl className="statistics">
      {of.map(({ figure, text }) => (
        <div key={figure}>
          <dt className="figure">{figure}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
