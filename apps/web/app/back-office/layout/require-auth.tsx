import { ADMIN_TEXTS, type StaffMember } from '@lampstand/contracts/back-office';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Lamp } from '../../components/lamp.tsx';
import { AddPasskey } from '../account/add-passkey.tsx';

import {
  refetchFailedQueries,
  refreshSession,
  StaffContext,
  useSessionExpiry,
  useStaff,
  useStaffMember,
  withPermissions,
} from './auth.ts';
import { SignInForm } from './sign-in-form.tsx';
import './require-auth.css';

const AddAuthenticator = lazy(() => import('../account/authenticator.tsx'));

/** How a page asks for the sign-in: as "Admin Login" or as "Access Required". */
export type SignInPrompt = 'login' | 'access';

const PROMPTS: Record<SignInPrompt, { heading: string; hint?: string }> = {
  login: { heading: 'Admin Login' },
  access: { heading: ADMIN_TEXTS.accessRequired, hint: ADMIN_TEXTS.accessHint },
};

interface Session {
  /** Null while the session has ended and the dialog to sign in again is open. */
  member: StaffMember | null;
  onSignedOut: () => void;
}

interface Props {
  prompt: SignInPrompt;
  onSignedIn: () => void;
  children: (session: Session) => ReactNode;
}

/** Shows the sign-in form until a member of staff is signed in. When the session ends, its children stay below a dialog. */
export function RequireAuth({ prompt, onSignedIn, children }: Props) {
  useSessionExpiry();
  const member = useStaffMember();
  const [last, setLast] = useState<StaffMember>();
  if (member && member.email !== last?.email) setLast(member);

  if (member === undefined)
    return (
      <p className="office-checking" role="status">
        <span className="spinner" aria-hidden="true" />
        {ADMIN_TEXTS.checking}
      </p>
    );
  if (!last) {
    const { heading, hint } = PROMPTS[prompt];
    return (
      <SignInCard>
        <Lamp size={56} />
        <h1>{heading}</h1>
        {hint && <p className="quiet">{hint}</p>}
        <SignInForm onSignedIn={onSignedIn} />
      </SignInCard>
    );
  }
  return (
    <StaffContext key={last.email} value={withPermissions(member ?? last)}>
      {children({ member, onSignedOut: () => setLast(undefined) })}
      {!member && <SignInAgain email={last.email} onSignedIn={() => void refetchFailedQueries()} />}
    </StaffContext>
  );
}

export const SignInCard = ({ children }: { children: ReactNode }) => (
  <section className="office-gate card stack">{children}</section>
);

/** A modal above the page and its other dialogs. Focus returns to the page when it closes. */
function SignInAgain({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} className="office-again" closedby="none" aria-labelledby="again-heading">
      <SignInCard>
        <h2 id="again-heading">Please log in again</h2>
        <p className="quiet">Your session has ended. Log in as {email} to go on where you were.</p>
        <SignInForm before={email} onSignedIn={onSignedIn} />
      </SignInCard>
    </dialog>
  );
}

/** Replaces every page until an administrator has a second factor. */
export function SecondFactorRequired({ onAdded }: { onAdded: () => void }) {
  const { email } = useStaff();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <SignInCard>
      <h1 ref={heading} tabIndex={-1}>
        Add a passkey first
      </h1>
      <p>
        Administrators log in by their password and a passkey (this device, your phone or a security key) or the code of
        an authenticator app. Until you have one, nothing else opens here.
      </p>
      <AddPasskey onAdded={() => void refreshSession(email).then(onAdded)} />
      <Suspense>
        <AddAuthenticator onAdded={() => void refreshSession(email).then(onAdded)} />
      </Suspense>
    </SignInCard>
  );
}
