import type { LastFile } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { counted, useZone } from '../format.ts';
import { EXPORTS, type useDownload } from './download.tsx';
import { type ListQuery, withQuery } from './use-list.ts';

const RUNNING_REFETCH_MS = 500;

interface Props {
  /** The address of the file. */
  path: string;
  /** The view: filter, search and columns. */
  view: ListQuery;
  download: ReturnType<typeof useDownload>;
  /** Starts the download of the rows that are new or changed. */
  onStart: () => void;
}

/** Exports what is new or changed in this view since one's last file of it. */
export function ChangedButton({ path, view, download, onStart }: Props) {
  const { instantText } = useZone();
  const last = `${path}/last`;
  const { data } = useQuery({
    // A download invalidates what begins with the log of exports.
    queryKey: [EXPORTS, last, view],
    queryFn: () => call<LastFile>('GET', withQuery(last, view)),
    // The file arrives shortly before its log entry is complete.
    refetchInterval: ({ state }) => (state.data?.running ? RUNNING_REFETCH_MS : false),
  });
  if (!data?.at) return <p className="small quiet">{data && 'You have no file of these rows yet.'}</p>;
  return (
    <button
      type="button"
      className="button second compact"
      disabled={data.rows === 0 || data.running || download.running}
      onClick={onStart}
    >
      New or changed since {instantText(data.at)}: {counted(data.rows, 'row')}
    </button>
  );
}
