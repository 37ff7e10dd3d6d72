import { ADMIN_ERRORS, type Right } from '@lampstand/contracts/back-office';
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { AppProviders, RenderErrorBoundary } from '../../components/app-providers.tsx';
import { Notice } from '../../components/notice.tsx';
import { late } from '../../lib/late.tsx';
import { site } from '../../lib/site.ts';
import { setTitle } from '../../lib/title.ts';
import { STAFF_PAGES } from '../pages.ts';
import { useStaff } from './auth.ts';
import { Checking } from './checking.tsx';
import { useLeftPath } from './return-to-row.ts';
import { RequireAuth } from './require-auth.tsx';
import { Shell, StaffTools } from './shell.tsx';
import type { SignInPrompt } from './sign-in.tsx';
import './back-office-layout.css';

const SecondFactorRequired = late(() => import('../account/second-factor-required.tsx'), <Checking />);

const DASHBOARD = { href: STAFF_PAGES.queue.path, label: 'Go to the dashboard' };

interface Props {
  title: string;
  prompt?: SignInPrompt;
  /** The right a role needs to see the page; without it a notice says why not. */
  needs?: Right;
  children: ReactNode;
}

/** The layout of every staff page: sign-in, navigation, heading. Its children can call `useStaff()`. */
export const BackOfficeLayout = (props: Props) => (
  <Office title={props.title}>
    <SignedInPage {...props} />
  </Office>
);

export function Office({ title, children }: Pick<Props, 'title' | 'children'>) {
  useLayoutEffect(() => setTitle(`${title} | ${site.product}`), [title]);
  return (
    <AppProviders>
      <div className="office">{children}</div>
    </AppProviders>
  );
}

function SignedInPage({ prompt = 'login', ...page }: Props) {
  const [justSignedIn, setJustSignedIn] = useState(false);
  const onSignedIn = () => setJustSignedIn(true);
  useLeftPath();
  return (
    <RequireAuth prompt={prompt} onSignedIn={onSignedIn}>
      {({ member, onSignedOut }) => (
        <Shell tools={<StaffTools onSignedOut={onSignedOut} />}>
          <RenderErrorBoundary home={DASHBOARD}>
            {member?.secondFactorRequired ? (
              <SecondFactorRequired onAdded={onSignedIn} />
            ) : (
              <Page {...page} focusHeading={justSignedIn} />
            )}
          </RenderErrorBoundary>
        </Shell>
      )}
    </RequireAuth>
  );
}

function Page({ title, needs, children, focusHeading }: Omit<Props, 'prompt'> & { focusHeading: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const staff = useStaff();
  const [tools, setTools] = useState<HTMLElement | null>(null);
  useEffect(() => void (focusHeading && heading.current?.focus()), [focusHeading]);
  return (
    <div className="office-page">
      <header className="office-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <div ref={setTools} className="head-tools" />
      </header>
      <HeadToolsSlot value={tools}>
        {needs && !staff.may(needs) ? <Notice tone="bad">{ADMIN_ERRORS.notAllowed}</Notice> : children}
      </HeadToolsSlot>
    </div>
  );
}

const HeadToolsSlot = createContext<HTMLElement | null>(null);

/** Shows its children beside the heading of the page. */
export function HeadTools({ children }: { children: ReactNode }) {
  const slot = useContext(HeadToolsSlot);
  return slot && createPortal(children, slot);
}
