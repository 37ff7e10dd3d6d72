import { DEFAULT_TRIAL_COLUMNS, TRIAL_COLUMNS, type TrialColumn } from '@lampstand/contracts/back-office';
import type { ReactNode } from 'react';

interface Props {
  columns: readonly TrialColumn[];
  onChoose: (columns: readonly TrialColumn[]) => void;
  /** What else there is to choose. */
  children: ReactNode;
}

/** Which columns the file has; at first those of the table. They keep their order, and one always stays. */
export function ColumnChooser({ columns, onChoose, children }: Props) {
  const chosen = new Set(columns);
  const toggle = (column: TrialColumn) =>
    onChoose(TRIAL_COLUMNS.filter((each) => (each === column ? !chosen.has(each) : chosen.has(each))));
  return (
    <details className="columns">
      <summary>
        Columns <span className="quiet">({columns.length})</span>
      </summary>
      <fieldset>
        <legend className="unseen">Columns of the file</legend>
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
      <button type="button" className="link-button" onClick={() => onChoose(DEFAULT_TRIAL_COLUMNS)}>
        As in the table
      </button>
      {children}
    </details>
  );
}
