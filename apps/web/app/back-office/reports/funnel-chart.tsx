import { Link } from 'react-router-dom';
import { Failed } from '../components/placeholders.tsx';
import { count, percent } from '../format.ts';
import { groupDays, STAGES } from '../signups/days.ts';
import type { SignupFilter } from '../signups/signup-filter.ts';
import { DayChart } from './day-chart.tsx';
import { listOf } from './stage-list.ts';
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
