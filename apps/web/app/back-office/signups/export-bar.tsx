import { ADMIN_ERRORS, ADMIN_TOASTS, DEFAULT_TRIAL_COLUMNS, type TrialColumn } from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { DownloadProgress } from '../download/download-progress.tsx';
import { useDownload } from '../download/use-download.ts';
import { counted, useZone } from '../format.ts';
import { useStaff } from '../frame/staff.ts';
import { withQuery } from '../lists/read-list.ts';
import { ColumnChooser } from './column-chooser.tsx';
import type { SignupFilter } from './signup-filter.ts';

interface Props {
  filter: SignupFilter;
  /** Undefined while it is loading or could not be read. */
  total: number | undefined;
}

const EXPORT = '/api/admin/trial-signups/export';
const isDefault = (columns: readonly TrialColumn[]) => columns.join() === DEFAULT_TRIAL_COLUMNS.join();

/** The filter on the screen as a file, in the table's columns or others. */
export function ExportBar({ filter, total }: Props) {
  const staff = useStaff();
  const { zoneName } = useZone();
  const [columns, setColumns] = useState<readonly TrialColumn[]>(DEFAULT_TRIAL_COLUMNS);
  const [forExcel, setForExcel] = useState(true);
  const download = useDownload({ done: ADMIN_TOASTS.exported, failed: ADMIN_TOASTS.exportFailed });
  const allowed = staff.may('export');
  const rows = total === undefined ? undefined : counted(total, 'row');
  const asked = isDefault(columns) ? '' : columns.join(',');
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
            download.start(withQuery(EXPORT, { ...filter.query, columns: asked, bom: forExcel ? '' : '0' }))
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
