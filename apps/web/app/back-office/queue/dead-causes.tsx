import { UNEXPECTED } from '@lampstand/contracts';
import type { DeadJob, DeadJobsAnswer, QueueItem, RetriedJobs } from '@lampstand/contracts/back-office';
import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { showToast } from '../../components/toast-store.ts';
import { isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Facts, Panel, Technical } from '../components/panel.tsx';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { counted } from '../format.ts';
import { causeName, jobName, subjectPath } from '../incidents/job-names.ts';
import { useCommands } from '../layout/commands.ts';
import { QueueActions } from './queue-actions.tsx';
import { QUEUE } from './queue-api.ts';
import { Why } from './queue-table.tsx';
import { OwnerName } from './taking.tsx';
import './dead-causes.css';

const DEAD_JOBS = '/api/admin/dead-jobs';

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

const SHOWN_FIRST = 5;
const CHANGES = [
  ['retry', 'Retry'],
  ['dismiss', 'Dismiss'],
] as const;

interface CauseProps {
  /** Of a cause. */
  item: QueueItem;
  /** The newest first. */
  jobs: DeadJob[];
  onChange: (change: JobsChange) => void;
}

/** The dead jobs of one queue with one error. */
function CausePanel({ item, jobs, onChange }: CauseProps) {
  const { queue, error } = item.cause!;
  const [all, setAll] = useState(false);
  const shown = all ? jobs : jobs.slice(0, SHOWN_FIRST);
  useCommands(
    CHANGES.map(([what, label]) => ({
      label: `${label} all ${jobs.length}: ${jobName(queue)}`,
      run: () => onChange({ what, jobs }),
    })),
  );
  return (
    <div className="dead-cause">
      <Panel
        title={jobName(queue)}
        aside={
          jobs.length > 1 && (
            <div className="row">
              {CHANGES.map(([what, label]) => (
                <button
                  key={what}
                  type="button"
                  className={`button compact ${what === 'retry' ? 'primary' : 'second'}`}
                  onClick={() => onChange({ what, jobs })}
                >{`${label} all ${jobs.length}`}</button>
              ))}
            </div>
          )
        }
      >
        <p className="small quiet">
          <Why kind="deadJobs" item={item} /> · latest failure <TimeAgo at={jobs[0]!.failedAt} short /> ·{' '}
          {causeName(error)}
        </p>
        <p className="small cause-owner">
          <span>
            <span className="quiet">Owner</span> <OwnerName owner={item.owner} />
          </span>
          <QueueActions kind="deadJobs" item={item} />
        </p>
        <Technical within>
          <Facts facts={{ Queue: queue, Error: error }} />
        </Technical>
        <ul className="dead-jobs">
          {shown.map((job) => (
            <Job key={job.id} job={job} onChange={onChange} />
          ))}
        </ul>
        {jobs.length > SHOWN_FIRST && (
          <button type="button" className="link-button small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${jobs.length}`}
          </button>
        )}
      </Panel>
    </div>
  );
}

interface JobProps {
  job: DeadJob;
  onChange: CauseProps['onChange'];
}

function Job({ job, onChange }: JobProps) {
  const path = subjectPath(job);
  const subject = job.name ?? job.subjectId;
  return (
    <li className="dead-job">
      <span>
        {path ? (
          <Link to={path}>
            <bdi>{subject}</bdi>
          </Link>
        ) : (
          <bdi>{subject}</bdi>
        )}{' '}
        <span className="small quiet">
          <span>{job.name && `${job.subjectId} · `}</span>failed <TimeAgo at={job.failedAt} short /> ·{' '}
          <span>{job.attempts === 1 ? 'one attempt' : `${job.attempts} attempts`}</span>
          <span>{job.count > 1 && ` in ${job.count} runs`}</span>
        </span>
      </span>
      {CHANGES.map(([what, label]) => (
        <button key={what} type="button" className="link-button small" onClick={() => onChange({ what, jobs: [job] })}>
          {label}
          <span className="unseen"> {`${jobName(job.queue)} of ${subject}`}</span>
        </button>
      ))}
    </li>
  );
}

/** Jobs of one cause. */
interface JobsChange {
  what: 'retry' | 'dismiss';
  jobs: DeadJob[];
}

const TEXTS = {
  retry: {
    confirm: 'Retry',
    pending: 'Retrying…',
    toast: 'Retrying',
    about: 'goes back into its queue with all its attempts. If it fails again as often, it is listed here again.',
  },
  dismiss: {
    confirm: 'Dismiss',
    pending: 'Dismissing…',
    toast: 'Dismissed',
    about: 'leaves this list without being run. The audit keeps who dismissed it.',
  },
} as const;

interface DialogProps {
  change: JobsChange;
  onClose: () => void;
}

/** Confirms retrying or dismissing jobs. */
function ChangeJobsDialog({ change: { what, jobs }, onClose }: DialogProps) {
  const queries = useQueryClient();
  const texts = TEXTS[what];
  const number = counted(jobs.length, 'job');
  const name = jobName(jobs[0]!.queue);
  const send = useMutation({
    mutationFn: () =>
      post<DeadJobsAnswer>(`${DEAD_JOBS}/${what}`, {
        ids: jobs.map(({ id }) => id),
      }),
    onSuccess: (answer) => {
      showToast({
        title: texts.toast,
        description: `${name}: ${counted(answer.jobs, 'job')}.`,
      });
      onClose();
    },
    onSettled: (_done, failed) => {
      if (!failed || isStatus(failed, 404)) void queries.invalidateQueries();
    },
  });
  return (
    <ConfirmDialog
      title={jobs.length > 1 ? `${texts.confirm} ${number}?` : `${texts.confirm} this job?`}
      confirm={texts.confirm}
      pendingText={texts.pending}
      pending={send.isPending}
      error={send.error ? (causeOf(send.error) ?? UNEXPECTED) : undefined}
      onConfirm={() => send.mutate()}
      onClose={onClose}
    >
      <p>
        {name}: <span>{jobs.length > 1 ? 'each job' : 'the job'}</span> {texts.about}
      </p>
    </ConfirmDialog>
  );
}

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
        <span>{failed > 0 && `, ${failed} failed again`}</span>
      </p>
    </div>
  );
}
