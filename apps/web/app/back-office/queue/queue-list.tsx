import { QUEUE_KINDS, type QueueItem, type QueueKind } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { countedRows } from '../format.ts';
import { Pager } from '../lists/table.tsx';
import { useList, useListParams } from '../lists/use-list.ts';
import { DeadCauses } from './dead-causes.tsx';
import { QUEUE, useQueueChanges } from './queue-api.ts';
import { KINDS, QueueTable } from './queue-table.tsx';
import { DEAD_JOBS } from './retry-progress.tsx';

/** The group that the address names, with all its items in pages. */
export function useQueueParams() {
  const { filters, ...params } = useListParams(['group', 'snoozed', 'cause']);
  const kind = QUEUE_KINDS.find((each) => each === filters.group);
  return { ...params, kind, snoozed: filters.snoozed === '1', cause: Number(filters.cause) };
}

/** The address of all items of a group, or of its snoozed ones. */
export const groupAddress = (kind: QueueKind, snoozed = false): string =>
  `?group=${kind}${snoozed ? '&snoozed=1' : ''}`;

/** All items of a group, or all snoozed ones, the oldest first. */
export function QueueList({ kind }: { kind: QueueKind }) {
  const { snoozed, cause, cursor, page, turnPage } = useQueueParams();
  const query = { snoozed: snoozed ? '1' : '', cursor };
  const { data, isError, isPlaceholderData, refetch } = useList<QueueItem>(`${QUEUE}/${kind}`, query, 0);
  useQueueChanges(undefined, DEAD_JOBS);
  const { title } = KINDS[kind];
  const heading = snoozed ? `${title}, snoozed` : title;
  return (
    <section aria-label={heading}>
      <header className="queue-head">
        <h2>{heading}</h2>
        {data && <span className="quiet">{countedRows(data, 'item')}</span>}
        <Link to={groupAddress(kind, !snoozed)}>{snoozed ? 'Not snoozed' : 'Snoozed'}</Link>
        <Link to="?">The whole queue</Link>
      </header>
      {isError ? (
        <Failed onRetry={() => void refetch()}>The queue could not be loaded.</Failed>
      ) : !data ? (
        <Loading>Loading the queue…</Loading>
      ) : kind === 'deadJobs' ? (
        <DeadCauses causes={data.rows} chosen={cause} />
      ) : data.rows.length === 0 ? (
        <Empty>{snoozed ? 'Nothing is snoozed here.' : 'Nothing here needs a person.'}</Empty>
      ) : (
        <>
          <QueueTable kind={kind} caption={`${heading}: ${data.total}`} items={data.rows} busy={isPlaceholderData} />
          <Pager of="items" list={data} page={page} onTurn={(by) => turnPage(data, by)} />
        </>
      )}
    </section>
  );
}
