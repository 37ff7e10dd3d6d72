import { UNEXPECTED } from '@lampstand/contracts';
import { ADMIN_TOASTS, ownPasswordBody, type Passkey } from '@lampstand/contracts/back-office';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { showToast } from '../../ui/toast-store.ts';
import { Empty, Failed, Loading } from '../lists/states.tsx';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { Panel } from '../parts/facts.tsx';
import { Moment } from '../parts/moments.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { PASSKEYS, readAgain, removePasskey } from './calls.ts';
import { OwnPassword } from './own-password.tsx';

/** One's own passkeys: what they are for, which there are, one more, one less. */
export function Passkeys() {
  const [leaving, setLeaving] = useState<Passkey>();
  const { data: passkeys, error, refetch } = useQuery<Passkey[]>({ queryKey: [PASSKEYS], staleTime: 0 });
  if (error) return <Failed onRetry={() => void refetch()}>Your passkeys could not be loaded.</Failed>;
  if (!passkeys) return <Loading>Loading your passkeys…</Loading>;
  return (
    <Panel title="Passkeys">
      <p className="quiet">
        With a passkey you log in by your password and a device: this one, your phone or a security key. A passkey
        cannot be guessed, and it works on this site alone. Add two, so that a lost device does not lock you out.
      </p>
      {passkeys.length === 0 && <Empty>You have no passkeys.</Empty>}
      <ul className="passkeys">
        {passkeys.map((passkey) => (
          <Line key={passkey.id} passkey={passkey} onRemove={() => setLeaving(passkey)} />
        ))}
      </ul>
      <AddPasskey />
      {leaving && <RemoveDialog passkey={leaving} onClose={() => setLeaving(undefined)} />}
    </Panel>
  );
}

function Line({
  passkey: { name, createdAt, lastUsedAt, backedUp },
  onRemove,
}: {
  passkey: Passkey;
  onRemove: () => void;
}) {
  return (
    <li className="passkey">
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        {backedUp && <span className="badge">Backed up</span>}
        <p className="small quiet">
          Added <Moment at={createdAt} />
          <br />
          {lastUsedAt ? (
            <>
              Last used <Moment at={lastUsedAt} />
            </>
          ) : (
            'Not used yet'
          )}
        </p>
      </div>
      <button type="button" className="button second compact" onClick={onRemove}>
        Remove<span className="unseen"> {name}</span>
      </button>
    </li>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [problem, setProblem] = useState<string>();
  const work = useMutation({
    mutationFn: (password: string) => removePasskey(passkey.id, password),
    onSuccess: () => {
      showToast(ADMIN_TOASTS.passkeyRemoved);
      onClose();
    },
    onError: (error) => {
      if (isStatus(error, 400)) setProblem(error.body.fields?.['password']);
      if (isStatus(error, 404)) void readAgain();
    },
  });

  const confirm = (typed: Record<string, string>) => {
    const judged = ownPasswordBody.safeParse(typed);
    setProblem(judged.error?.issues[0]?.message);
    work.reset();
    if (judged.success) work.mutate(judged.data.password);
    else document.querySelector<HTMLInputElement>('#own-password')?.focus();
  };
  return (
    <AskDialog
      title="Remove this passkey?"
      confirm="Remove"
      pendingText="Removing…"
      pending={work.isPending}
      alarming
      refusal={work.error && !problem ? (causeOf(work.error) ?? UNEXPECTED) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <bdi>{passkey.name}</bdi> does not log you in any more. Everywhere else you are logged out.
      </p>
      <OwnPassword error={problem} />
    </AskDialog>
  );
}
