import { useEffect, useRef } from 'react';
import { SignInCard } from './sign-in-card.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** A modal above the page and its other dialogs. Focus returns to the page when it closes. */
export default function SignInAgain({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
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
