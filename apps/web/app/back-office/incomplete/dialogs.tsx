import { UNEXPECTED } from '@lampstand/contracts';
import { type IncompleteTrialRow, staffNoteBody } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { causeOf } from '../../lib/clock.ts';
import { TextArea } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { nameOf } from '../format.ts';
import { readAllAgain, repair, writeNote } from '../inspector/calls.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';

interface Props {
  row: IncompleteTrialRow;
  onClose: () => void;
}

const refusalOf = (error: unknown) => (error ? (causeOf(error) ?? UNEXPECTED) : undefined);

/** What the next one of the team should know; it stands in the inspector's timeline. */
export function NoteDialog({ row, onClose }: Props) {
  const [problem, setProblem] = useState<string>();
  const note = useMutation({
    mutationFn: (text: string) => writeNote(row.id, text),
    onSuccess: () => {
      void readAllAgain();
      showToast({ title: 'Note saved' });
      onClose();
    },
  });
  const confirm = (typed: Record<string, string>) => {
    const judged = staffNoteBody.safeParse(typed);
    setProblem(judged.error?.issues[0]?.message);
    if (judged.success) note.mutate(judged.data.text);
  };
  return (
    <AskDialog
      title={`Note on ${nameOf(row)}`}
      confirm="Save note"
      pending={note.isPending}
      pendingText="Saving…"
      refusal={refusalOf(note.error)}
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
    </AskDialog>
  );
}

/** Asks before a mail goes out; a second one within a minute is told as such. */
export function ResumeLinkDialog({ row, onClose }: Props) {
  const link = useMutation({
    mutationFn: () => repair(row.id, 'send-resume-link', {}),
    onSuccess: ({ message }) => {
      void readAllAgain();
      showToast({ title: 'Send resume link', description: message });
      onClose();
    },
  });
  return (
    <AskDialog
      title="Send resume link"
      confirm="Send the link"
      pending={link.isPending}
      pendingText="Sending…"
      refusal={refusalOf(link.error)}
      onConfirm={() => link.mutate()}
      onClose={onClose}
    >
      <p>
        A mail goes to <bdi>{row.email}</bdi>. Its link opens the step where {nameOf(row)} stopped.
      </p>
      <p className="quiet small">It is written to the journal and to the audit.</p>
    </AskDialog>
  );
}
