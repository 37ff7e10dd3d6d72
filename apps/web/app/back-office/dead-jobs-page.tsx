import { MAIL_KINDS, type MailQueue, UNEXPECTED } from '@lampstand/contracts';
import type { DeadJob } from '@lampstand/contracts/back-office';
import {
  ambassadorApplication,
  type AmbassadorEffect,
  effectsOf,
  renamedEffectsOf,
  type TrialEffect,
  trialSignup,
} from '@lampstand/workflows';
import { releasedVersionsOf } from '@lampstand/workflows/history';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isStatus, post } from '../lib/api.ts';
import { causeOf } from '../lib/clock.ts';
import { backOfficePages } from '../seo/back-office-pages.ts';
import { headOf } from '../seo/head.ts';
import { showToast } from '../components/toast-store.ts';
import { ConfirmDialog } from './components/confirm-dialog.tsx';
import { Empty, Failed, Loading } from './components/placeholders.tsx';
import { TimeAgo } from './components/time-ago.tsx';
import { BackOfficeLayout } from './layout/back-office-layout.tsx';
import './components/panel.css';
import './dead-jobs-page.css';

const page = backOfficePages.deadJobs;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function DeadJobsPage() {
  return (
    <BackOfficeLayout title="Dead Jobs">
      <DeadJobs />
    </BackOfficeLayout>
  );
}

const PATH = '/api/admin/dead-jobs';

/** Jobs that used up their attempts, each with its error and a button to retry. */
function DeadJobs() {
  const [retrying, setRetrying] = useState<DeadJob>();
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
          <Job key={job.id} job={job} onRetry={() => setRetrying(job)} />
        ))}
      </ul>
      {retrying && <RetryDialog job={retrying} onClose={() => setRetrying(undefined)} />}
    </>
  );
}

function Job({ job, onRetry }: { job: DeadJob; onRetry: () => void }) {
  const path = subjectPath(job);
  return (
    <li className="panel dead-job">
      <h2>{jobName(job.queue)}</h2>
      <p className="small quiet">
        {path ? <Link to={path}>{job.subjectId}</Link> : job.subjectId} · failed <TimeAgo at={job.failedAt} /> ·{' '}
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
    <ConfirmDialog
      title="Retry this job?"
      confirm="Retry"
      pendingText="Retrying…"
      pending={retry.isPending}
      error={retry.error ? (causeOf(retry.error) ?? UNEXPECTED) : undefined}
      onConfirm={() => retry.mutate()}
      onClose={onClose}
    >
      <p>
        {jobName(job.queue)} is put back into its queue, with all its attempts. When it fails again as often, it comes
        back here.
      </p>
    </ConfirmDialog>
  );
}

/** Labels of the queues; a queue without a label is shown by its own name. */
const EFFECTS: Record<Exclude<TrialEffect | AmbassadorEffect, MailQueue>, string> = {
  dropOldCode: 'Dropping an old code',
  supersedeOlderTrials: 'Superseding older sign-ups',
  cancelSetupIntent: 'Closing a card form',
  openAccount: 'Opening an account',
  announceAccount: 'Telling the dashboard of an account',
  deleteCustomer: 'Releasing a card',
};
const ERASURES: Record<string, string> = { erasePerson: 'Erasing a person', eraseSignUp: 'Erasing a sign-up' };
const MAILS = Object.fromEntries(Object.values(MAIL_KINDS).map(({ queue, job }) => [queue, job]));
const LABELS: Record<string, string> = { ...EFFECTS, ...MAILS, ...ERASURES };

/** A dead letter from before a release has the old name of a renamed effect. */
const RENAMED = renamedEffectsOf(releasedVersionsOf('trial-signup'));
const currentName = (queue: string): string => RENAMED.get(queue) ?? queue;

const jobName = (queue: string): string => LABELS[currentName(queue)] ?? queue;

/** The page of the sign-up or application the job belongs to. */
function subjectPath({ queue: name, subjectId }: DeadJob): string | undefined {
  const queue = currentName(name);
  if (queue in ERASURES || effectsOf(trialSignup).includes(queue)) return `/trials/${subjectId}`;
  return effectsOf(ambassadorApplication).includes(queue) ? `/admin/ambassadors/${subjectId}` : undefined;
}
