import { useEffect, useRef } from 'react';
import { AddPasskey } from '../account/add-passkey.tsx';
import { readWhoSignedIn } from './auth.ts';
import { useStaff } from './staff.ts';
import '../../styles/back-office-work.css';

/** Stands in the place of every page until an administrator has a second factor. */
export function SecondFactorFirst({ onAdded }: { onAdded: () => void }) {
  const { email } = useStaff();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="office-gate card stack">
      <h1 ref={heading} tabIndex={-1}>
        Add a passkey first
      </h1>
      <p>
        Administrators log in by their password and a passkey: this device, your phone or a security key. Until you have
        one, nothing else opens here.
      </p>
      <AddPasskey onAdded={() => void readWhoSignedIn(email).then(onAdded)} />
      <p className="small quiet">
        No device that makes passkeys? Whoever runs the server can give you codes of an authenticator app instead:{' '}
        <code>npm run admin -- authenticator {email}</code>
      </p>
    </section>
  );
}
