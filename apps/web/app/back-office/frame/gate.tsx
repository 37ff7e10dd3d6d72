import { ADMIN_TEXTS } from '@lampstand/contracts/back-office';
import { useEffect, useRef } from 'react';
import { Lamp } from '../../site/logo.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** What stands before a page until somebody is signed in. */
export type GateKind = 'login' | 'access';

const GATES: Record<GateKind, { heading: string; hint?: string }> = {
  login: { heading: 'Admin Login' },
  access: { heading: ADMIN_TEXTS.accessRequired, hint: ADMIN_TEXTS.accessHint },
};

export function Gate({ kind, onSignedIn }: { kind: GateKind; onSignedIn: () => void }) {
  const { heading, hint } = GATES[kind];
  return (
    <section className="office-gate card stack">
      <Lamp size={56} />
      <h1>{heading}</h1>
      {hint && <p className="quiet">{hint}</p>}
      <SignInForm onSignedIn={onSignedIn} />
    </section>
  );
}

export const Checking = () => (
  <p className="office-checking" role="status">
    <span className="spinner" aria-hidden="true" />
    {ADMIN_TEXTS.checking}
  </p>
);

/** Signing in again above a page that stays as it was. A modal lies above every other dialog and gives the focus back. */
export function SignInAgain({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} className="office-again" closedby="none" aria-labelledby="again-heading">
      <section className="office-gate card stack">
        <h2 id="again-heading">Please log in again</h2>
        <p className="quiet">Your session has ended. Log in as {email} to go on where you were.</p>
        <SignInForm before={email} onSignedIn={onSignedIn} />
      </section>
    </dialog>
  );
}
