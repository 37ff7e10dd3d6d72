import type { StaffMember } from '@lampstand/contracts/back-office';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { late } from '../../lib/late.ts';
import { refetchFailedQueries, StaffContext, useSessionExpiry, useStaffMember, withPermissions } from './auth.ts';
import { Checking } from './checking.tsx';
import type { SignInPrompt } from './sign-in.tsx';

const SignIn = lazy(() => import('./sign-in.tsx'));
const SignInAgain = late(() => import('./sign-in-again.tsx'));

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

  if (member === undefined) return <Checking />;
  if (!last)
    return (
      <Suspense fallback={<Checking />}>
        <SignIn prompt={prompt} onSignedIn={onSignedIn} />
      </Suspense>
    );
  return (
    <StaffContext key={last.email} value={withPermissions(member ?? last)}>
      {children({ member, onSignedOut: () => setLast(undefined) })}
      <Suspense>
        {!member && <SignInAgain email={last.email} onSignedIn={() => void refetchFailedQueries()} />}
      </Suspense>
    </StaffContext>
  );
}
