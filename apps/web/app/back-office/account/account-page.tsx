import { UNEXPECTED } from '@lampstand/contracts';
import { ADMIN_TOASTS, ownPasswordBody, type Passkey } from '@lampstand/contracts/back-office';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../../components/toast-store.ts';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { AtOnce } from '../components/at-once.tsx';
import { Badge } from '../components/badge.tsx';
import { Panel } from '../components/panel.tsx';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { AddPasskey, OwnPasswordField } from './add-passkey.tsx';
import { OwnAccountPanels } from './own-account-panels.tsx';
import { ACCOUNT } from './own-account.ts';
import { PASSKEYS, refreshPasskeys, removePasskey } from './webauthn.ts';
import './account-page.css';

export default function AccountPage() {
  return (
    <BackOfficeLayout title="Your Sign-In">
      <AtOnce under={ACCOUNT}>
        <Passkeys />
        <OwnAccountPanels />
      </AtOnce>
    </BackOfficeLayout>
  );
}

/** The signed-in account's own passkeys. */
function Passkeys() {
  const [removing, setRemoving] = useState<Passkey>();
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
          <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
        ))}
      </ul>
      <AddPasskey />
      {removing && <RemoveDialog passkey={removing} onClose={() => setRemoving(undefined)} />}
    </Panel>
  );
}

function PasskeyItem({
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
        {backedUp && <Badge>Backed up</Badge>}
        <p className="small quiet">
          Added <TimeAgo at={createdAt} />
          <br />
          <span>
            {lastUsedAt ? (
              <>
                Last used <TimeAgo at={lastUsedAt} />
              </>
            ) : (
              'Not used yet'
            )}
          </span>
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
      if (isStatus(error, 404)) void refreshPasskeys();
    },
  });

  const confirm = (values: Record<string, string>) => {
    const parsed = ownPasswordBody.safeParse(values);
    setProblem(parsed.error?.issues[0]?.message);
    work.reset();
    if (parsed.success) work.mutate(parsed.data.password);
    else document.querySelector<HTMLInputElement>('#own-password')?.focus();
  };
  return (
    <ConfirmDialog
      title="Remove this passkey?"
      confirm="Remove"
      pendingText="Removing…"
      pending={work.isPending}
      destructive
      error={work.error && !problem ? (causeOf(work.error) ?? UNEXPECTED) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <bdi>{passkey.name}</bdi> does not log you in any more. Everywhere else you are logged out.
      </p>
      <OwnPasswordField error={problem} />
    </ConfirmDialog>
  );
}
