import type { Right } from '@lampstand/contracts/back-office';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { backOfficePages as pages } from '../../seo/back-office-pages.ts';
import { Badge } from '../components/panel.tsx';
import { useSignOut, useStaff } from './auth.ts';
import { FindBox } from './find-box.tsx';
import './navigation.css';

const LINKS: { to: string; label: string; needs: Right; exact?: boolean }[] = [
  { to: pages.signups.path, label: 'Sign-ups', needs: 'read', exact: true },
  { to: pages.incomplete.path, label: 'Incomplete', needs: 'read' },
  { to: pages.ambassadors.path, label: 'Ambassadors', needs: 'read' },
  { to: pages.trialRequests.path, label: 'Trial requests', needs: 'read' },
  { to: pages.newsletter.path, label: 'Newsletter', needs: 'read' },
  { to: pages.exports.path, label: 'Exports', needs: 'audit' },
  { to: pages.audit.path, label: 'Audit', needs: 'audit' },
  { to: pages.deadJobs.path, label: 'Dead jobs', needs: 'read' },
  { to: pages.database.path, label: 'Database', needs: 'read' },
];

/** Links to the pages the role may see, the find box, the account and the logout button. */
export function Navigation({ onSignedOut }: { onSignedOut: () => void }) {
  const staff = useStaff();
  const signOut = useSignOut(onSignedOut);
  const nav = useRef<HTMLElement>(null);
  const links = LINKS.filter(({ needs }) => staff.may(needs));
  useEffect(() => keepCurrentInView(nav.current!), [links.length]);
  return (
    <div className="office-bar">
      <nav ref={nav} className="office-nav" aria-label="Back office">
        {links.map(({ to, label, exact = false }) => (
          <NavLink key={to} to={to} end={exact}>
            {label}
          </NavLink>
        ))}
      </nav>
      {staff.may('read') && <FindBox />}
      <p className="office-who">
        <NavLink className="office-email" to={pages.account.path} title={pages.account.title.split(' | ')[0]}>
          {staff.email}
        </NavLink>
        <Badge>{staff.role === 'administrator' ? 'Administrator' : 'Support'}</Badge>
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
