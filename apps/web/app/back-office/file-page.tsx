import { ADMIN_TOASTS, type ScheduledFile, VIEW_MESSAGES } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { Notice } from '../components/notice.tsx';
import { call, isStatus } from '../lib/api.ts';
import { Failed, Loading } from './components/placeholders.tsx';
import { counted, useZone } from './format.ts';
import { BackOfficeLayout } from './layout/back-office-layout.tsx';
import { DownloadProgress, useDownload } from './lists/download.tsx';

export default function FilePage() {
  return (
    <BackOfficeLayout title="Scheduled File" needs="export">
      <File />
    </BackOfficeLayout>
  );
}

/** What a scheduled file has, and its download. */
function File() {
  const path = `/api/admin/files/${useParams()['id'] ?? ''}`;
  const { instantText, zoneName } = useZone();
  const { data, error, refetch } = useQuery({ queryKey: [path], queryFn: () => call<ScheduledFile>('GET', path) });
  const download = useDownload({ done: ADMIN_TOASTS.exported, failed: ADMIN_TOASTS.exportFailed });
  if (isStatus(error, 404, 400)) return <Notice tone="bad">{VIEW_MESSAGES.noSuchFile}</Notice>;
  if (error) return <Failed onRetry={() => void refetch()}>Error loading the file. Please try again.</Failed>;
  if (!data) return <Loading>Loading the file...</Loading>;
  const rows = counted(data.rows, 'sign-up');
  return (
    <div className="stack">
      <p>
        {rows}, as of {instantText(data.at)} ({zoneName}). The file has what is known of them when you download it;
        people who were erased are not in it.
      </p>
      <p className="quiet">Columns: {data.columns.join(', ')}</p>
      {data.ended ? (
        <Notice tone="bad">
          {VIEW_MESSAGES.fileEnded}, until {instantText(data.until)}.
        </Notice>
      ) : (
        <>
          <p>
            <button
              type="button"
              className="button primary"
              disabled={download.running}
              onClick={() => download.start(`${path}/download`)}
            >
              Download CSV
            </button>
          </p>
          <DownloadProgress download={download} />
          <p className="small quiet">Until {instantText(data.until)}.</p>
        </>
      )}
      <p>
        <Link to="/admin">To the list of sign-ups</Link>
      </p>
    </div>
  );
}
