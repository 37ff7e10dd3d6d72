import { Link } from 'react-router-dom';
import { useToday } from '../../lib/clock.ts';
import { Failed } from '../components/placeholders.tsx';
import { count, percent } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { STAGES } from '../signups/days.ts';
import type { SignupFilter } from '../signups/signup-filter.ts';
import { BarChart, StageBar } from './bar-chart.tsx';
import { type Bar, barsOf, type Unit } from './bars.ts';
import { listOf, listOfDays } from './stage-list.ts';
import { usePeriodBefore } from './step-rates.ts';
import { useFunnel } from './use-funnel.ts';
import './funnel-chart.css';

/** How far the filtered sign-ups came, in total and per day, week or month. */
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
  if (funnel.registered === 0)
    return <p>{filter.filtered || filter.q ? 'No sign-up meets this filter.' : 'No one has signed up yet.'}</p>;
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
      <SignupBars
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

interface Props {
  unit: Unit;
  bars: Bar[];
  filter: SignupFilter;
}

/** Sign-ups as bars, with a line at the number of the period before. A bar opens the list of its days. */
function SignupBars(props: Props) {
  const { unit, bars, filter } = props;
  const title = `Sign-ups per ${unit}`;
  const drawn = bars.map((bar) => ({
    key: bar.from,
    tick: bar.label.replace(/ to .*|, so far$|^Week of /g, ''),
    text: textOf(bar),
    values: STAGES.map(({ key }) => ({ of: key, value: bar[key] })),
    line: bar.before,
    isPart: bar.isPart,
    to: listOfDays(filter, bar),
  }));
  return (
    <BarChart bars={drawn} caption={`${title}. ${legendOf(unit, bars)}`}>
      <details className="disclosure">
        <summary>{title} as a table</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
        <div className="scrolls" role="region" aria-label={title} tabIndex={0}>
          <BarTable {...props} title={title} />
        </div>
      </details>
    </BarChart>
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
