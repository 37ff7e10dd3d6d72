import { useEffect, useRef } from 'react';
import { refreshSession, useStaff } from '../layout/auth.ts';
import { SignInCard } from '../layout/sign-in-card.tsx';
import { AddPasskey } from './add-passkey.tsx';
import AddAuthenticator from './authenticator.tsx';

/** Replaces every page until an administrator has a second factor. */
export default function SecondFactorRequired({ onAdded }: { onAdded: () => void }) {
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
      <AddAuthenticator onAdded={() => void refreshSession(email).then(onAdded)} />
    </SignInCard>
  );
}
