import { formatPhone, UNEXPECTED } from '@lampstand/contracts';
import {
  type InspectedTrial,
  type RepairAnswer,
  type RepairName,
  type RepairOffer,
  REPAIRS,
} from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPhoneAsTyped, TextField } from '../../components/field.tsx';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { SUPPORT_ACTION_LABELS } from './support-action-labels.ts';
import { refreshAll, runSupportAction } from './trial-api.ts';
import '../components/panel.css';
import './inspector.css';

const ORDER = Object.keys(SUPPORT_ACTION_LABELS) as RepairName[];

/** All support actions; an unavailable one says why. */
export function SupportActionList({
  offers,
  onSelect,
}: {
  offers: RepairOffer[];
  onSelect: (name: RepairName) => void;
}) {
  const sorted = offers.toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
  const possible = offers.filter((offer) => offer.possible).length;
  return (
    <details className="panel all-repairs">
      <summary>
        All repairs{' '}
        <span className="quiet">{possible === 0 ? 'none makes sense now' : `${possible} possible now`}</span>
      </summary>
      <ul className="repairs">
        {sorted.map(({ name, possible, why }) => (
          <li key={name}>
            <button
              type="button"
              className={`button compact second ${SUPPORT_ACTION_LABELS[name].destructive ? 'alarm-text' : ''}`}
              disabled={!possible}
              aria-describedby={`about-${name}`}
              onClick={() => onSelect(name)}
            >
              {SUPPORT_ACTION_LABELS[name].label}
            </button>
            <span id={`about-${name}`} className="quiet small">
              {possible ? SUPPORT_ACTION_LABELS[name].about : `Not now. ${why ?? ''}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface DialogProps {
  trial: InspectedTrial;
  name: RepairName;
  onDone: (answer: RepairAnswer) => void;
  onClose: () => void;
}

/** Describes a support action, takes its input and runs it. A failure is shown in the dialog. */
export function SupportActionDialog({ trial, name, onDone, onClose }: DialogProps) {
  const labels = SUPPORT_ACTION_LABELS[name];
  const [problem, setProblem] = useState<string>();
  const work = useMutation({
    mutationFn: (body: unknown) => runSupportAction(trial.id, name, body),
    onSuccess: (answer) => {
      void refreshAll();
      onDone(answer);
    },
    onError: (error) => {
      if (isStatus(error, 400)) setProblem(Object.values(error.body.fields ?? {})[0]);
      if (isStatus(error, 404, 409)) void refreshAll();
    },
  });

  const confirm = (values: Record<string, string>) => {
    const parsed = REPAIRS[name].safeParse(values);
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) work.mutate(parsed.data);
    else focusField(name);
  };
  return (
    <ConfirmDialog
      title={labels.label}
      confirm={labels.confirm}
      pendingText={labels.pending}
      pending={work.isPending}
      destructive={labels.destructive === true}
      error={work.error && !problem ? (causeOf(work.error) ?? UNEXPECTED) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{labels.happens(trial)}</p>
      <SupportActionField name={name} error={problem} />
      <p className="quiet small">It is written to the journal and to the audit.</p>
    </ConfirmDialog>
  );
}

const focusField = (name: RepairName) => {
  const [field] = Object.keys(REPAIRS[name].shape);
  if (field) document.querySelector<HTMLInputElement>(`#repair-${field}`)?.focus();
};

/** The input of a support action; most have none. */
function SupportActionField({ name, error }: { name: RepairName; error?: string | undefined }) {
  switch (name) {
    case 'correct-phone':
      return (
        <TextField
          id="repair-phone"
          name="phone"
          label="New mobile phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          onChange={({ target }) => formatPhoneAsTyped(target)}
          placeholder={formatPhone('5551234567')}
          error={error}
        />
      );
    case 'correct-email':
      return (
        <TextField
          id="repair-email"
          name="email"
          label="New email"
          type="email"
          inputMode="email"
          autoComplete="off"
          error={error}
        />
      );
    case 'supersede':
      return (
        <TextField
          id="repair-by"
          name="by"
          label="Id of the sign-up that counts"
          hint="Find it by the box at the top; its page shows the id."
          inputMode="numeric"
          autoComplete="off"
          error={error}
        />
      );
    case 'extend-trial':
      return <TextField id="repair-until" name="until" label="New last day of the trial" type="date" error={error} />;
    case 'erase':
      return (
        <TextField
          id="repair-confirm"
          name="confirm"
          label="Type ERASE to confirm"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          error={error}
        />
      );
    default:
      return null;
  }
}
