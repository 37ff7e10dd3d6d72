import {
  type Queue,
  QUEUE_KINDS,
  type QueueGroup,
  type QueueItem,
  type QueueKind,
} from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { Term } from '../components/term.tsx';
import { count, countedRows } from '../format.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { Pager } from '../lists/table.tsx';
import { useList, useListParams } from '../lists/use-list.ts';
import { CodesToday } from './code-lanes.tsx';
import { DeadCauses, RetryProgress } from './dead-causes.tsx';
import { DoneToday } from './done-today.tsx';
import { QUEUE } from './queue-api.ts';
import { KINDS, QueueTable } from './queue-table.tsx';

export default function QueuePage() {
  const { kind, snoozed } = useQueueParams();
  return (
    <BackOfficeLayout title="Queue" needs="read">
      {(!kind || kind === 'deadJobs') && <RetryProgress />}
      {kind ? <QueueList key={`${kind} ${snoozed}`} kind={kind} /> : <WorkQueue />}
    </BackOfficeLayout>
  );
}

/** Everything that needs a person, group by group, oldest first. */
function WorkQueue() {
  const { data: queue, error, refetch } = useQuery<Queue>({ queryKey: [QUEUE], staleTime: 0 });

  if (error && !queue) return <Failed onRetry={() => void refetch()}>The queue could not be loaded.</Failed>;
  if (!queue) return <Loading>Loading the queue…</Loading>;
  const groups = queue.groups.filter((group) => group.count > 0);
  const onlySnoozed = queue.groups.filter((group) => group.count === 0 && group.snoozed > 0);
  return (
    <>
      {groups.length === 0 && <Empty>Nothing needs a person.</Empty>}
      {groups.length > 1 && (
        <nav className="queue-counts" aria-label="Groups">
          {groups.map(({ kind, count: all }) => (
            <Link key={kind} to={groupAddress(kind)}>
              {KINDS[kind].title} <strong>{count(all)}</strong>
            </Link>
          ))}
        </nav>
      )}
      {groups.map((group) => (
        <Group key={group.kind} group={group} />
      ))}
      {onlySnoozed.length > 0 && (
        <p className="queue-snoozed">
          Nothing else but what is snoozed:{' '}
          {onlySnoozed.map((group) => (
            <Link key={group.kind} to={groupAddress(group.kind, true)}>
              {`${KINDS[group.kind].title} (${count(group.snoozed)})`}
            </Link>
          ))}
        </p>
      )}
      <DoneToday />
      <CodesToday />
    </>
  );
}

/** The oldest items of a group. Its count opens all of them. */
function Group({ group: { kind, count: all, snoozed, items } }: { group: QueueGroup }) {
  const { title, meaning } = KINDS[kind];
  const shown = all > items.length ? `The first ${items.length} of ${count(all)}` : `All ${count(all)}`;
  return (
    <section className="queue-group" aria-label={title}>
      <header className="queue-head">
        <h2>
          <Term meaning={meaning}>{title}</Term>
        </h2>
        <Link to={groupAddress(kind)} aria-label={`${title}: ${shown}`}>
          {shown}
        </Link>
        {snoozed > 0 && <Link to={groupAddress(kind, true)}>{`${count(snoozed)} snoozed`}</Link>}
      </header>
      <QueueTable kind={kind} caption={`${title}: ${all}`} items={items} />
    </section>
  );
}

/** The group that the address names, with all its items in pages. */
function useQueueParams() {
  const { filters, ...params } = useListParams(['group', 'snoozed', 'cause']);
  const kind = QUEUE_KINDS.find((each) => each === filters.group);
  return { ...params, kind, snoozed: filters.snoozed === '1', cause: Number(filters.cause) };
}

/** The address of all items of a group, or of its snoozed ones. */
const groupAddress = (kind: QueueKind, snoozed = false): string => `?group=${kind}${snoozed ? '&snoozed=1' : ''}`;

/** All items of a group, or all snoozed ones, the oldest first. */
function QueueList({ kind }: { kind: QueueKind }) {
  const { snoozed, cause, cursor, page, turnPage } = useQueueParams();
  const query = { snoozed: snoozed ? '1' : '', cursor };
  const { data, isError, isPlaceholderData, refetch } = useList<QueueItem>(`${QUEUE}/${kind}`, query, 0);
  const { title, meaning } = KINDS[kind];
  const heading = snoozed ? `${title}, snoozed` : title;
  return (
    <section aria-label={heading}>
      <header className="queue-head">
        <h2>
          <Term meaning={meaning}>{heading}</Term>
        </h2>
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
