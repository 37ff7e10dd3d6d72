import type { StaffMember } from '@lampstand/contracts/back-office';
import { type ReactNode, useState } from 'react';
import { late } from '../../lib/late.tsx';
import { refetchFailedQueries, StaffContext, useSessionExpiry, useStaffMember, withPermissions } from './auth.ts';
import { Checking } from './checking.tsx';
import type { SignInPrompt } from './sign-in.tsx';

const SignIn = late(() => import('./sign-in.tsx'), <Checking />);
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
  if (!last) return <SignIn prompt={prompt} onSignedIn={onSignedIn} />;
  return (
    <StaffContext key={last.email} value={withPermissions(member ?? last)}>
      {children({ member, onSignedOut: () => setLast(undefined) })}
      {!member && <SignInAgain email={last.email} onSignedIn={() => void refetchFailedQueries()} />}
    </StaffContext>
  );
}
