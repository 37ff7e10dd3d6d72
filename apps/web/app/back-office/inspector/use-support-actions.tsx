import type { InspectedTrial, SupportActionName } from '@lampstand/contracts/back-office';
import { type ReactNode, useState } from 'react';
import { showToast } from '../../components/toast-store.ts';
import { useCommands } from '../layout/commands.ts';
import { doneMessage } from './erasure-scope.ts';
import { labelOf } from './support-action-dialogs.ts';
import { SupportActionDialog } from './support-actions.tsx';

interface Actions {
  /** Opens the dialog of an action. */
  select: (name: SupportActionName) => void;
  /** The message of the last action. */
  done: string | undefined;
  dialog: ReactNode;
}

/** The dialogs of the support actions on a sign-up. The search finds the possible ones by name. */
export function useSupportActions(trial: InspectedTrial): Actions {
  const [selected, setSelected] = useState<SupportActionName>();
  const [done, setDone] = useState<string>();
  const select = (name: SupportActionName) => {
    setDone(undefined);
    setSelected(name);
  };
  useCommands(
    trial.supportActions
      .filter(({ possible }) => possible)
      .map(({ name }) => ({ label: labelOf(name, trial), run: () => select(name) })),
  );
  const dialog = selected && (
    <SupportActionDialog
      trial={trial}
      name={selected}
      onClose={() => setSelected(undefined)}
      onDone={(answer) => {
        setSelected(undefined);
        setDone(doneMessage(answer));
        showToast({
          title: answer.repeated ? 'Nothing more was done' : 'Done',
          description: answer.message,
        });
      }}
    />
  );
  return { select, done, dialog };
}
