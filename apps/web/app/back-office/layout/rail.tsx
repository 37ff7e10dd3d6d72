import type { Right } from '@lampstand/contracts/back-office';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { Badge } from '../components/badge.tsx';
import { STAFF_PAGES as pages } from '../pages.ts';
import { useSignOut, useStaff } from './auth.ts';
import { useCommands } from './commands.ts';
import { useSingleKeys } from './shortcuts.ts';
import './rail.css';
import './scroll-fade.css';

interface Destination {
  to: string;
  label: string;
  needs: Right;
  /** The link is current on this path only, not on the paths below it. */
  exact?: boolean;
}

/** The pages of the back office, in the rail and in the search. */
export const DESTINATIONS: Destination[] = [
  { to: pages.queue.path, label: 'Queue', needs: 'read' },
  { to: pages.signups.path, label: 'Sign-ups', needs: 'read', exact: true },
  { to: pages.incomplete.path, label: 'Incomplete', needs: 'read', exact: true },
  { to: pages.ambassadors.path, label: 'Ambassadors', needs: 'read' },
  { to: pages.trialRequests.path, label: 'Trial requests', needs: 'read' },
  { to: pages.newsletter.path, label: 'Newsletter', needs: 'read' },
  { to: pages.reports.path, label: 'Reports', needs: 'read' },
  { to: pages.exports.path, label: 'Exports', needs: 'audit' },
  { to: pages.audit.path, label: 'Audit', needs: 'audit' },
  { to: pages.privacy.path, label: 'Privacy', needs: 'privacy' },
  { to: pages.staff.path, label: 'Staff', needs: 'staff' },
  { to: pages.database.path, label: 'Database', needs: 'read' },
];

interface Props {
  onSearch: () => void;
  onShortcuts: () => void;
  onSignedOut: () => void;
}

/** The search, the pages that the role may see, and the account. A column; on narrow screens a line above the page. */
export function Rail({ onSearch, ...account }: Props) {
  const staff = useStaff();
  const nav = useRef<HTMLElement>(null);
  const links = DESTINATIONS.filter(({ needs }) => staff.may(needs));
  useEffect(() => keepCurrentInView(nav.current!), [links.length]);
  return (
    <div className="rail">
      {staff.may('read') && (
        <button type="button" className="rail-search" aria-keyshortcuts="Control+K /" onClick={onSearch}>
          <span>Search</span> <kbd>Ctrl K</kbd>
        </button>
      )}
      <nav ref={nav} className="rail-nav" aria-label="Back office">
        {links.map(({ to, label, exact = false }) => (
          <NavLink key={to} to={to} end={exact}>
            {label}
          </NavLink>
        ))}
      </nav>
      <button type="button" className="rail-account-button" popoverTarget={ACCOUNT}>
        Account
      </button>
      <Account {...account} />
    </div>
  );
}

const ACCOUNT = 'rail-account';

/** Always visible in the column; a popover on narrow screens. */
function Account({ onShortcuts, onSignedOut }: Omit<Props, 'onSearch'>) {
  const staff = useStaff();
  const signOut = useSignOut(onSignedOut);
  const [singleKeys, setSingleKeys] = useSingleKeys();
  useCommands([
    { label: 'Keyboard shortcuts', run: onShortcuts },
    { label: `Switch single keys ${singleKeys ? 'off' : 'on'}`, run: () => setSingleKeys(!singleKeys) },
    { label: 'Log out', run: () => signOut.mutate() },
  ]);
  return (
    <div id={ACCOUNT} className="rail-account" popover="auto">
      <NavLink className="rail-email" to={pages.account.path} title="Your Sign-In">
        {staff.email}
      </NavLink>
      <Badge>{staff.role === 'administrator' ? 'Administrator' : 'Support'}</Badge>
      <button type="button" className="link-button small" aria-keyshortcuts="?" onClick={onShortcuts}>
        Keyboard shortcuts
      </button>
      <button
        type="button"
        className="button second compact"
        aria-disabled={signOut.isPending || undefined}
        onClick={() => !signOut.isPending && signOut.mutate()}
      >
        Logout
      </button>
    </div>
  );
}

/**
 * On narrow screens the links scroll sideways: centers the current one, also after its style sheet or font has changed its
 * width. Not by `scrollIntoView`, which also scrolls the page and is canceled when a heading takes the focus.
 */
function keepCurrentInView(nav: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    const link = nav.querySelector('[aria-current]')?.getBoundingClientRect();
    const visible = nav.getBoundingClientRect();
    if (link) nav.scrollLeft += link.left + link.width / 2 - visible.left - visible.width / 2;
  });
  for (const element of [nav, ...nav.children]) observer.observe(element);
  return () => observer.disconnect();
}
