import { UNEXPECTED } from '@lampstand/contracts';
import { type InspectedTrial, type RepairAnswer, type RepairName, REPAIRS } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus } from '../../../lib/api.ts';
import { causeOf } from '../../../lib/clock.ts';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { readAllAgain, repair } from '../calls.ts';
import { RepairField } from './repair-field.tsx';
import { REPAIR_WORDS } from './words.ts';

interface Props {
  trial: InspectedTrial;
  name: RepairName;
  onDone: (answer: RepairAnswer) => void;
  onClose: () => void;
}

/** Says what a repair does, takes what has to be typed, and does it. A refusal stays in the dialog. */
export function RepairDialog({ trial, name, onDone, onClose }: Props) {
  const words = REPAIR_WORDS[name];
  const [problem, setProblem] = useState<string>();
  const work = useMutation({
    mutationFn: (body: unknown) => repair(trial.id, name, body),
    onSuccess: (answer) => {
      void readAllAgain();
      onDone(answer);
    },
    onError: (error) => {
      if (isStatus(error, 400)) setProblem(Object.values(error.body.fields ?? {})[0]);
      if (isStatus(error, 404, 409)) void readAllAgain();
    },
  });

  const confirm = (typed: Record<string, string>) => {
    const judged = REPAIRS[name].safeParse(typed);
    setProblem(judged.error?.issues[0]?.message);
    if (judged.success) work.mutate(judged.data);
    else focusField(name);
  };
  return (
    <AskDialog
      title={words.label}
      confirm={words.confirm}
      pendingText={words.pending}
      pending={work.isPending}
      alarming={words.alarming === true}
      refusal={work.error && !problem ? (causeOf(work.error) ?? UNEXPECTED) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{words.happens(trial)}</p>
      <RepairField name={name} error={problem} />
      <p className="quiet small">It is written to the journal and to the audit.</p>
    </AskDialog>
  );
}

const focusField = (name: RepairName) => {
  const [field] = Object.keys(REPAIRS[name].shape);
  if (field) document.querySelector<HTMLInputElement>(`#repair-${field}`)?.focus();
};
