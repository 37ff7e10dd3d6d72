import type { DeadJob } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { usePollingWhileActive } from '../components/use-polling-while-active.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { STAFF_PAGES } from '../pages.ts';
import { CausePanel, causesOf } from './cause-panel.tsx';
import { ChangeJobsDialog, type JobsChange } from './change-jobs-dialog.tsx';
import { DEAD_JOBS, RetryProgress } from './retry-progress.tsx';
import './dead-jobs-page.css';

export default function DeadJobsPage() {
  return (
    <BackOfficeLayout title="Dead Jobs">
      <DeadJobs />
    </BackOfficeLayout>
  );
}

const REFRESH_MS = 30_000;

/** Jobs that used up their attempts, by cause, with buttons to retry or dismiss one or all of a cause. */
function DeadJobs() {
  const [change, setChange] = useState<JobsChange>();
  const { data: jobs, error, refetch } = useQuery<DeadJob[]>({ queryKey: [DEAD_JOBS], staleTime: 0 });
  usePollingWhileActive(
    useCallback(() => void refetch(), [refetch]),
    REFRESH_MS,
  );
  const [params] = useSearchParams();
  const chosen = Number(params.get('cause'));
  if (error) return <Failed onRetry={() => void refetch()}>The dead jobs could not be loaded.</Failed>;
  if (!jobs) return <Loading>Loading dead jobs…</Loading>;
  const causes = causesOf(jobs).filter(({ id }) => !chosen || id === chosen);
  return (
    <>
      <p className="quiet">
        A job is listed here when all its attempts have failed. After an outage of a provider it is retried by itself, a
        few at a time. Retry any other when its cause is fixed: what it has done already is not done twice. Dismiss it
        when it is not needed any more.
      </p>
      <RetryProgress />
      {causes.length === 0 && (
        <Empty>{chosen ? 'No job with this cause is left.' : 'No job has failed for good.'}</Empty>
      )}
      {chosen > 0 && (
        <p>
          One cause is shown. <Link to={STAFF_PAGES.deadJobs.path}>All dead jobs</Link>
        </p>
      )}
      {causes.map((cause) => (
        <CausePanel key={cause.id} cause={cause} onChange={setChange} />
      ))}
      {change && <ChangeJobsDialog change={change} onClose={() => setChange(undefined)} />}
    </>
  );
}
