import type { QueueProgress } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { counted } from '../format.ts';
import { withQuery } from '../lists/use-list.ts';
import { jobName } from './job-names.ts';

export const DEAD_JOBS = '/api/admin/dead-jobs';

const POLL_MS = 2000;

/** How many of the retried jobs are done, until all are. */
export function RetryProgress({ queue, jobs }: { queue: string; jobs: number }) {
  const path = withQuery(`${DEAD_JOBS}/progress`, { queue });
  const { data } = useQuery<QueueProgress>({
    queryKey: [path],
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.unfinished === 0 ? false : POLL_MS),
  });
  if (!data) return null;
  const done = Math.max(0, jobs - data.unfinished);
  return (
    <div className="retry-progress" role="status">
      <progress aria-label={`Retrying: ${jobName(queue)}`} max={jobs} value={done} />
      <p>{`${jobName(queue)}: ${done} of ${counted(jobs, 'retried job')} done`}</p>
    </div>
  );
}
