import { TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { staffNoteBody } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { isStatus } from '../../../lib/api.ts';
import { causeOf } from '../../../lib/clock.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { TextArea } from '../../../ui/field.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import '../../../styles/timeline.css';

interface Props {
  write: (text: string) => Promise<unknown>;
  /** Reads the timeline again. */
  onWritten: () => unknown;
}

/** What somebody of the team wants the next one to know. What was typed stays when it could not be saved. */
export function NoteForm({ write, onWritten }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string>();
  const note = useMutation({
    mutationFn: write,
    onSuccess: async () => {
      if (box.current) box.current.value = '';
      showToast({ title: 'Note saved' });
      await onWritten();
    },
    onError: (error) => {
      const field = isStatus(error, 400) ? error.body.fields?.['text'] : undefined;
      setProblem(field ?? causeOf(error) ?? UNEXPECTED);
      showToast(TOASTS.signupFailed('The note was not saved.'));
      box.current?.focus();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The second click of two may come before `isPending` does.
    if (note.isPending || queryClient.isMutating()) return;
    const judged = staffNoteBody.safeParse({ text: box.current?.value ?? '' });
    setProblem(judged.error?.issues[0]?.message);
    if (judged.success) note.mutate(judged.data.text);
    else box.current?.focus();
  };
  return (
    <form className="stack note-form" method="post" noValidate onSubmit={submit}>
      <TextArea
        name="text"
        label="Add a note"
        hint="The team sees it here. Leave out card numbers and passwords."
        ref={box}
        error={problem}
      />
      <button type="submit" className="button second compact" aria-disabled={note.isPending || undefined}>
        {note.isPending ? 'Saving…' : 'Save note'}
      </button>
    </form>
  );
}
