import { DEFAULT_TRIAL_COLUMNS, TRIAL_COLUMNS, type TrialColumn } from '@lampstand/contracts/back-office';
import { startTransition, useOptimistic } from 'react';
import { useStaff } from '../layout/auth.ts';
import type { SignupFilter } from './signup-filter.ts';

/** Chooses the columns of the table and the file. Their order is fixed, and at least one stays. */
export default function ColumnChooser({ filter }: { filter: SignupFilter }) {
  // The address follows in a transition, and the next box may be ticked before.
  const [columns, show] = useOptimistic(filter.columns);
  const chosen = new Set(columns);
  const mayExport = useStaff().may('export');
  const choose = (next: readonly TrialColumn[]) =>
    startTransition(() => {
      show(next);
      filter.chooseColumns(next);
    });
  const toggle = (column: TrialColumn) =>
    choose(TRIAL_COLUMNS.filter((each) => (each === column ? !chosen.has(each) : chosen.has(each))));
  return (
    <div>
      <fieldset>
        <legend>
          Columns <span className="quiet">({columns.length})</span>
        </legend>
        {TRIAL_COLUMNS.map((column) => (
          <label key={column} className="tick">
            <input
              type="checkbox"
              checked={chosen.has(column)}
              disabled={chosen.size === 1 && chosen.has(column)}
              onChange={() => toggle(column)}
            />
            {column}
          </label>
        ))}
      </fieldset>
      {mayExport && <p className="small quiet">The file has the columns of the screen.</p>}
      <button type="button" className="link-button" onClick={() => choose(DEFAULT_TRIAL_COLUMNS)}>
        The usual ones
      </button>
    </div>
  );
}
