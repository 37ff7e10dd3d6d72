import { Link } from 'react-router-dom';
import { Failed } from '../components/placeholders.tsx';
import { count, percent } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { type DayGroup, groupDays, STAGES } from '../signups/days.ts';
import type { SignupFilter } from '../signups/signup-filter.ts';
import { listOf } from './stage-list.ts';
import { useFunnel } from './use-funnel.ts';
import './funnel-chart.css';

/** How far the filtered sign-ups came, in total and per day. Nothing if there are none. */
export function FunnelChart({ filter }: { filter: SignupFilter }) {
  const { data: funnel, isError, refetch } = useFunnel(filter);
  if (isError) return <Failed onRetry={() => void refetch()}>Error loading the funnel. Please try again later.</Failed>;
  if (!funnel)
    return (
      <div className="funnel awaited" aria-hidden="true">
        <span className="spinner" />
      </div>
    );
  if (funnel.registered === 0) return null;
  return (
    <section className="funnel" aria-label="How far sign-ups came">
      <ol className="stages">
        {STAGES.map(({ key, label }) => (
          <li key={key} className="stage-of" data-stage={key}>
            <Link className="stage-label" to={listOf(filter, key)}>
              {label}
            </Link>
            <span className="stage-count">{count(funnel[key])}</span>
            <span className="stage-part">{percent(funnel[key], funnel.registered)}</span>
            <StageBar part={funnel[key] / funnel.registered} />
          </li>
        ))}
      </ol>
      <DayBars groups={groupDays(funnel.days)} />
    </section>
  );
}

const StageBar = ({ part }: { part: number }) => (
  <svg className="stage-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width="100" height="1" className="ground" />
    <rect width={100 * part} height="1" />
  </svg>
);

const BAR_HEIGHT = 100;

/** Sign-ups per day as bars, with later stages drawn over earlier ones. The table below has the same numbers. */
function DayBars({ groups }: { groups: DayGroup[] }) {
  const most = Math.max(...groups.map(({ registered }) => registered), 1);
  const [first, last] = [groups[0], groups.at(-1)];
  return (
    <figure className="day-bars">
      <svg
        viewBox={`0 0 ${groups.length * 10} ${BAR_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Sign-ups per day, at most ${count(most)}. The numbers are in the table below.`}
      >
        {groups.map((group, at) => (
          <g key={group.from}>
            <title>{`${group.label}: ${STAGES.map(({ key, label }) => `${label} ${count(group[key])}`).join(', ')}`}</title>
            {STAGES.map(({ key }) => {
              const height = (group[key] / most) * BAR_HEIGHT;
              return (
                <rect key={key} data-stage={key} x={at * 10 + 1} y={BAR_HEIGHT - height} width="8" height={height} />
              );
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
      <details className="disclosure">
        <summary>Sign-ups per day as a table</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
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
    <Table caption="Sign-ups per day" heads={heads} dense={false}>
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
