import {
  ADMIN_ERRORS,
  ADMIN_TOASTS,
  DEFAULT_TRIAL_COLUMNS,
  TRIAL_COLUMNS,
  type TrialColumn,
} from '@lampstand/contracts/back-office';
import { type ReactNode, useState } from 'react';
import { counted, useZone } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { DownloadProgress, useDownload } from '../lists/download.tsx';
import { withQuery } from '../lists/use-list.ts';
import type { SignupFilter } from './signup-filter.ts';
import './filter-bar.css';

interface Props {
  filter: SignupFilter;
  /** Undefined while loading or after a failure. */
  total: number | undefined;
}

const EXPORT = '/api/admin/trial-signups/export';
const isDefault = (columns: readonly TrialColumn[]) => columns.join() === DEFAULT_TRIAL_COLUMNS.join();

/** Exports the filtered sign-ups as CSV, with the table's columns or chosen ones. */
export function ExportBar({ filter, total }: Props) {
  const staff = useStaff();
  const { zoneName } = useZone();
  const [columns, setColumns] = useState<readonly TrialColumn[]>(DEFAULT_TRIAL_COLUMNS);
  const [forExcel, setForExcel] = useState(true);
  const download = useDownload({ done: ADMIN_TOASTS.exported, failed: ADMIN_TOASTS.exportFailed });
  const allowed = staff.may('export');
  const rows = total === undefined ? undefined : counted(total, 'row');
  const columnsParam = isDefault(columns) ? '' : columns.join(',');
  const days = filter.filterText?.replace(/^(From|Until)/, (word) => word.toLowerCase());

  return (
    <section className="export-bar" aria-label="Export">
      <div className="row">
        <button
          type="button"
          className="button primary compact"
          disabled={!allowed || !total || download.running}
          aria-label={allowed && rows ? `Export to CSV, ${rows}` : undefined}
          aria-describedby="export-what"
          onClick={() =>
            download.start(withQuery(EXPORT, { ...filter.query, columns: columnsParam, bom: forExcel ? '' : '0' }))
          }
        >
          Export to CSV
        </button>
        <p id="export-what" className="small quiet">
          {!allowed && `${ADMIN_ERRORS.notAllowed} An administrator can export.`}
          {allowed && rows && `Export ${rows} (${[days ?? 'all days', zoneName].join(', ')})`}
        </p>
      </div>
      {allowed && (
        <ColumnChooser columns={columns} onChoose={setColumns}>
          <label className="tick">
            <input type="checkbox" checked={forExcel} onChange={() => setForExcel(!forExcel)} />
            For Excel (begins with a byte order mark)
          </label>
        </ColumnChooser>
      )}
      <DownloadProgress download={download} />
    </section>
  );
}

interface ColumnChooserProps {
  columns: readonly TrialColumn[];
  onChoose: (columns: readonly TrialColumn[]) => void;
  /** Further options. */
  children: ReactNode;
}

/** Chooses the columns of the file. Their order is fixed, and at least one stays. */
function ColumnChooser({ columns, onChoose, children }: ColumnChooserProps) {
  const chosen = new Set(columns);
  const toggle = (column: TrialColumn) =>
    onChoose(TRIAL_COLUMNS.filter((each) => (each === column ? !chosen.has(each) : chosen.has(each))));
  return (
    <details className="columns disclosure">
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
