import { useEffect, useRef } from 'react';
import { refreshSession, useStaff } from '../layout/auth.ts';
import { SignInCard } from '../layout/sign-in-card.tsx';
import { AddPasskey } from './add-passkey.tsx';

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
        Administrators log in by their password and a passkey: this device, your phone or a security key. Until you have
        one, nothing else opens here.
      </p>
      <AddPasskey onAdded={() => void refreshSession(email).then(onAdded)} />
      <p className="small quiet">
        No device that makes passkeys? Whoever runs the server can give you codes of an authenticator app instead:{' '}
        <code>npm run admin -- authenticator {email}</code>
      </p>
    </SignInCard>
  );
}
