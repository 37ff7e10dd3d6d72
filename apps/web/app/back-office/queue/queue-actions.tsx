import {
  daysAfter,
  isClosedByHand,
  type QueueAction,
  type QueueItem,
  type QueueKind,
  snoozeBody,
  UNDO_SECONDS,
} from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { isStatus, post } from '../../lib/api.ts';
import { useToday } from '../../lib/clock.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { jobName } from '../incidents/job-names.ts';
import { useStaff } from '../layout/auth.ts';
import { leaveRow } from '../layout/shortcuts.ts';
import { type Item, QUEUE, useQueueAction } from './queue-api.ts';
import { AssignTo } from './assign-to.tsx';
import { TakeOver } from './take-over.tsx';
import { mayAssign } from './taking.tsx';

interface Props {
  kind: QueueKind;
  item: QueueItem;
}

/** What an item is about, in words. */
export const nameOf = ({ name, cause }: QueueItem): string => (cause ? jobName(cause.queue) : name || 'No name');

/**
 * Take or release, assign, snooze and done; of an item that another member has taken, only to take it over, and for administrators to
 * release it. What is not closed by hand has no Done.
 */
export function QueueActions({ kind, item }: Props) {
  const staff = useStaff();
  const { role } = staff;
  const [snoozing, setSnoozing] = useState(false);
  const { id, owner, snoozedUntil } = item;
  const name = nameOf(item);
  const act = useQueueAction({ kind, id }, (action) => {
    if (action !== 'done') return;
    leaveRow();
    offerUndo({ kind, id }, name, owner !== null);
  });
  const isFree = owner === null || owner === staff.name;
  const button = (action: QueueAction, label: string, run = () => act.run({ action })) => (
    <button
      type="button"
      className="link-button small"
      data-queue-action={action}
      aria-disabled={act.isPending(action) || undefined}
      onClick={({ detail }) => detail < 2 && run()}
    >
      {label}
      <span className="unseen"> {name}</span>
    </button>
  );
  return (
    <>
      {owner === null && button('take', 'Take')}
      {owner !== null && (isFree || role === 'administrator') && button('release', 'Release')}
      {!isFree && <TakeOver kind={kind} id={id} name={name} owner={owner} />}
      {mayAssign(owner, staff) && <AssignTo kind={kind} id={id} name={name} />}
      {isFree && snoozedUntil && button('reopen', 'Bring back')}
      {isFree && !snoozedUntil && button('snooze', 'Snooze', () => setSnoozing(true))}
      {isFree && isClosedByHand(kind) && button('done', 'Done')}
      {snoozing && <SnoozeItem kind={kind} item={item} onClose={() => setSnoozing(false)} />}
    </>
  );
}

/** Shows for ten seconds that the item is done, with a button that brings it back, to its owner if it had one. */
function offerUndo({ kind, id }: Item, name: string, wasTaken: boolean) {
  const path = `${QUEUE}/${kind}/${id}`;
  const undo = async () => {
    try {
      await post(`${path}/reopen`, {});
      if (wasTaken) await post(`${path}/take`, {});
    } catch {
      showToast({ title: 'Not undone', description: 'Please try again.', variant: 'destructive' });
    }
    await queryClient.invalidateQueries();
  };
  showToast({
    title: 'Done',
    description: name,
    duration: UNDO_SECONDS * 1000,
    action: {
      label: 'Undo',
      run: () => void undo(),
    },
  });
}

function SnoozeItem({ kind, item, onClose }: Props & { onClose: () => void }) {
  const act = useQueueAction({ kind, id: item.id }, onClose);
  const refused = isStatus(act.error, 400) ? act.error.body.fields?.['until'] : undefined;
  return (
    <SnoozeDialog
      name={nameOf(item)}
      pending={act.isPending('snooze')}
      refused={refused}
      onSnooze={(until) => act.run({ action: 'snooze', until })}
      onClose={onClose}
    />
  );
}

interface SnoozeProps {
  name: string;
  pending: boolean;
  refused?: string | undefined;
  onSnooze: (until: string) => void;
  onClose: () => void;
}

/** Asks for the day on which the snooze ends. */
export function SnoozeDialog({ name, pending, refused, onSnooze, onClose }: SnoozeProps) {
  const [problem, setProblem] = useState<string>();
  const confirm = (values: Record<string, string>) => {
    const { data, error } = snoozeBody.safeParse(values);
    setProblem(error?.issues[0]?.message);
    if (data) onSnooze(data.until);
  };
  return (
    <ConfirmDialog
      title="Snooze"
      confirm="Snooze"
      pending={pending}
      pendingText="Saving…"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Back in the queue on this day: <bdi>{name}</bdi>.
      </p>
      <TextField
        id="snooze-until"
        name="until"
        label="Until"
        type="date"
        defaultValue={daysAfter(useToday(), 1)}
        error={problem ?? refused}
      />
    </ConfirmDialog>
  );
}
