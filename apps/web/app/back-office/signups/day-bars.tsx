import { count } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { type DayGroup, STAGES } from './day-groups.ts';

const HEIGHT = 100;

/** Sign-ups per day as bars, those that came further drawn darker inside; the same numbers stand in a table below. */
export function DayBars({ groups }: { groups: DayGroup[] }) {
  const most = Math.max(...groups.map(({ registered }) => registered), 1);
  const [first, last] = [groups[0], groups.at(-1)];
  return (
    <figure className="day-bars">
      <svg
        viewBox={`0 0 ${groups.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Sign-ups per day, at most ${count(most)}. The numbers are in the table below.`}
      >
        {groups.map((group, at) => (
          <g key={group.from}>
            <title>{`${group.label}: ${STAGES.map(({ key, label }) => `${label} ${count(group[key])}`).join(', ')}`}</title>
            {STAGES.map(({ key }) => {
              const height = (group[key] / most) * HEIGHT;
              return <rect key={key} data-stage={key} x={at * 10 + 1} y={HEIGHT - height} width="8" height={height} />;
            })}
          </g>
        ))}
      </svg>
      <figcaption>
        <span>{first?.label.split(' to ')[0]}</span>
        <span>
          At most {count(most)} {first && first.label.includes(' to ') ? 'in a bar' : 'a day'}
        </span>
        <span>{last?.label.split(' to ').at(-1)}</span>
      </figcaption>
      <details>
        <summary>Sign-ups per day as a table</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
        <div className="scrolls" role="region" aria-label="Sign-ups per day" tabIndex={0}>
          <DayTable groups={groups} />
        </div>
      </details>
    </figure>
  );
}

function DayTable({ groups }: { groups: DayGroup[] }) {
  const heads = [{ key: 'day', label: 'Day' }, ...STAGES].map(({ key, label }) => <Head key={key}>{label}</Head>);
  return (
    <Table caption="Sign-ups per day" heads={heads}>
      {groups.map((group) => (
        <Row key={group.from}>
          <Cell of="Day">{group.label}</Cell>
          {STAGES.map(({ key, label }) => (
            <Cell key={key} of={label}>
              {count(group[key])}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}
