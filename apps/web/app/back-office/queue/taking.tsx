import type { OwnedKind, Owner } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useStaff } from '../layout/auth.ts';
import { AssignTo } from './assign-to.tsx';
import { QUEUE, useQueueAction } from './queue-api.ts';
import { TakeOver } from './take-over.tsx';
import './taking.css';

interface Props {
  kind: OwnedKind;
  id: number;
  /** Whose record it is. */
  name: string;
  /** The member of staff who has taken it. */
  owner: string | null;
}

/** The name of the owner of an item; "You" for oneself, "No one" if there is no owner. */
export function OwnerName({ owner }: { owner: string | null }) {
  const { name } = useStaff();
  return <bdi>{owner === name ? 'You' : (owner ?? 'No one')}</bdi>;
}

/** Who has taken a record, with the button that takes, takes over or releases it. */
export function Taking({ kind, id, name, owner }: Props) {
  const { name: me, role, may } = useStaff();
  const act = useQueueAction({ kind, id });
  const action = owner === null ? 'take' : owner === me || role === 'administrator' ? 'release' : undefined;
  return (
    <span className="taking">
      <OwnerName owner={owner} />
      {action && may('support-actions') && (
        <button
          type="button"
          className="link-button small"
          data-queue-action={action}
          aria-disabled={act.isPending(action) || undefined}
          onClick={({ detail }) => detail < 2 && act.run({ action })}
        >
          <span>{action === 'take' ? 'Take' : 'Release'}</span>
          <span className="unseen"> {name}</span>
        </button>
      )}
      {owner !== null && owner !== me && may('support-actions') && (
        <TakeOver kind={kind} id={id} name={name} owner={owner} />
      )}
    </span>
  );
}

/** An item that a colleague has taken is taken over first, unless by an administrator. */
export const mayAssign = (owner: string | null, { name, role, may }: ReturnType<typeof useStaff>): boolean =>
  may('support-actions') && (owner === null || owner === name || role === 'administrator');

/** The owner of the record on its page, kept up to date. */
export function OwnerLine({ kind, id, name }: Omit<Props, 'owner'>) {
  const { data } = useQuery<Owner>({ queryKey: [`${QUEUE}/${kind}/${id}`], staleTime: 0 });
  const staff = useStaff();
  return (
    <span className="owner-line">
      <span className="quiet">Owner</span>{' '}
      <span>{data ? <Taking kind={kind} id={id} name={name} owner={data.owner} /> : '…'}</span>
      {data && mayAssign(data.owner, staff) && <AssignTo kind={kind} id={id} name={name} />}
    </span>
  );
}
