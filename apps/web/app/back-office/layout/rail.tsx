import type { Right } from '@lampstand/contracts/back-office';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Badge } from '../components/badge.tsx';
import { STAFF_PAGES as pages } from '../pages.ts';
import { useSignOut, useStaff } from './auth.ts';
import { useCommands } from './commands.ts';
import { useSingleKeys } from './shortcuts.ts';
import { ROLE_NAMES } from '../staff/role-names.ts';
import './rail.css';
import './scroll-fade.css';

interface Destination {
  to: string;
  label: string;
  needs: Right;
  /** The paths that belong to it, too, besides those below `to`. */
  also?: string;
  /** Daily work stands above what is done now and then. */
  isRare?: true;
}

/** The pages of the back office, in the rail and in the search. */
export const DESTINATIONS: Destination[] = [
  { to: pages.queue.path, label: 'Queue', needs: 'read' },
  { to: pages.signups.path, label: 'People', needs: 'read', also: pages.incomplete.path },
  { to: pages.trialRequests.path, label: 'Requests', needs: 'read' },
  { to: pages.ambassadors.path, label: 'Ambassadors', needs: 'read' },
  { to: pages.reports.path, label: 'Reports', needs: 'read', also: pages.board.path },
  { to: pages.newsletter.path, label: 'Newsletter', needs: 'export', isRare: true },
  { to: pages.staff.path, label: 'Staff', needs: 'staff', isRare: true },
  { to: pages.privacy.path, label: 'Privacy', needs: 'privacy', isRare: true },
  { to: pages.audit.path, label: 'Audit', needs: 'audit', also: pages.exports.path, isRare: true },
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
  const { pathname } = useLocation();
  const links = DESTINATIONS.filter(({ needs }) => staff.may(needs));
  useEffect(() => keepCurrentInView(nav.current!), [links.length]);
  return (
    <div className="rail">
      <a className="skip" href={`#${SHELL_PAGE}`}>
        Skip the navigation
      </a>
      {staff.may('read') && (
        <button type="button" className="rail-search" aria-keyshortcuts="Control+K /" onClick={onSearch}>
          <span>Search</span> <kbd>Ctrl K</kbd>
        </button>
      )}
      <nav ref={nav} className="rail-nav" aria-label="Back office">
        {links.map(({ to, label, also, isRare }) => (
          <Link
            key={to}
            to={to}
            className={isRare && 'rare'}
            aria-current={
              [to, also].includes(pathname) || (to !== pages.signups.path && pathname.startsWith(`${to}/`))
                ? 'page'
                : undefined
            }
          >
            {label}
          </Link>
        ))}
      </nav>
      <button type="button" className="rail-account-button" popoverTarget={ACCOUNT}>
        Account
      </button>
      <Account {...account} />
    </div>
  );
}

/** The id of the page beside the rail. */
export const SHELL_PAGE = 'beside-the-rail';

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
      <Link className="rail-name" to={pages.account.path} title="Your Sign-In">
        {staff.name}
      </Link>
      <Badge>{ROLE_NAMES[staff.role]}</Badge>
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
