import type { DeadJob, QueueItem } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { CausePanel } from './cause-panel.tsx';
import { ChangeJobsDialog, type JobsChange } from './change-jobs-dialog.tsx';
import { DEAD_JOBS } from './retry-progress.tsx';
import './dead-causes.css';

interface Props {
  causes: QueueItem[];
  /** The only cause to show; 0 for all. */
  chosen: number;
}

/** Jobs that used up their attempts, by cause, with buttons to retry or dismiss one or all of a cause. */
export function DeadCauses({ causes, chosen }: Props) {
  const [change, setChange] = useState<JobsChange>();
  const { data: jobs, error, refetch } = useQuery<DeadJob[]>({ queryKey: [DEAD_JOBS], staleTime: 0 });
  if (error) return <Failed onRetry={() => void refetch()}>The dead jobs could not be loaded.</Failed>;
  if (!jobs) return <Loading>Loading dead jobs…</Loading>;
  const shown = causes
    .filter(({ id }) => !chosen || id === chosen)
    .map((item) => ({ item, jobs: jobs.filter(({ cause }) => cause === item.id) }))
    .filter((cause) => cause.jobs.length > 0);
  return (
    <div className="dead-causes">
      <p className="quiet">
        A job is listed here when all its attempts have failed. After an outage of a provider it is retried by itself, a
        few at a time. Retry any other when its cause is fixed: what it has done already is not done twice. Dismiss it
        when it is not needed any more.
      </p>
      {shown.length === 0 && <Empty>No dead job is listed here.</Empty>}
      {chosen > 0 && (
        <p>
          One cause is shown. <Link to="?group=deadJobs">All dead jobs</Link>
        </p>
      )}
      {shown.map((cause) => (
        <CausePanel key={cause.item.id} {...cause} onChange={setChange} />
      ))}
      {change && <ChangeJobsDialog change={change} onClose={() => setChange(undefined)} />}
    </div>
  );
}
