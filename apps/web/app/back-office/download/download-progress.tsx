import { FailureNotice } from '../../ui/notice.tsx';
import { count } from '../format.ts';
import type { useDownload } from './use-download.ts';

/** How far a download is, and the way to stop it; then whether it was stopped or failed. */
export function DownloadProgress({ download }: { download: ReturnType<typeof useDownload> }) {
  const { running, progress, cancelled, failure, cancel } = download;
  const total = progress?.total;
  return (
    <>
      {running && (
        <div className="download">
          <progress
            aria-label="Export"
            max={total || 1}
            value={total ? Math.min(progress?.rows ?? 0, total) : undefined}
          />
          <p>
            {count(progress?.rows ?? 0)}
            {total !== undefined && ` of ${count(total)}`} rows
          </p>
          <button type="button" className="button second compact" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      <p role="status" className="small quiet download-end">
        {running ? 'Exporting…' : cancelled ? 'Export cancelled. No file was kept.' : ''}
      </p>
      <FailureNotice failure={failure} />
    </>
  );
}
