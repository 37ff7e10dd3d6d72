import type { DeadJob } from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Panel } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { counted } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { useCommands } from '../layout/commands.ts';
import type { JobsChange } from './change-jobs-dialog.tsx';
import { jobName, subjectPath } from './job-names.ts';

/** Dead jobs of one queue with one error. */
interface Cause {
  id: number;
  queue: string;
  error: string;
  jobs: DeadJob[];
}

/** The causes in the order of their newest job. */
export function causesOf(jobs: DeadJob[]): Cause[] {
  const causes = new Map<number, Cause>();
  for (const job of jobs) {
    const { cause: id, queue, error } = job;
    const cause = causes.get(id) ?? { id, queue, error, jobs: [] };
    causes.set(id, cause);
    cause.jobs.push(job);
  }
  return [...causes.values()];
}

const SHOWN_FIRST = 5;

interface Props {
  cause: Cause;
  onChange: (change: JobsChange) => void;
}

export function CausePanel({ cause: { queue, error, jobs }, onChange }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? jobs : jobs.slice(0, SHOWN_FIRST);
  const mayRepair = useStaff().may('repair');
  useCommands(
    mayRepair
      ? (['retry', 'dismiss'] as const).map((what) => ({
          label: `${what === 'retry' ? 'Retry' : 'Dismiss'} all ${jobs.length}: ${jobName(queue)}`,
          run: () => onChange({ what, jobs }),
        }))
      : [],
  );
  const people = counted(new Set(jobs.map(({ subjectId }) => subjectId)).size, 'person', 'people');
  return (
    <Panel
      title={jobName(queue)}
      aside={
        mayRepair &&
        jobs.length > 1 && (
          <div className="row">
            <button
              type="button"
              className="button primary compact"
              onClick={() => onChange({ what: 'retry', jobs })}
            >{`Retry all ${jobs.length}`}</button>
            <button
              type="button"
              className="button second compact"
              onClick={() => onChange({ what: 'dismiss', jobs })}
            >{`Dismiss all ${jobs.length}`}</button>
          </div>
        )
      }
    >
      <p className="small quiet">
        {people} · latest failure <TimeAgo at={jobs[0]!.failedAt} short /> · queue {queue}
      </p>
      <pre className="job-error">{error}</pre>
      <ul className="dead-jobs">
        {shown.map((job) => (
          <Job key={job.id} job={job} mayRepair={mayRepair} onChange={onChange} />
        ))}
      </ul>
      {jobs.length > SHOWN_FIRST && (
        <button type="button" className="link-button small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${jobs.length}`}
        </button>
      )}
    </Panel>
  );
}

interface JobProps {
  job: DeadJob;
  mayRepair: boolean;
  onChange: Props['onChange'];
}

function Job({ job, mayRepair, onChange }: JobProps) {
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
          {job.name && `${job.subjectId} · `}failed <TimeAgo at={job.failedAt} short /> ·{' '}
          {job.attempts === 1 ? 'one attempt' : `${job.attempts} attempts`}
          {job.count > 1 && ` in ${job.count} runs`}
        </span>
      </span>
      {mayRepair &&
        (['retry', 'dismiss'] as const).map((what) => (
          <button
            key={what}
            type="button"
            className="link-button small"
            onClick={() => onChange({ what, jobs: [job] })}
          >
            {what === 'retry' ? 'Retry' : 'Dismiss'}
            <span className="unseen"> {`${jobName(job.queue)} of ${subject}`}</span>
          </button>
        ))}
    </li>
  );
}
