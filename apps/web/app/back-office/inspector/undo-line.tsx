import { UNEXPECTED } from '@lampstand/contracts';
import { type InspectedTrial, UNDO_SECONDS, type UndoOffer } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showToast } from '../../components/toast-store.ts';
import { causeOf, useCountdown } from '../../lib/clock.ts';
import { refreshRecord } from '../components/record.tsx';
import { SUPPORT_ACTION_LABELS } from './support-action-labels.ts';
import { refreshAll, runSupportAction, trialPath } from './trial-api.ts';

/** The toast of an action that can be undone: its button, and its time. */
export const undoable = (run: () => unknown) => ({
  duration: UNDO_SECONDS * 1000,
  action: { label: 'Undo', run: () => void run() },
});

/** Undoes the last action on a sign-up; a toast says how it went. */
export async function undoLastAction(id: number): Promise<void> {
  try {
    const { message } = await runSupportAction(id, 'undo', {});
    showToast({ title: message });
  } catch (error) {
    showToast({ title: 'Not undone', description: causeOf(error) ?? UNEXPECTED, variant: 'destructive' });
  }
  await refreshAll();
}

/** A held action is done by a sweep soon after its time. */
const POLL_MS = 2000;

/** The last action, with the button that undoes it and the seconds left. */
export function UndoLine({ trial: { id }, undo }: { trial: InspectedTrial; undo: UndoOffer }) {
  const left = useCountdown(undo.until);
  const work = useMutation({ mutationFn: () => undoLastAction(id) });
  useEffect(() => {
    if (left) return;
    const poll = setInterval(() => void refreshRecord(trialPath(id)), POLL_MS);
    return () => clearInterval(poll);
  }, [left, id]);
  const { label } = SUPPORT_ACTION_LABELS[undo.action];
  return (
    <p className="undo-line">
      <span>
        {label}: {undo.held ? (left ? `done in ${left} s` : 'being done') : 'done'}.
      </span>
      {left > 0 && (
        <button
          type="button"
          className="button second compact"
          aria-disabled={work.isPending || undefined}
          onClick={() => !work.isPending && work.mutate()}
        >
          Undo <span className="unseen">{label}</span>
          {!undo.held && <span className="quiet"> {left} s</span>}
        </button>
      )}
    </p>
  );
}
