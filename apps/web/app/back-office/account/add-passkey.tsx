import { UNEXPECTED } from '@lampstand/contracts';
import { ADMIN_TOASTS, ownPasswordBody, passkeyName } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { showToast } from '../../components/toast-store.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useStaff } from '../layout/auth.ts';
import { addPasskey, passkeyObstacle, PasskeyUnavailable } from './webauthn.ts';

/** A button that opens a dialog for name and password; then the browser asks the device. */
export function AddPasskey({ onAdded }: { onAdded?: () => void }) {
  const [open, setOpen] = useState(false);
  const obstacle = passkeyObstacle();
  if (obstacle) return <Notice>{obstacle}</Notice>;
  return (
    <>
      <button type="button" className="button primary compact" onClick={() => setOpen(true)}>
        Add a passkey
      </button>
      {open && <AddDialog onAdded={onAdded} onClose={() => setOpen(false)} />}
    </>
  );
}

function AddDialog({ onAdded, onClose }: { onAdded: (() => void) | undefined; onClose: () => void }) {
  const [problems, setProblems] = useState<{ name?: string | undefined; password?: string | undefined }>({});
  const work = useMutation({
    mutationFn: addPasskey,
    onSuccess: () => {
      showToast(ADMIN_TOASTS.passkeyAdded);
      onClose();
      onAdded?.();
    },
    onError: (error) => isStatus(error, 400) && setProblems(error.body.fields ?? {}),
  });

  const confirm = (values: Record<string, string>) => {
    const [name, own] = [passkeyName.safeParse(values['name']), ownPasswordBody.safeParse(values)];
    setProblems({ name: name.error?.issues[0]?.message, password: own.error?.issues[0]?.message });
    work.reset();
    if (!name.success) return focus('passkey-name');
    if (!own.success) return focus('own-password');
    work.mutate({ name: name.data, password: own.data.password });
  };
  return (
    <ConfirmDialog
      title="Add a passkey"
      confirm="Go on"
      pendingText="Waiting for the device…"
      pending={work.isPending}
      error={work.error && !problems.password ? reasonOf(work.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Your browser asks for the device next: this one, your phone or a security key. Everywhere else you are logged
        out.
      </p>
      <TextField
        id="passkey-name"
        name="name"
        label="Name"
        hint="To know it by, such as: office laptop."
        autoComplete="off"
        error={problems.name}
      />
      <OwnPasswordField error={problems.password} />
    </ConfirmDialog>
  );
}

const reasonOf = (error: Error): string =>
  error instanceof PasskeyUnavailable ? error.message : (causeOf(error) ?? UNEXPECTED);
const focus = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)?.focus();

/** Asks for the account's password again. The hidden email tells password managers which account it is. */
export function OwnPasswordField({ error }: { error: string | undefined }) {
  const { email } = useStaff();
  return (
    <>
      <input hidden readOnly name="email" autoComplete="username" value={email} />
      <TextField
        id="own-password"
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        error={error}
      />
    </>
  );
}
