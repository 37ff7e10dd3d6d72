import type { Queue, QueueGroup } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { count } from '../format.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { QUEUE, useQueueChanges } from './queue-api.ts';
import { groupAddress, QueueList, useQueueParams } from './queue-list.tsx';
import { KINDS, QueueTable } from './queue-table.tsx';
import { RetryProgress } from './retry-progress.tsx';
import './queue.css';

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
  useQueueChanges(queue?.version);

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
    </>
  );
}

/** The oldest items of a group. Its count opens all of them. */
function Group({ group: { kind, count: all, snoozed, items } }: { group: QueueGroup }) {
  const { title } = KINDS[kind];
  return (
    <section className="queue-group" aria-label={title}>
      <header className="queue-head">
        <h2>{title}</h2>
        <Link to={groupAddress(kind)} aria-label={`${title}: all ${count(all)}`}>
          {all > items.length ? `The oldest ${items.length} of ${count(all)}` : `All ${count(all)}`}
        </Link>
        {snoozed > 0 && <Link to={groupAddress(kind, true)}>{`${count(snoozed)} snoozed`}</Link>}
      </header>
      <QueueTable kind={kind} caption={`${title}: ${all}`} items={items} />
    </section>
  );
}
