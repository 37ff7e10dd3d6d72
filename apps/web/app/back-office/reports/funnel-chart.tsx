import { AxisBottom, AxisLeft } from '@visx/axis';
import { useParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useToday } from '../../lib/clock.ts';
import { Failed } from '../components/placeholders.tsx';
import { count, percent } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { STAGES } from '../signups/days.ts';
import type { SignupFilter } from '../signups/signup-filter.ts';
import { type Bar, barsOf, type Unit } from './bars.ts';
import { listOf, listOfDays } from './stage-list.ts';
import { usePeriodBefore } from './step-rates.ts';
import { useFunnel } from './use-funnel.ts';
import './funnel-chart.css';

/** How far the filtered sign-ups came, in total and per day, week or month. Nothing if there are none. */
export function FunnelChart({ filter }: { filter: SignupFilter }) {
  const { data: funnel, isError, refetch } = useFunnel(filter);
  const period = usePeriodBefore(filter);
  const today = useToday();
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
      <BarChart
        {...barsOf(funnel.days, {
          span: filter.span,
          today,
          before: period && before && { counts: before.days, days: period.days },
        })}
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
  unit: Unit;
  bars: Bar[];
  filter: SignupFilter;
}

/**
 * Sign-ups as bars, with later stages drawn over earlier ones, a line at the number of the period before, and hatching over a bar
 * of which days are missing. A bar opens the list of its days. The picture is for the pointer; the table below it has the same
 * numbers and links.
 */
function BarChart(props: Props) {
  const { unit, bars } = props;
  const { parentRef, width } = useParentSize({ debounceTime: 50 });
  const [pointed, setPointed] = useState<Bar>();
  const title = `Sign-ups per ${unit}`;
  return (
    <figure className="day-bars">
      <div ref={parentRef} className="day-bars-picture" aria-hidden="true" onPointerLeave={() => setPointed(undefined)}>
        {width > 0 && <Bars {...props} width={width} onPoint={setPointed} />}
      </div>
      <figcaption aria-hidden="true">{pointed ? textOf(pointed) : `${title}. ${legendOf(unit, bars)}`}</figcaption>
      <details className="disclosure">
        <summary>{title} as a table</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
        <div className="scrolls" role="region" aria-label={title} tabIndex={0}>
          <BarTable {...props} title={title} />
        </div>
      </details>
    </figure>
  );
}

const BEFORE = 'Registered before';
const hasBefore = (bars: Bar[]) => bars.some(({ before }) => before !== undefined);

const legendOf = (unit: Unit, bars: Bar[]) =>
  [
    'A bar opens its list.',
    ...(bars.some(({ isPart }) => isPart) ? [`Hatched: not a whole ${unit}.`] : []),
    ...(hasBefore(bars) ? ['Lines: registered in as many days before.'] : []),
  ].join(' ');

const textOf = (bar: Bar) =>
  [
    `${bar.label}: ${STAGES.map(({ key, label }) => `${label} ${count(bar[key])}`).join(', ')}`,
    ...(bar.before === undefined ? [] : [`${BEFORE} ${count(bar.before)}`]),
  ].join(', ');

function Bars({ bars, filter, width, onPoint }: Props & { width: number; onPoint: (bar: Bar) => void }) {
  const hatching = useId();
  const most = Math.max(...bars.flatMap(({ registered, before = 0 }) => [registered, before]), 1);
  const x = scaleBand({
    domain: bars.map(({ from }) => from),
    range: [MARGIN.left, width - MARGIN.right],
    paddingInner: 0.2,
    paddingOuter: 0.1,
  });
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - MARGIN.bottom, MARGIN.top], nice: true });
  const every = Math.ceil((bars.length * LABEL_WIDTH) / (width - MARGIN.left));
  const fits = (from: string) => (x(from) ?? 0) + (x.bandwidth() + LABEL_WIDTH) / 2 <= width;
  const labels = new Map(bars.map(({ from, label }) => [from, label.replace(/ to .*|, so far$|^Week of /g, '')]));
  return (
    <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
      <pattern id={hatching} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="hatch" width="2.5" height="6" />
      </pattern>
      {bars.map((bar) => (
        <Link key={bar.from} to={listOfDays(filter, bar)} tabIndex={-1} onPointerEnter={() => onPoint(bar)}>
          <rect className="ground" x={x(bar.from)} y={0} width={x.bandwidth()} height={HEIGHT - MARGIN.bottom} />
          {STAGES.map(({ key }) => (
            <rect
              key={key}
              data-stage={key}
              x={x(bar.from)}
              y={y(bar[key])}
              width={x.bandwidth()}
              height={HEIGHT - MARGIN.bottom - y(bar[key])}
            />
          ))}
          {bar.isPart && (
            <rect
              fill={`url(#${hatching})`}
              x={x(bar.from)}
              y={y(bar.registered)}
              width={x.bandwidth()}
              height={HEIGHT - MARGIN.bottom - y(bar.registered)}
            />
          )}
          {bar.before !== undefined && (
            <rect
              className="before"
              x={x(bar.from)}
              y={y(bar.before) - BEFORE_HEIGHT / 2}
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
        tickValues={bars.flatMap(({ from }, at) => (at % every === 0 && fits(from) ? [from] : []))}
        tickFormat={(from) => labels.get(from) ?? from}
        axisLineClassName="axis-line"
        tickLineProps={{ className: 'axis-line' }}
        tickClassName="axis-tick"
      />
    </svg>
  );
}

function BarTable({ unit, bars, filter, title }: Props & { title: string }) {
  const first = UNIT_HEADS[unit];
  const columns = [
    { key: 'from', label: first },
    ...STAGES,
    ...(hasBefore(bars) ? [{ key: 'before', label: BEFORE }] : []),
  ];
  const heads = columns.map(({ key, label }) => <Head key={key}>{label}</Head>);
  return (
    <Table caption={title} heads={heads} dense={false}>
      {bars.map((bar) => (
        <Row key={bar.from}>
          <Cell of={first}>
            <Link to={listOfDays(filter, bar)}>{bar.label}</Link>
          </Cell>
          {STAGES.map(({ key, label }) => (
            <Cell key={key} of={label}>
              {count(bar[key])}
            </Cell>
          ))}
          {bar.before !== undefined && <Cell of={BEFORE}>{count(bar.before)}</Cell>}
        </Row>
      ))}
    </Table>
  );
}

const UNIT_HEADS: Record<Unit, string> = { day: 'Day', week: 'Week', month: 'Month' };
