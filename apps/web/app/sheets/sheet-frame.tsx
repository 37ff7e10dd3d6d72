import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from '../components/breadcrumbs.tsx';
import script from './sheet.js?url';
import '../content/reading.css';
import '../content/sheet-text.css';
import './sheet-page.css';

interface Props {
  heading: string;
  /** The pages above it; the last is the one that it belongs to. */
  above: readonly Crumb[];
  children: ReactNode;
}

/** One page to print: the church's name is a field, which prints as a line. `sheet.js` adds the buttons. */
export const SheetFrame = ({ heading, above, children }: Props) => (
  <div className="sheet-page">
    <div className="sheet-tools">
      <Breadcrumbs above={above} />
      <div className="row" data-sheet-buttons="">
        <button type="button" className="button primary compact" data-print="">
          Print
        </button>{' '}
        <button type="button" className="button second compact" data-copy="">
          Copy text
        </button>{' '}
        <span role="status" />
      </div>
    </div>
    <article className="sheet">
      <label className="unseen" htmlFor="church">
        Name of your church
      </label>
      <input id="church" className="sheet-church" placeholder="Name of your church" autoComplete="organization" />
      <h1>{heading}</h1>
      {children}
    </article>
    <p className="sheet-note">Type the name of your church above the heading, then print.</p>
    <script type="module" fetchPriority="low" src={script} />
  </div>
);
