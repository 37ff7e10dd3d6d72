import { ADMIN_ERRORS, type Right, type StaffMember } from '@lampstand/contracts/back-office';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AppFrame } from '../../lib/app-frame.tsx';
import { backOfficePages } from '../../site/back-office-pages.ts';
import { Notice } from '../../ui/notice.tsx';
import { RenderGuard } from '../../site/render-guard.tsx';
import { readWhatFailed, useSessionWatch, useSignedIn } from './auth.ts';
import { Checking, Gate, type GateKind, SignInAgain } from './gate.tsx';
import { Navigation } from './navigation.tsx';
import { SecondFactorFirst } from './second-factor-first.tsx';
import { StaffContext, staffOf, useStaff } from './staff.ts';
import '../../styles/back-office.css';

const DASHBOARD = { href: backOfficePages.signups.path, label: 'Go to the dashboard' };

interface Props {
  /** The page's heading. */
  title: string;
  /** How it asks for the sign-in: as 'Admin Login', or as 'Access Required'. */
  gate?: GateKind;
  /** The right without which a role sees why the page is not for it. */
  needs?: Right;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** What every page for staff stands in: children are shown to members of staff only, and know them by `useStaff()`. */
export function BackOffice(props: Props) {
  return (
    <AppFrame>
      <div className="office">
        <Signed {...props} />
      </div>
    </AppFrame>
  );
}

function Signed({ gate = 'login', ...page }: Props) {
  useSessionWatch();
  const member = useSignedIn();
  const [held, setHeld] = useState<StaffMember>();
  const [arrived, setArrived] = useState(false);
  if (member && member.email !== held?.email) setHeld(member);

  if (member === undefined) return <Checking />;
  if (!held) return <Gate kind={gate} onSignedIn={() => setArrived(true)} />;
  return (
    <StaffContext key={held.email} value={staffOf(member ?? held)}>
      <Navigation onSignedOut={() => setHeld(undefined)} />
      <RenderGuard home={DASHBOARD}>
        {member?.secondFactorRequired ? (
          <SecondFactorFirst onAdded={() => setArrived(true)} />
        ) : (
          <Page {...page} arrived={arrived} />
        )}
      </RenderGuard>
      {!member && <SignInAgain email={held.email} onSignedIn={() => void readWhatFailed()} />}
    </StaffContext>
  );
}

function Page({ title, needs, aside, children, arrived }: Omit<Props, 'gate'> & { arrived: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const staff = useStaff();
  useEffect(() => void (arrived && heading.current?.focus()), [arrived]);
  return (
    <div className="office-page">
      <header className="office-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {aside}
      </header>
      {needs && !staff.may(needs) ? <Notice tone="bad">{ADMIN_ERRORS.notAllowed}</Notice> : children}
    </div>
  );
}
