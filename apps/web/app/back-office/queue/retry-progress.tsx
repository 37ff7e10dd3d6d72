import type { RetriedJobs } from '@lampstand/contracts/back-office';
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { counted } from '../format.ts';
import { jobName } from '../incidents/job-names.ts';
import { QUEUE } from './queue-api.ts';

export const DEAD_JOBS = '/api/admin/dead-jobs';
const RETRIED_JOBS = `${DEAD_JOBS}/progress`;

const POLL_MS = 2000;
const unfinishedOf = (batches: RetriedJobs[] = []) => batches.reduce((sum, { unfinished }) => sum + unfinished, 0);

/** How many of the jobs that were retried together are done. */
export function RetryProgress() {
  const queries = useQueryClient();
  const { data: batches } = useQuery<RetriedJobs[]>({
    queryKey: [RETRIED_JOBS],
    staleTime: 0,
    refetchInterval: ({ state }) => (unfinishedOf(state.data) ? POLL_MS : false),
  });
  const unfinished = unfinishedOf(batches);
  useEffect(() => {
    const shown = ({ queryKey: [path] }: Query) => path === DEAD_JOBS || String(path).startsWith(QUEUE);
    void queries.invalidateQueries({ predicate: shown });
  }, [unfinished, queries]);
  return (
    <div role="status">
      {batches?.map((batch) => (
        <Batch key={`${batch.batch} ${batch.queue}`} {...batch} />
      ))}
    </div>
  );
}

function Batch({ queue, jobs, unfinished, failed }: RetriedJobs) {
  const done = jobs - unfinished - failed;
  return (
    <div className="retry-progress">
      <progress aria-label={`Retrying: ${jobName(queue)}`} max={jobs} value={done} />
      <p>
        {`${jobName(queue)}: ${done} of ${counted(jobs, 'retried job')} done`}
        {failed > 0 && `, ${failed} failed again`}
      </p>
    </div>
  );
}
