import type { Right } from '@lampstand/contracts/back-office';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { backOfficePages as pages } from '../../site/back-office-pages.ts';
import { FindBox } from '../inspector/find-box.tsx';
import { useStaff } from './staff.ts';
import { useSignOut } from './use-sign-out.ts';

const LINKS: { to: string; label: string; needs: Right; whole?: boolean }[] = [
  { to: pages.signups.path, label: 'Sign-ups', needs: 'read', whole: true },
  { to: pages.incomplete.path, label: 'Incomplete', needs: 'read' },
  { to: pages.ambassadors.path, label: 'Ambassadors', needs: 'read' },
  { to: pages.trialRequests.path, label: 'Trial requests', needs: 'read' },
  { to: pages.newsletter.path, label: 'Newsletter', needs: 'read' },
  { to: pages.exports.path, label: 'Exports', needs: 'audit' },
  { to: pages.audit.path, label: 'Audit', needs: 'audit' },
  { to: pages.deadJobs.path, label: 'Dead jobs', needs: 'read' },
  { to: pages.database.path, label: 'Database', needs: 'read' },
];

/** Where a member of staff may go, who they are, which leads to their own sign-in, and the way out. */
export function Navigation({ onSignedOut }: { onSignedOut: () => void }) {
  const staff = useStaff();
  const signOut = useSignOut(onSignedOut);
  const nav = useRef<HTMLElement>(null);
  // Where the links do not fit they scroll, and the one of this page should be seen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <div className="office-bar">
      <nav ref={nav} className="office-nav" aria-label="Back office">
        {LINKS.filter(({ needs }) => staff.may(needs)).map(({ to, label, whole = false }) => (
          <NavLink key={to} to={to} end={whole}>
            {label}
          </NavLink>
        ))}
      </nav>
      {staff.may('read') && <FindBox />}
      <p className="office-who">
        <NavLink className="office-email" to={pages.account.path} title={pages.account.title.split(' | ')[0]}>
          {staff.email}
        </NavLink>
        <span className="badge">{staff.role === 'administrator' ? 'Administrator' : 'Support'}</span>
        <button
          type="button"
          className="button second compact"
          aria-disabled={signOut.isPending || undefined}
          onClick={() => !signOut.isPending && signOut.mutate()}
        >
          Logout
        </button>
      </p>
    </div>
  );
}
