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

/** The id of the menu, which is always visible in the column and a popover on narrow screens. */
const MENU = 'rail-menu';

/** The search, the pages that the role may see, and the account. A column; on narrow screens a line with a menu above the page. */
export function Rail({ onSearch, ...account }: Props) {
  const staff = useStaff();
  const menu = useRef<HTMLDivElement>(null);
  const { pathname, key } = useLocation();
  const links = DESTINATIONS.filter(({ needs }) => staff.may(needs));
  useEffect(() => menu.current!.hidePopover(), [key]);
  return (
    <div className="rail">
      <a className="skip" href={`#${SHELL_PAGE}`}>
        Skip the navigation
      </a>
      <button type="button" className="rail-button" popoverTarget={MENU}>
        Back office
      </button>
      {staff.may('read') && (
        <button type="button" className="rail-search" aria-keyshortcuts="Control+K /" onClick={onSearch}>
          <span>Search</span> <kbd>Ctrl K</kbd>
        </button>
      )}
      <div ref={menu} id={MENU} className="rail-menu" popover="auto">
        <nav className="rail-nav" aria-label="Back office">
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
        <Account {...account} />
      </div>
    </div>
  );
}

/** The id of the page beside the rail. */
export const SHELL_PAGE = 'beside-the-rail';

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
    <div className="rail-account">
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
