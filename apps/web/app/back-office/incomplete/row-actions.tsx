import { fullName, UNEXPECTED } from '@lampstand/contracts';
import { type IncompleteTrialRow, type InspectedTrial, staffNoteBody } from '@lampstand/contracts/back-office';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { causeOf } from '../../lib/clock.ts';
import { TextArea } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useSeen } from '../components/use-seen.ts';
import { useZone } from '../format.ts';
import { addNote, refreshAll, runSupportAction, seenOf, trialPath } from '../inspector/trial-api.ts';

export const INCOMPLETE_TRIALS = '/api/incomplete-trials/json';

const DIALOGS = {
  'Write a note': { about: 'on', Dialog: NoteDialog },
  'Send resume link': { about: 'to', Dialog: ResumeLinkDialog },
};
type Action = keyof typeof DIALOGS;

/** The most frequent actions for an incomplete sign-up. The inspector has all of them. */
export function RowActions({ row }: { row: IncompleteTrialRow }) {
  const [opened, setOpened] = useState<Action>();
  const Dialog = opened && DIALOGS[opened].Dialog;
  return (
    <div className="row-actions">
      <MarkContacted row={row} />
      {(Object.keys(DIALOGS) as Action[]).map((action) => (
        <button key={action} type="button" className="link-button small" onClick={() => setOpened(action)}>
          {action} <span className="unseen">{`${DIALOGS[action].about} ${fullName(row)}`}</span>
        </button>
      ))}
      {Dialog && <Dialog row={row} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function MarkContacted({ row }: { row: IncompleteTrialRow }) {
  const { instantText } = useZone();
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: () => runSupportAction(row.id, 'mark-contacted', {}, undefined),
    onSuccess: () => queries.invalidateQueries({ queryKey: [INCOMPLETE_TRIALS] }),
  });
  if (row.contactedAt) return <span className="small quiet">Contacted {instantText(row.contactedAt)}</span>;
  return (
    <>
      <button
        type="button"
        className="link-button small"
        aria-disabled={mark.isPending || undefined}
        onClick={() => !mark.isPending && mark.mutate()}
      >
        Mark contacted <span className="unseen">{fullName(row)}</span>
      </button>
      {mark.isError && (
        <span role="alert" className="small failed">
          Not saved. Please try again.
        </span>
      )}
    </>
  );
}

interface DialogProps {
  row: IncompleteTrialRow;
  onClose: () => void;
}

const errorText = (error: unknown) => (error ? (causeOf(error) ?? UNEXPECTED) : undefined);

/** Adds a staff note to the sign-up's timeline. */
function NoteDialog({ row, onClose }: DialogProps) {
  const [problem, setProblem] = useState<string>();
  const note = useMutation({
    mutationFn: (text: string) => addNote(row.id, text),
    onSuccess: () => {
      void refreshAll();
      showToast({ title: 'Note saved' });
      onClose();
    },
  });
  const confirm = (values: Record<string, string>) => {
    const parsed = staffNoteBody.safeParse(values);
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) note.mutate(parsed.data.text);
  };
  return (
    <ConfirmDialog
      title={`Note on ${fullName(row)}`}
      confirm="Save note"
      pending={note.isPending}
      pendingText="Saving…"
      error={errorText(note.error)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextArea
        name="text"
        label="Note"
        hint="The team sees it in the timeline. Leave out card numbers and passwords."
        rows={4}
        error={problem}
      />
    </ConfirmDialog>
  );
}

/** Confirms mailing the resume link. */
function ResumeLinkDialog({ row, onClose }: DialogProps) {
  const { data: trial } = useQuery<InspectedTrial>({ queryKey: [trialPath(row.id)], staleTime: 0, gcTime: 0 });
  const { seen, readAgain } = useSeen(seenOf(trial, 'send-resume-link'));
  const link = useMutation({
    mutationFn: () => runSupportAction(row.id, 'send-resume-link', {}, seen),
    onError: readAgain,
    onSuccess: ({ message }) => {
      void refreshAll();
      showToast({ title: 'Send resume link', description: message });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Send resume link"
      confirm="Send the link"
      pending={link.isPending}
      pendingText="Sending…"
      error={errorText(link.error)}
      onConfirm={() => link.mutate()}
      onClose={onClose}
    >
      <p>
        A mail goes to <bdi>{trial?.person.email ?? row.email}</bdi>. Its link opens the step where {fullName(row)}{' '}
        stopped.
      </p>
      <p className="quiet small">The timeline and the audit record it.</p>
    </ConfirmDialog>
  );
}
