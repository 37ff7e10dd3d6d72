import type { Funnel } from '@lampstand/contracts/back-office';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { count, percent } from '../format.ts';
import { type ListQuery, withQuery } from '../lists/read-list.ts';
import { Failed } from '../lists/states.tsx';
import { groupDays, STAGES } from './day-groups.ts';
import { DayBars } from './day-bars.tsx';

const PATH = '/api/admin/funnel';

/** How far the sign-ups of the filter came: in all, and by the day they began. Nothing while there is nothing to draw. */
export function FunnelPicture({ query, freshSeconds }: { query: ListQuery; freshSeconds: number }) {
  const { sort: _, ...asked } = query;
  const {
    data: funnel,
    isError,
    refetch,
  } = useQuery({
    queryKey: [PATH, asked],
    queryFn: () => call<Funnel>('GET', withQuery(PATH, asked)),
    staleTime: freshSeconds * 1000,
    placeholderData: keepPreviousData,
  });
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
            <span className="stage-label">{label}</span>
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
