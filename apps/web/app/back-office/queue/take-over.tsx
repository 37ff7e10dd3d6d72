import { UNEXPECTED } from '@lampstand/contracts';
import type { Owner } from '@lampstand/contracts/back-office';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ifMatch, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useSeen } from '../components/use-seen.ts';
import { type Item, QUEUE } from './queue-api.ts';

interface Props extends Item {
  /** What it is about. */
  name: string;
  /** Who has taken it. */
  owner: string;
  className?: string;
}

/** The button, with a dialog that names the owner, for an item that a colleague has taken. */
export function TakeOver({ className = 'link-button small', owner, ...item }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={className} data-taken-by={owner} onClick={() => setAsking(true)}>
        Take over
        <span className="unseen"> {item.name}</span>
      </button>
      {asking && <TakeOverDialog {...item} onClose={() => setAsking(false)} />}
    </>
  );
}

function TakeOverDialog({ kind, id, name, onClose }: Omit<Props, 'owner'> & { onClose: () => void }) {
  const path = `${QUEUE}/${kind}/${id}`;
  const queries = useQueryClient();
  const { data } = useQuery<Owner>({ queryKey: [path, 'to take over'], staleTime: 0, gcTime: 0 });
  const { seen, readAgain } = useSeen(data?.seen);
  const act = useMutation({
    mutationFn: () => post(`${path}/take-over`, {}, ifMatch(seen)),
    onError: readAgain,
    onSuccess: () => {
      void queries.invalidateQueries();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Take over"
      confirm="Take over"
      pending={act.isPending || !data}
      pendingText={data ? 'Taking over…' : 'Loading…'}
      error={act.error ? (causeOf(act.error) ?? UNEXPECTED) : undefined}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    >
      {data && (
        <p>
          <bdi>{data.owner ?? 'No one'}</bdi> has taken <bdi>{name}</bdi>. From now on it is yours.
        </p>
      )}
    </ConfirmDialog>
  );
}
