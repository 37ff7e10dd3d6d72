import { ADMIN_TOASTS, daysOfPeriod } from '@lampstand/contracts/back-office';
import { useToday } from '../../lib/clock.ts';
import { useCommands } from '../layout/commands.ts';
import { DownloadProgress, useDownload } from '../lists/download.tsx';
import { withQuery } from '../lists/use-list.ts';

/** The file of sign-ups. */
export const SIGNUPS_FILE = '/api/admin/trial-signups/export';

/** Offers the file of last month's sign-ups as an action on every page; shows its progress while it runs. */
export function LastMonthFile() {
  const today = useToday();
  const download = useDownload({ done: ADMIN_TOASTS.exported, failed: ADMIN_TOASTS.exportFailed });
  useCommands([
    {
      label: 'Export last month’s sign-ups',
      run: () => download.start(withQuery(SIGNUPS_FILE, { ...daysOfPeriod('lastMonth', today) })),
    },
  ]);
  return (
    download.running && (
      <div className="shell-notice">
        <DownloadProgress download={download} />
      </div>
    )
  );
}
