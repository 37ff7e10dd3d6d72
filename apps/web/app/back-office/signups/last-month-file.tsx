import { ADMIN_TOASTS, daysOfPeriod } from '@lampstand/contracts/back-office';
import { useToday } from '../../lib/clock.ts';
import { useCommands } from '../layout/commands.ts';
import { DownloadProgress, useDownload } from '../lists/download.tsx';
import { withQuery } from '../lists/use-list.ts';

/** The file of sign-ups. */
export const SIGNUPS_FILE = '/api/admin/trial-signups/export';

/** Starts the download of last month's sign-ups. */
function useLastMonth() {
  const today = useToday();
  const download = useDownload({ done: ADMIN_TOASTS.exported, failed: ADMIN_TOASTS.exportFailed });
  const start = () => download.start(withQuery(SIGNUPS_FILE, { ...daysOfPeriod('lastMonth', today) }));
  return { start, download };
}

const LABEL = 'Export last month’s sign-ups';

/** Offers the file of last month's sign-ups as an action on every page; shows its progress while it runs. */
export function LastMonthFile() {
  const { start, download } = useLastMonth();
  useCommands([{ label: LABEL, run: start }]);
  return (
    download.running && (
      <div className="shell-notice">
        <DownloadProgress download={download} />
      </div>
    )
  );
}

/** The same in the menu of the list. */
export function LastMonthButton() {
  const { start, download } = useLastMonth();
  return (
    <div>
      <button type="button" className="link-button" disabled={download.running} onClick={start}>
        {LABEL}
      </button>
      <DownloadProgress download={download} />
    </div>
  );
}
