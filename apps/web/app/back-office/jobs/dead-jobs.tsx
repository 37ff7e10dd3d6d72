import { UNEXPECTED } from '@lampstand/contracts';
import type { DeadJob } from '@lampstand/contracts/back-office';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { showToast } from '../../ui/toast-store.ts';
import { Empty, Failed, Loading } from '../lists/states.tsx';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { Moment } from '../parts/moments.tsx';
import { jobName, subjectPath } from './job-words.ts';
import '../../styles/back-office-lists.css';
import '../../styles/back-office-work.css';

const PATH = '/api/admin/dead-jobs';

/** Work that failed as often as it may: to read, and to try once more when its cause is mended. */
export function DeadJobs() {
  const [asked, setAsked] = useState<DeadJob>();
  const { data: jobs, error, refetch } = useQuery<DeadJob[]>({ queryKey: [PATH], staleTime: 0 });
  if (error) return <Failed onRetry={() => void refetch()}>The dead jobs could not be loaded.</Failed>;
  if (!jobs) return <Loading>Loading dead jobs…</Loading>;
  return (
    <>
      <p className="quiet">
        A job comes here when it has failed as often as it may. Retry it once its cause is mended: what it has done
        already is not done twice.
      </p>
      {jobs.length === 0 && <Empty>No job has failed for good.</Empty>}
      <ul className="dead-jobs">
        {jobs.map((job) => (
          <Job key={job.id} job={job} onRetry={() => setAsked(job)} />
        ))}
      </ul>
      {asked && <RetryDialog job={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Job({ job, onRetry }: { job: DeadJob; onRetry: () => void }) {
  const path = subjectPath(job);
  return (
    <li className="panel dead-job">
      <h2>{jobName(job.queue)}</h2>
      <p className="small quiet">
        {path ? <Link to={path}>{job.subjectId}</Link> : job.subjectId} · failed <Moment at={job.failedAt} /> ·{' '}
        {job.attempts === 1 ? 'one attempt' : `${job.attempts} attempts`}
        {job.count > 1 && `, given up ${job.count} times`} · queue {job.queue}
      </p>
      <pre className="job-error">{job.error}</pre>
      <button type="button" className="button second compact" onClick={onRetry}>
        Retry<span className="unseen"> {`${jobName(job.queue)} of ${job.subjectId}`}</span>
      </button>
    </li>
  );
}

function RetryDialog({ job, onClose }: { job: DeadJob; onClose: () => void }) {
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => post(`${PATH}/${job.id}/retry`, {}),
    onSuccess: () => {
      showToast({ title: 'Retrying', description: `${jobName(job.queue)} is worked again.` });
      onClose();
    },
    onSettled: (_done, failed) => {
      if (!failed || isStatus(failed, 404, 409)) void queries.invalidateQueries();
    },
  });
  return (
    <AskDialog
      title="Retry this job?"
      confirm="Retry"
      pendingText="Retrying…"
      pending={retry.isPending}
      refusal={retry.error ? (causeOf(retry.error) ?? UNEXPECTED) : undefined}
      onConfirm={() => retry.mutate()}
      onClose={onClose}
    >
      <p>
        {jobName(job.queue)} is put back into its queue, with all its attempts. When it fails again as often, it comes
        back here.
      </p>
    </AskDialog>
  );
}
