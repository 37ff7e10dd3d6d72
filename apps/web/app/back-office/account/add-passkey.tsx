import { UNEXPECTED } from '@lampstand/contracts';
import { ADMIN_TOASTS, ownPasswordBody, passkeyName } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { addPasskey } from './calls.ts';
import { NoPasskey, whyNoPasskeys } from './ceremonies.ts';
import { OwnPassword } from './own-password.tsx';

/** A button that asks for name and password, and then lets the browser ask the device. */
export function AddPasskey({ onAdded }: { onAdded?: () => void }) {
  const [asks, setAsks] = useState(false);
  const why = whyNoPasskeys();
  if (why) return <Notice>{why}</Notice>;
  return (
    <>
      <button type="button" className="button primary" onClick={() => setAsks(true)}>
        Add a passkey
      </button>
      {asks && <AddDialog onAdded={onAdded} onClose={() => setAsks(false)} />}
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

  const confirm = (typed: Record<string, string>) => {
    const [name, own] = [passkeyName.safeParse(typed['name']), ownPasswordBody.safeParse(typed)];
    setProblems({ name: name.error?.issues[0]?.message, password: own.error?.issues[0]?.message });
    work.reset();
    if (!name.success) return focus('passkey-name');
    if (!own.success) return focus('own-password');
    work.mutate({ name: name.data, password: own.data.password });
  };
  return (
    <AskDialog
      title="Add a passkey"
      confirm="Go on"
      pendingText="Waiting for the device…"
      pending={work.isPending}
      refusal={work.error && !problems.password ? reasonOf(work.error) : undefined}
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
      <OwnPassword error={problems.password} />
    </AskDialog>
  );
}

const reasonOf = (error: Error): string =>
  error instanceof NoPasskey ? error.message : (causeOf(error) ?? UNEXPECTED);
const focus = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)?.focus();
