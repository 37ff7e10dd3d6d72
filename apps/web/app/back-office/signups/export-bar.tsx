import { ADMIN_ERRORS, ADMIN_TOASTS } from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { countedRows, useZone } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { useCommands } from '../layout/commands.ts';
import { DownloadProgress, useDownload } from '../lists/download.tsx';
import { type ListPage, withQuery } from '../lists/use-list.ts';
import { choiceTexts } from './choice-filters.tsx';
import type { SignupFilter } from './signup-filter.ts';
import { SIGNUPS_FILE } from './last-month-file.tsx';
import { ChangedButton } from '../lists/changed-button.tsx';
import './filter-bar.css';

interface Props {
  filter: SignupFilter;
  /** Undefined while loading or after a failure. */
  list: ListPage<unknown> | undefined;
}

/** Exports the filtered sign-ups as CSV, in the chosen columns. */
export function ExportBar({ filter, list }: Props) {
  const staff = useStaff();
  const { zoneName } = useZone();
  const { columnsParam } = filter;
  const [open, setOpen] = useState(false);
  const [forExcel, setForExcel] = useState(true);
  const download = useDownload({ done: ADMIN_TOASTS.exported, failed: ADMIN_TOASTS.exportFailed });
  const allowed = staff.may('export');
  const rows = list && countedRows(list, 'row');
  const view = { ...filter.query, sort: '', columns: columnsParam };
  const start = (changed: '' | '1') =>
    download.start(
      withQuery(SIGNUPS_FILE, { ...filter.query, columns: columnsParam, bom: forExcel ? '' : '0', changed }),
    );
  useCommands(allowed && list?.total ? [{ label: 'Export these sign-ups to CSV', run: () => start('') }] : []);
  const days = filter.filterText?.replace(/^(From|Until)/, (word) => word.toLowerCase());

  return (
    <section className="export-bar" aria-label="Export">
      <div className="row">
        <button
          type="button"
          className="button primary compact"
          disabled={!allowed || !list?.total || download.running}
          aria-label={allowed && rows ? `Export to CSV, ${rows}` : undefined}
          aria-describedby="export-what"
          onClick={() => start('')}
        >
          Export to CSV
        </button>
        <p id="export-what" className="small quiet">
          {allowed
            ? `Export ${rows ?? '… rows'} (${[days ?? 'all days', ...choiceTexts(filter.choices), zoneName].join(', ')})`
            : `${ADMIN_ERRORS.notAllowed} An administrator can export.`}
        </p>
      </div>
      {allowed && (
        <details className="columns disclosure" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>File options</summary>
          {open && <ChangedButton path={SIGNUPS_FILE} view={view} download={download} onStart={() => start('1')} />}
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
