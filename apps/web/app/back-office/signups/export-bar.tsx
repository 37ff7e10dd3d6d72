import {
  ADMIN_ERRORS,
  ADMIN_TOASTS,
  DEFAULT_TRIAL_COLUMNS,
  TRIAL_COLUMNS,
  type TrialColumn,
} from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { counted, useZone } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { DownloadProgress, useDownload } from '../lists/download.tsx';
import { withQuery } from '../lists/use-list.ts';
import { choiceTexts } from './choice-filters.tsx';
import { isDefault, type SignupFilter } from './signup-filter.ts';
import { SIGNUPS_FILE } from './last-month-file.tsx';
import { UnfiledButton } from '../lists/unfiled-button.tsx';
import './filter-bar.css';

interface Props {
  filter: SignupFilter;
  /** Undefined while loading or after a failure. */
  total: number | undefined;
}

/** Exports the filtered sign-ups as CSV, with the table's columns or chosen ones. */
export function ExportBar({ filter, total }: Props) {
  const staff = useStaff();
  const { zoneName } = useZone();
  const { columns } = filter;
  const [open, setOpen] = useState(false);
  const [forExcel, setForExcel] = useState(true);
  const download = useDownload({ done: ADMIN_TOASTS.exported, failed: ADMIN_TOASTS.exportFailed });
  const allowed = staff.may('export');
  const rows = total === undefined ? undefined : counted(total, 'row');
  const columnsParam = isDefault(columns) ? '' : columns.join(',');
  const view = { ...filter.query, sort: '', columns: columnsParam };
  const start = (unfiled: '' | '1') =>
    download.start(
      withQuery(SIGNUPS_FILE, { ...filter.query, columns: columnsParam, bom: forExcel ? '' : '0', unfiled }),
    );
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
          onClick={() => start('')}
        >
          Export to CSV
        </button>
        <p id="export-what" className="small quiet">
          {!allowed && `${ADMIN_ERRORS.notAllowed} An administrator can export.`}
          {allowed &&
            `Export ${rows ?? '… rows'} (${[days ?? 'all days', ...choiceTexts(filter.choices), zoneName].join(', ')})`}
        </p>
      </div>
      {allowed && (
        <details className="columns disclosure" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>File options</summary>
          {open && <UnfiledButton path={SIGNUPS_FILE} view={view} download={download} onStart={() => start('1')} />}
          <ColumnChooser columns={columns} onChoose={filter.chooseColumns} />
          <label className="tick">
            <input type="checkbox" checked={forExcel} onChange={() => setForExcel(!forExcel)} />
            For Excel (begins with a byte order mark)
          </label>
        </details>
      )}
      <DownloadProgress download={download} />
    </section>
  );
}

interface ColumnChooserProps {
  columns: readonly TrialColumn[];
  onChoose: (columns: readonly TrialColumn[]) => void;
}

/** Chooses the columns of the file. Their order is fixed, and at least one stays. */
function ColumnChooser({ columns, onChoose }: ColumnChooserProps) {
  const chosen = new Set(columns);
  const toggle = (column: TrialColumn) =>
    onChoose(TRIAL_COLUMNS.filter((each) => (each === column ? !chosen.has(each) : chosen.has(each))));
  return (
    <>
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
      <button type="button" className="link-button" onClick={() => onChoose(DEFAULT_TRIAL_COLUMNS)}>
        As in the table
      </button>
    </>
  );
}
