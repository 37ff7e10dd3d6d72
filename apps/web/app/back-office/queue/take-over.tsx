import { useState } from 'react';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { type Item, useQueueAction } from './queue-api.ts';

interface Props extends Item {
  /** What it is about. */
  name: string;
  /** The email of the colleague who has taken it. */
  owner: string;
  className?: string;
}

/** The button, with a dialog that names the owner, for an item that a colleague has taken. */
export function TakeOver({ kind, id, name, owner, className = 'link-button small' }: Props) {
  const [asking, setAsking] = useState(false);
  const act = useQueueAction({ kind, id }, () => setAsking(false));
  return (
    <>
      <button type="button" className={className} onClick={() => setAsking(true)}>
        Take over
        <span className="unseen"> {name}</span>
      </button>
      {asking && (
        <ConfirmDialog
          title="Take over"
          confirm="Take over"
          pending={act.isPending('take-over')}
          pendingText="Taking over…"
          onConfirm={() => act.run({ action: 'take-over', from: owner })}
          onClose={() => setAsking(false)}
        >
          <p>
            <bdi>{owner}</bdi> has taken <bdi>{name}</bdi>. From now on it is yours.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
