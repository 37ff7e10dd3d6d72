import { AxisBottom, AxisLeft } from '@visx/axis';
import { useParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Failed } from '../components/placeholders.tsx';
import { count, percent } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { type DayGroup, groupDays, STAGES } from '../signups/days.ts';
import type { SignupFilter } from '../signups/signup-filter.ts';
import { listOf, listOfDays } from './stage-list.ts';
import { periodBefore } from './step-rates.ts';
import { useFunnel } from './use-funnel.ts';
import './funnel-chart.css';

/** How far the filtered sign-ups came, in total and per day. Nothing if there are none. */
export function FunnelChart({ filter }: { filter: SignupFilter }) {
  const { data: funnel, isError, refetch } = useFunnel(filter);
  const period = filter.since ? undefined : periodBefore(filter.span);
  const { data: before } = useFunnel(filter, period ?? null);
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
      <DayChart
        groups={groupDays(funnel.days, period && before && { counts: before.days, days: period.days })}
        filter={filter}
      />
    </section>
  );
}

const StageBar = ({ part }: { part: number }) => (
  <svg className="stage-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width="100" height="1" className="ground" />
    <rect width={100 * part} height="1" />
  </svg>
);

const HEIGHT = 190;
const MARGIN = { top: 8, right: 4, bottom: 26, left: 44 };
/** Of the line at the number of the period before. */
const BEFORE_HEIGHT = 2;
/** Room for a date below the axis. */
const LABEL_WIDTH = 96;

interface Props {
  groups: DayGroup[];
  filter: SignupFilter;
}

/**
 * Sign-ups per day as bars, with later stages drawn over earlier ones and a line at the number of the period before. A bar opens
 * the list of its days. The picture is for the pointer; the table below it has the same numbers and links.
 */
function DayChart({ groups, filter }: Props) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 });
  const [pointed, setPointed] = useState<DayGroup>();
  return (
    <figure className="day-bars">
      <div ref={parentRef} className="day-bars-picture" aria-hidden="true" onPointerLeave={() => setPointed(undefined)}>
        {width > 0 && <Bars groups={groups} filter={filter} width={width} onPoint={setPointed} />}
      </div>
      <figcaption aria-hidden="true">
        {pointed ? textOf(pointed) : `Sign-ups per day. A bar opens its list.${hasBefore(groups) ? LINES : ''}`}
      </figcaption>
      <details className="disclosure">
        <summary>Sign-ups per day as a table</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
        <div className="scrolls" role="region" aria-label="Sign-ups per day" tabIndex={0}>
          <DayTable groups={groups} filter={filter} />
        </div>
      </details>
    </figure>
  );
}

const LINES = ' Lines: registered in the period before.';
const BEFORE = 'Registered before';
const hasBefore = (groups: DayGroup[]) => groups.some(({ before }) => before !== undefined);

const textOf = (group: DayGroup) =>
  [
    `${group.label}: ${STAGES.map(({ key, label }) => `${label} ${count(group[key])}`).join(', ')}`,
    ...(group.before === undefined ? [] : [`${BEFORE} ${count(group.before)}`]),
  ].join(', ');

function Bars({ groups, filter, width, onPoint }: Props & { width: number; onPoint: (group: DayGroup) => void }) {
  const most = Math.max(...groups.flatMap(({ registered, before = 0 }) => [registered, before]), 1);
  const x = scaleBand({
    domain: groups.map(({ from }) => from),
    range: [MARGIN.left, width - MARGIN.right],
    paddingInner: 0.2,
    paddingOuter: 0.1,
  });
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - MARGIN.bottom, MARGIN.top], nice: true });
  const every = Math.ceil((groups.length * LABEL_WIDTH) / (width - MARGIN.left));
  const fits = (from: string) => (x(from) ?? 0) + (x.bandwidth() + LABEL_WIDTH) / 2 <= width;
  const labels = new Map(groups.map(({ from, label }) => [from, label.split(' to ')[0]]));
  return (
    <svg width={width} height={HEIGHT}>
      {groups.map((group) => (
        <Link key={group.from} to={listOfDays(filter, group)} tabIndex={-1} onPointerEnter={() => onPoint(group)}>
          <rect className="ground" x={x(group.from)} y={0} width={x.bandwidth()} height={HEIGHT - MARGIN.bottom} />
          {STAGES.map(({ key }) => (
            <rect
              key={key}
              data-stage={key}
              x={x(group.from)}
              y={y(group[key])}
              width={x.bandwidth()}
              height={HEIGHT - MARGIN.bottom - y(group[key])}
            />
          ))}
          {group.before !== undefined && (
            <rect
              className="before"
              x={x(group.from)}
              y={y(group.before) - BEFORE_HEIGHT / 2}
              width={x.bandwidth()}
              height={BEFORE_HEIGHT}
            />
          )}
        </Link>
      ))}
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        tickValues={y.ticks(4).filter(Number.isInteger)}
        tickFormat={(value) => count(Number(value))}
        hideTicks
        axisLineClassName="axis-line"
        tickClassName="axis-tick"
      />
      <AxisBottom
        scale={x}
        top={HEIGHT - MARGIN.bottom}
        tickValues={groups.flatMap(({ from }, at) => (at % every === 0 && fits(from) ? [from] : []))}
        tickFormat={(from) => labels.get(from) ?? from}
        axisLineClassName="axis-line"
        tickLineProps={{ className: 'axis-line' }}
        tickClassName="axis-tick"
      />
    </svg>
  );
}

function DayTable({ groups, filter }: Props) {
  const columns = [
    { key: 'day', label: 'Day' },
    ...STAGES,
    ...(hasBefore(groups) ? [{ key: 'before', label: BEFORE }] : []),
  ];
  const heads = columns.map(({ key, label }) => <Head key={key}>{label}</Head>);
  return (
    <Table caption="Sign-ups per day" heads={heads} dense={false}>
      {groups.map((group) => (
        <Row key={group.from}>
          <Cell of="Day">
            <Link to={listOfDays(filter, group)}>{group.label}</Link>
          </Cell>
          {STAGES.map(({ key, label }) => (
            <Cell key={key} of={label}>
              {count(group[key])}
            </Cell>
          ))}
          {group.before !== undefined && <Cell of={BEFORE}>{count(group.before)}</Cell>}
        </Row>
      ))}
    </Table>
  );
}
