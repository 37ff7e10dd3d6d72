import { NavLink } from 'react-router-dom';
import { STAFF_PAGES } from '../pages.ts';
import '../signups/filter-bar.css';

/** Pages that share one place in the rail. */
export const TABS = {
  People: [
    { to: STAFF_PAGES.signups.path, label: 'All' },
    { to: STAFF_PAGES.incomplete.path, label: 'Incomplete' },
  ],
  Reports: [
    { to: STAFF_PAGES.reports.path, label: 'Sign-ups and payments' },
    { to: STAFF_PAGES.board.path, label: 'Board' },
  ],
  Audit: [
    { to: STAFF_PAGES.audit.path, label: 'Actions' },
    { to: STAFF_PAGES.exports.path, label: 'Files' },
  ],
} as const;

export const PageTabs = ({ of }: { of: keyof typeof TABS }) => (
  <nav className="presets" aria-label={of}>
    {TABS[of].map(({ to, label }) => (
      <NavLink key={to} className="chip" to={to} end>
        {label}
      </NavLink>
    ))}
  </nav>
);
