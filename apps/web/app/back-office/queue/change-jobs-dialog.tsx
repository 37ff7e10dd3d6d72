import { UNEXPECTED } from '@lampstand/contracts';
import type { DeadJob, DeadJobsAnswer } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { showToast } from '../../components/toast-store.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { counted } from '../format.ts';
import { jobName } from '../incidents/job-names.ts';
import { DEAD_JOBS } from './retry-progress.tsx';

/** Jobs of one cause. */
export interface JobsChange {
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

interface Props {
  change: JobsChange;
  onClose: () => void;
}

/** Confirms retrying or dismissing jobs. */
export function ChangeJobsDialog({ change: { what, jobs }, onClose }: Props) {
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
        {name}: {jobs.length > 1 ? 'each job' : 'the job'} {texts.about}
      </p>
    </ConfirmDialog>
  );
}
