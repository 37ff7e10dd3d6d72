import { UNEXPECTED } from '@lampstand/contracts';
import {
  ADMIN_TOASTS,
  type AuthenticatorOffer,
  newAuthenticatorBody,
  ownPasswordBody,
} from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { QrPicture, qrSquares } from '../../components/app-codes.tsx';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { ask, isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { CopyButton } from '../components/text.tsx';
import { OwnPasswordField } from './add-passkey.tsx';
import { ACCOUNT, refreshAccount } from './own-account.ts';
import './account-page.css';

interface Props {
  label?: string;
  onAdded?: () => void;
}

/** A button that asks for the password, shows the secret as a QR code and in text, and stores it after a right code. */
export default function AddAuthenticator({ label = 'Add an authenticator app', onAdded }: Props) {
  const [open, setOpen] = useState(false);
  const [offer, setOffer] = useState<AuthenticatorOffer>();
  const close = () => {
    setOpen(false);
    setOffer(undefined);
  };
  const done = () => {
    close();
    showToast(ADMIN_TOASTS.authenticatorAdded);
    void refreshAccount();
    onAdded?.();
  };
  return (
    <>
      <button type="button" className="button second compact" onClick={() => setOpen(true)}>
        {label}
      </button>
      {open && !offer && <AskPassword onOffer={setOffer} onClose={close} />}
      {offer && <ScanAndConfirm offer={offer} onDone={done} onClose={close} />}
    </>
  );
}

function AskPassword({ onOffer, onClose }: { onOffer: (offer: AuthenticatorOffer) => void; onClose: () => void }) {
  const [problem, setProblem] = useState<string>();
  const work = useMutation({
    mutationFn: (body: object) => ask<AuthenticatorOffer>(`${ACCOUNT}/authenticator/options`, body),
    onSuccess: onOffer,
    onError: (error) => isStatus(error, 400) && setProblem(error.body.fields?.['password']),
  });
  const confirm = (values: Record<string, string>) => {
    const { data, error } = ownPasswordBody.safeParse(values);
    setProblem(error?.issues[0]?.message);
    work.reset();
    if (data) work.mutate(data);
    else document.querySelector<HTMLInputElement>('#own-password')?.focus();
  };
  return (
    <ConfirmDialog
      title="Add an authenticator app"
      confirm="Go on"
      pendingText="One moment…"
      pending={work.isPending}
      error={work.error && !problem ? (causeOf(work.error) ?? UNEXPECTED) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>An app on your phone shows a code of six digits that changes every 30 seconds. You log in with it.</p>
      <OwnPasswordField error={problem} />
    </ConfirmDialog>
  );
}

interface ScanProps {
  offer: AuthenticatorOffer;
  onDone: () => void;
  onClose: () => void;
}

function ScanAndConfirm({ offer: { secret, uri, token }, onDone, onClose }: ScanProps) {
  const [problem, setProblem] = useState<string>();
  const work = useMutation({
    mutationFn: (body: object) => post(`${ACCOUNT}/authenticator`, body),
    onSuccess: onDone,
    onError: (error) => {
      setProblem(isStatus(error, 400) ? error.body.fields?.['code'] : undefined);
      document.querySelector<HTMLInputElement>('#first-code')?.focus();
    },
  });
  const confirm = ({ code }: Record<string, string>) => {
    const { data, error } = newAuthenticatorBody.safeParse({ token, code });
    setProblem(error?.issues[0]?.message);
    work.reset();
    if (data) work.mutate(data);
    else document.querySelector<HTMLInputElement>('#first-code')?.focus();
  };
  return (
    <ConfirmDialog
      title="Scan this code with the app"
      confirm="Add the app"
      pendingText="Adding…"
      pending={work.isPending}
      error={work.error && !problem ? (causeOf(work.error) ?? UNEXPECTED) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <QrPicture squares={qrSquares(uri)} alt="QR code of the secret for your authenticator app." />
      <p className="small">
        Or type this secret into the app: <code className="secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>{' '}
        <CopyButton text={secret} what="the secret" />
      </p>
      <TextField
        id="first-code"
        name="code"
        label="Code that the app shows"
        hint="After this, everywhere else you are logged out."
        inputMode="numeric"
        autoComplete="one-time-code"
        error={problem}
      />
    </ConfirmDialog>
  );
}
