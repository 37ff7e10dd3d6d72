import { longDate } from '@lampstand/contracts';
import {
  type Health,
  type Queue,
  QUEUE_GROUP_SIZE,
  type QueueGroup,
  type QueueItem,
  type QueueKind,
} from '@lampstand/contracts/back-office';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { call } from '../../lib/api.ts';
import { STAFF_PAGES as pages } from '../pages.ts';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { usePollingWhileActive } from '../components/use-polling-while-active.ts';
import { counted } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import type { Column } from '../lists/list-view.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { QUEUE, QueueActions } from './queue-actions.tsx';
import './queue.css';

/** Others see within a second that an item is taken. */
const POLL_MS = 900;
/** The records behind the items change without an action on the queue, too. */
const REFRESH_MS = 30_000;

export default function QueuePage() {
  return (
    <BackOfficeLayout title="Queue" needs="read">
      <WorkQueue />
    </BackOfficeLayout>
  );
}

interface Kind {
  title: string;
  /** What the list of all these records is, and where. */
  list: (queue: Queue) => string;
  record: (id: number) => string;
  /** Why an item needs a person, before the time since when. */
  why: string;
}

const trial = (id: number) => `/trials/${id}`;
const signups = (stuck: string) => () => `${pages.signups.path}?stuck=${stuck}`;
const visitors = (stuck: string) => (queue: Queue) =>
  `${pages.signups.path}?stuck=${stuck}&contacted=no&startDate=${queue.from}`;

const KINDS: Record<QueueKind, Kind> = {
  opening: { title: 'Openings stuck', list: signups('opening'), record: trial, why: 'The card was stored' },
  payment: { title: 'Past due', list: signups('payment'), record: trial, why: 'An invoice is not paid' },
  request: {
    title: 'Trial requests unanswered',
    list: () => `${pages.trialRequests.path}?state=new`,
    record: (id) => `${pages.trialRequests.path}/${id}`,
    why: 'The request came',
  },
  application: {
    title: 'Applications due',
    list: () => pages.ambassadors.path,
    record: (id) => `${pages.ambassadors.path}/${id}`,
    why: 'The application came',
  },
  card: { title: 'Stuck at the card', list: visitors('card'), record: trial, why: 'The phone was verified' },
  code: { title: 'Stuck at the code', list: visitors('code'), record: trial, why: 'The details were saved' },
};

/** Everything that needs a person, group by group, oldest first. */
function WorkQueue() {
  const queries = useQueryClient();
  const { data: queue, error, refetch, dataUpdatedAt } = useQuery<Queue>({ queryKey: [QUEUE], staleTime: 0 });
  const health = useQuery<Health>({ queryKey: ['/api/admin/health'], staleTime: REFRESH_MS });
  const version = queue?.version;
  const poll = async () => {
    const isOld = Date.now() - dataUpdatedAt > REFRESH_MS;
    const now = isOld
      ? undefined
      : await call<Pick<Queue, 'version'>>('GET', `${QUEUE}/version`).catch(() => undefined);
    if (isOld || (now && now.version !== version)) await queries.invalidateQueries({ queryKey: [QUEUE] });
  };
  usePollingWhileActive(() => void poll(), queue ? POLL_MS : false);

  if (error && !queue) return <Failed onRetry={() => void refetch()}>The queue could not be loaded.</Failed>;
  if (!queue) return <Loading>Loading the queue…</Loading>;
  const groups = queue.groups.filter(({ count }) => count > 0);
  const dead = health.data?.deadJobs ?? 0;
  return (
    <>
      {groups.length === 0 && dead === 0 && <Empty>Nothing needs a person.</Empty>}
      {groups.map((group) => (
        <Group key={group.kind} group={group} queue={queue} />
      ))}
      {dead > 0 && (
        <section className="queue-group" aria-label="Dead jobs">
          <header className="queue-head">
            <h2>Dead jobs</h2>
            <Link to={pages.deadJobs.path}>{counted(dead, 'job')} by cause</Link>
          </header>
        </section>
      )}
    </>
  );
}

const COLUMNS: Column[] = [
  ['Name', 20],
  ['Church', 20],
  ['Why', 24],
  ['Owner', 17],
  ['Actions', 19],
];

function Group({ group: { kind, count, items }, queue }: { group: QueueGroup; queue: Queue }) {
  const { title, list } = KINDS[kind];
  return (
    <section className="queue-group" aria-label={title}>
      <header className="queue-head">
        <h2>{title}</h2>
        <span className="badge">{count}</span>
        <Link to={list(queue)}>
          {count > QUEUE_GROUP_SIZE ? `The oldest ${QUEUE_GROUP_SIZE}; open all` : 'Open the list'}
        </Link>
      </header>
      <Table
        caption={<span className="unseen">{`${title}: ${count}`}</span>}
        heads={COLUMNS.map(([name, width]) => (
          <Head key={name} width={width}>
            {name}
          </Head>
        ))}
      >
        {items.map((item) => (
          <Item key={item.id} kind={kind} item={item} />
        ))}
      </Table>
    </section>
  );
}

function Item({ kind, item }: { kind: QueueKind; item: QueueItem }) {
  const { record, why } = KINDS[kind];
  const { email } = useStaff();
  const { id, name, churchName, since, dueOn, owner } = item;
  return (
    <Row>
      <Cell of="Name" className="lead">
        <Link to={record(id)}>
          <bdi>{name || 'No name'}</bdi>
        </Link>
      </Cell>
      <Cell of="Church">
        <bdi>{churchName}</bdi>
      </Cell>
      <Cell of="Why">
        {dueOn ? (
          `Promised by ${longDate(dueOn)}`
        ) : (
          <>
            {why} <TimeAgo at={since} short />
          </>
        )}
      </Cell>
      <Cell of="Owner">{owner === email ? 'You' : (owner ?? 'Nobody')}</Cell>
      <Cell of="Actions" className="queue-actions">
        <QueueActions kind={kind} item={item} />
      </Cell>
    </Row>
  );
}
