import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from '../components/breadcrumbs.tsx';
import { InlineScript } from '../components/inline-script.tsx';
import churchName from './church-name.ts?minified';
import script from './sheet.js?url';
import '../content/reading.css';
import '../content/sheet-text.css';
import './sheet-page.css';

interface Props {
  heading: string;
  /** The pages above it. */
  above: readonly Crumb[];
  children: ReactNode;
  /** Below the sheet, not printed. */
  below?: ReactNode;
}

/**
 * One page to print: the church's name is a field, which prints as a line, and which this browser keeps for the next sheet. `sheet.js`
 * adds the buttons.
 */
export const SheetFrame = ({ heading, above, children, below }: Props) => (
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
      <input
        id="church"
        className="sheet-church"
        placeholder="Name of your church"
        autoComplete="organization"
        maxLength={80}
      />
      <h1>{heading}</h1>
      {children}
    </article>
    <InlineScript code={churchName} />
    <p className="sheet-note">Type the name of your church above the heading, then print.</p>
    {below}
    <script type="module" fetchPriority="low" src={script} />
  </div>
);
