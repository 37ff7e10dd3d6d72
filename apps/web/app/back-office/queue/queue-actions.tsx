import { UNEXPECTED } from '@lampstand/contracts';
import { QUEUE_ACTIONS, type QueueAction, type QueueItem, type QueueKind } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useStaff } from '../layout/auth.ts';

export const QUEUE = '/api/admin/queue';

interface Props {
  kind: QueueKind;
  item: QueueItem;
}

/** Take or release, snooze and done; none for an item that another member has taken, except for administrators to release. */
export function QueueActions({ kind, item }: Props) {
  const { email, role } = useStaff();
  const [snoozing, setSnoozing] = useState(false);
  const act = useQueueAction(kind, item);
  const { owner, name } = item;
  const isFree = owner === null || owner === email;
  const button = (action: QueueAction, label: string, run = () => act.mutate({ action })) => (
    <button
      type="button"
      className="link-button small"
      data-queue-action={action}
      aria-disabled={act.isPending || undefined}
      onClick={() => !act.isPending && run()}
    >
      {label}
      <span className="unseen"> {name}</span>
    </button>
  );
  return (
    <>
      {owner === null && button('take', 'Take')}
      {owner !== null && (isFree || role === 'administrator') && button('release', 'Release')}
      {isFree && button('snooze', 'Snooze', () => setSnoozing(true))}
      {isFree && button('done', 'Done')}
      {snoozing && <SnoozeDialog kind={kind} item={item} onClose={() => setSnoozing(false)} />}
    </>
  );
}

/** Runs an action and reads the queue again, also when another member was faster. */
function useQueueAction(kind: QueueKind, { id }: QueueItem, onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ action, ...body }: { action: QueueAction; until?: string }) =>
      post(`${QUEUE}/${kind}/${id}/${action}`, body),
    onSuccess: onDone,
    onError: (error) => {
      if (!isStatus(error, 400))
        showToast({ title: 'Not done', description: causeOf(error) ?? UNEXPECTED, variant: 'destructive' });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [QUEUE] }),
  });
}

function SnoozeDialog({ kind, item, onClose }: Props & { onClose: () => void }) {
  const [problem, setProblem] = useState<string>();
  const act = useQueueAction(kind, item, onClose);
  const refused = isStatus(act.error, 400) ? act.error.body.fields?.['until'] : undefined;
  const confirm = (values: Record<string, string>) => {
    const { data, error } = QUEUE_ACTIONS.snooze.safeParse(values);
    setProblem(error?.issues[0]?.message);
    if (data) act.mutate({ action: 'snooze', until: data.until });
  };
  return (
    <ConfirmDialog
      title="Snooze"
      confirm="Snooze"
      pending={act.isPending}
      pendingText="Saving…"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <bdi>{item.name || 'No name'}</bdi> is back in the queue on this day.
      </p>
      <TextField
        id="snooze-until"
        name="until"
        label="Until"
        type="date"
        defaultValue={tomorrow()}
        error={problem ?? refused}
      />
    </ConfirmDialog>
  );
}

const tomorrow = (): string => {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};
