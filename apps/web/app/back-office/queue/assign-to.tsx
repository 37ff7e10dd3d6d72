import { useState } from 'react';
import { SelectField } from '../../components/field.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useColleagues } from '../components/use-colleagues.ts';
import { type Item, useQueueAction } from './queue-api.ts';

/** The Assign button and its dialog, which lists the staff. */
export function AssignTo({ name, ...item }: Item & { name: string }) {
  const [asking, setAsking] = useState(false);
  const act = useQueueAction(item, () => setAsking(false));
  return (
    <>
      <button type="button" className="link-button small" onClick={() => setAsking(true)}>
        Assign
        <span className="unseen"> {name}</span>
      </button>
      {asking && (
        <AssignDialog
          name={name}
          pending={act.isPending('assign')}
          onAssign={(to) => act.run({ action: 'assign', to })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface Props {
  name: string;
  pending: boolean;
  onAssign: (to: string) => void;
  onClose: () => void;
}

/** Asks for the new owner. */
export function AssignDialog({ name, pending, onAssign, onClose }: Props) {
  const [problem, setProblem] = useState<string>();
  const owners = useColleagues()?.filter(({ canOwn }) => canOwn) ?? [];
  const confirm = ({ to }: Record<string, string>) => {
    setProblem(to ? undefined : 'Choose a member of the team.');
    if (to) onAssign(to);
  };
  return (
    <ConfirmDialog
      title="Assign"
      confirm="Assign"
      pending={pending}
      pendingText="Assigning…"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Who takes care of <bdi>{name}</bdi> from now on?
      </p>
      <SelectField
        id="assign-to"
        name="to"
        label="Member of the team"
        choices={owners.map(({ name: each }) => ({ value: each, label: each }))}
        error={problem}
      />
    </ConfirmDialog>
  );
}
