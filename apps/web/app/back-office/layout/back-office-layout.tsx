import { ADMIN_ERRORS, type Right } from '@lampstand/contracts/back-office';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AppProviders, RenderErrorBoundary } from '../../components/app-providers.tsx';
import { Notice } from '../../components/notice.tsx';
import { backOfficePages } from '../../seo/back-office-pages.ts';
import { useStaff } from './auth.ts';
import { Navigation } from './navigation.tsx';
import { RequireAuth, SecondFactorRequired, type SignInPrompt } from './require-auth.tsx';
import './back-office-layout.css';

const DASHBOARD = { href: backOfficePages.signups.path, label: 'Go to the dashboard' };

interface Props {
  title: string;
  prompt?: SignInPrompt;
  /** The right a role needs to see the page; without it a notice says why not. */
  needs?: Right;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The layout of every staff page: sign-in, navigation, heading. Its children can call `useStaff()`. */
export const BackOfficeLayout = (props: Props) => (
  <BackOfficeShell>
    <SignedInPage {...props} />
  </BackOfficeShell>
);

export const BackOfficeShell = ({ children }: { children: ReactNode }) => (
  <AppProviders>
    <div className="office">{children}</div>
  </AppProviders>
);

function SignedInPage({ prompt = 'login', ...page }: Props) {
  const [justSignedIn, setJustSignedIn] = useState(false);
  const onSignedIn = () => setJustSignedIn(true);
  return (
    <RequireAuth prompt={prompt} onSignedIn={onSignedIn}>
      {({ member, onSignedOut }) => (
        <>
          <Navigation onSignedOut={onSignedOut} />
          <RenderErrorBoundary home={DASHBOARD}>
            {member?.secondFactorRequired ? (
              <SecondFactorRequired onAdded={onSignedIn} />
            ) : (
              <Page {...page} focusHeading={justSignedIn} />
            )}
          </RenderErrorBoundary>
        </>
      )}
    </RequireAuth>
  );
}

function Page({ title, needs, aside, children, focusHeading }: Omit<Props, 'prompt'> & { focusHeading: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const staff = useStaff();
  useEffect(() => void (focusHeading && heading.current?.focus()), [focusHeading]);
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
