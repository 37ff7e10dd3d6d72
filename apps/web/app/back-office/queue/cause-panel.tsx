import type { DeadJob, QueueItem } from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Panel } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { jobName, subjectPath } from '../incidents/job-names.ts';
import { useCommands } from '../layout/commands.ts';
import type { JobsChange } from './change-jobs-dialog.tsx';
import { QueueActions } from './queue-actions.tsx';
import { OwnerName, Why } from './queue-table.tsx';

const SHOWN_FIRST = 5;
const CHANGES = [
  ['retry', 'Retry'],
  ['dismiss', 'Dismiss'],
] as const;

interface Props {
  /** Of a cause. */
  item: QueueItem;
  /** The newest first. */
  jobs: DeadJob[];
  onChange: (change: JobsChange) => void;
}

/** The dead jobs of one queue with one error. */
export function CausePanel({ item, jobs, onChange }: Props) {
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
          <Why kind="deadJobs" item={item} /> · latest failure <TimeAgo at={jobs[0]!.failedAt} short /> · queue {queue}
        </p>
        <p className="small cause-owner">
          <span>
            <span className="quiet">Owner</span> <OwnerName owner={item.owner} />
          </span>
          <QueueActions kind="deadJobs" item={item} />
        </p>
        <pre className="job-error">{error}</pre>
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
  onChange: Props['onChange'];
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
          {job.name && `${job.subjectId} · `}failed <TimeAgo at={job.failedAt} short /> ·{' '}
          {job.attempts === 1 ? 'one attempt' : `${job.attempts} attempts`}
          {job.count > 1 && ` in ${job.count} runs`}
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
