import type { DoneItem } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { TimeAgo } from '../components/time-ago.tsx';
import { QUEUE, useQueueAction } from './queue-api.ts';
import { KINDS } from './queue-table.tsx';

/** What was closed today, by anyone, each with a button that brings it back. */
export function DoneToday() {
  const { data: items = [] } = useQuery<DoneItem[]>({ queryKey: [`${QUEUE}/done`], staleTime: 0 });
  if (!items.length) return null;
  return (
    <details className="panel done-today">
      <summary>
        Done today <span className="quiet">{items.length}</span>
      </summary>
      <ul>
        {items.map((item) => (
          <Done key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </ul>
    </details>
  );
}

function Done({ item: { kind, id, name, at } }: { item: DoneItem }) {
  const { title, record } = KINDS[kind];
  const act = useQueueAction({ kind, id });
  return (
    <li>
      <Link to={record(id)}>
        <bdi>{name}</bdi>
      </Link>{' '}
      <span className="small quiet">
        {title} · <TimeAgo at={at} short />
      </span>{' '}
      <button
        type="button"
        className="link-button small"
        aria-disabled={act.isPending('reopen') || undefined}
        onClick={() => act.run({ action: 'reopen' })}
      >
        Undo
        <span className="unseen"> {name}</span>
      </button>
    </li>
  );
}
