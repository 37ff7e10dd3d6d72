import { NavLink } from 'react-router-dom';
import { STAFF_PAGES } from '../pages.ts';
import '../signups/filter-bar.css';

/** The two pages of numbers. */
export const ReportTabs = () => (
  <nav className="presets" aria-label="Reports">
    <NavLink className="chip" to={STAFF_PAGES.reports.path} end>
      Sign-ups and payments
    </NavLink>
    <NavLink className="chip" to={STAFF_PAGES.board.path}>
      Board
    </NavLink>
  </nav>
);
