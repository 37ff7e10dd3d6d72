import { ADMIN_ERRORS, ADMIN_TOASTS } from '@lampstand/contracts/back-office';
import { DownloadProgress } from '../download/download-progress.tsx';
import { useDownload } from '../download/use-download.ts';
import { counted } from '../format.ts';
import { useStaff } from '../frame/staff.ts';
import { withQuery } from '../lists/read-list.ts';

interface Props {
  q: string;
  total: number | undefined;
}

export function ExportIncomplete({ q, total }: Props) {
  const allowed = useStaff().may('export');
  const download = useDownload({ done: ADMIN_TOASTS.incompleteExported, failed: ADMIN_TOASTS.incompleteExportFailed });
  const rows = total === undefined ? undefined : counted(total, 'row');
  return (
    <div className="export-bar">
      <div className="row">
        <button
          type="button"
          className="button primary compact"
          disabled={!allowed || !total || download.running}
          aria-label={allowed && rows ? `Export CSV, ${rows}` : undefined}
          aria-describedby={allowed ? undefined : 'export-what'}
          onClick={() => download.start(withQuery('/api/incomplete-trials/export', { q }))}
        >
          Export CSV
        </button>
        {!allowed && (
          <p id="export-what" className="small quiet">
            {ADMIN_ERRORS.notAllowed} An administrator can export.
          </p>
        )}
      </div>
      <DownloadProgress download={download} />
    </div>
  );
}
