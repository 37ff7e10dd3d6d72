import { UNEXPECTED } from '@lampstand/contracts';
import type { QueueItem, QueueKind } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { counted } from '../format.ts';
import { AssignDialog } from './assign-to.tsx';
import { nameOf, SnoozeDialog } from './queue-actions.tsx';
import { QUEUE } from './queue-api.ts';

/** An action on the selected rows. It makes one call for each row. */
interface Work {
  /** The words for the result: "Taken". */
  done: string;
  path: (id: number) => string;
  body?: object;
}

interface Answer {
  done: number;
  what: string;
  refused: { item: QueueItem; why: string }[];
}

interface Props {
  kind: QueueKind;
  /** Whether the rows are sign-ups, and those of members with a plan to pay. */
  of: { signups: boolean; members: boolean };
  closable: boolean;
  selected: QueueItem[];
  onSelect: (ids: number[]) => void;
  /** All rows that can be selected. */
  items: QueueItem[];
}

/** The actions on the selected rows, one after another, and the answer: how many were done, which were not, and why. */
export function Several({ kind, of, closable, selected, onSelect, items }: Props) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'assign' | 'snooze'>();
  const act = useMutation({
    mutationFn: async ({ done: what, path, body = {} }: Work): Promise<Answer> => {
      const answer: Answer = { done: 0, what, refused: [] };
      for (const item of selected)
        try {
          await post(path(item.id), body);
          answer.done += 1;
        } catch (error) {
          answer.refused.push({ item, why: causeOf(error) ?? UNEXPECTED });
        }
      return answer;
    },
    onSettled: async (answer) => {
      setAsking(undefined);
      await queries.invalidateQueries();
      onSelect(answer?.refused.map(({ item }) => item.id) ?? []);
    },
  });
  const onItem = (action: string) => (id: number) => `${QUEUE}/${kind}/${id}/${action}`;
  const onSignup = (action: string) => (id: number) => `/api/admin/trials/${id}/${action}`;
  const button = (label: string, run: () => void) => (
    <button type="button" className="button second compact" disabled={act.isPending} onClick={run}>
      {label}
    </button>
  );
  const names = counted(selected.length, 'row');
  return (
    <>
      {selected.length > 0 && (
        <div className="several row" role="group" aria-label="Selected rows">
          <strong>{names} selected</strong>
          {of.members &&
            button('Email the plan link', () =>
              act.mutate({ done: 'The plan link is on its way', path: onSignup('send-plan-link') }),
            )}
          {of.signups &&
            button('Mark contacted', () =>
              act.mutate({ done: 'Marked as contacted', path: onSignup('mark-contacted') }),
            )}
          {button('Take', () => act.mutate({ done: 'Taken', path: onItem('take') }))}
          {button('Assign to…', () => setAsking('assign'))}
          {button('Snooze', () => setAsking('snooze'))}
          {closable && button('Done', () => act.mutate({ done: 'Done', path: onItem('done') }))}
          {selected.length < items.length && (
            <button type="button" className="link-button" onClick={() => onSelect(items.map(({ id }) => id))}>
              Select all {items.length}
            </button>
          )}
          <button type="button" className="link-button" onClick={() => onSelect([])}>
            Select none
          </button>
        </div>
      )}
      <div role="status">{act.data && <Outcome answer={act.data} />}</div>
      {asking === 'assign' && (
        <AssignDialog
          name={names}
          pending={act.isPending}
          onAssign={(to) => act.mutate({ done: `Assigned to ${to}`, path: onItem('assign'), body: { to } })}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'snooze' && (
        <SnoozeDialog
          name={names}
          pending={act.isPending}
          onSnooze={(until) => act.mutate({ done: 'Snoozed', path: onItem('snooze'), body: { until } })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

function Outcome({ answer: { done, what, refused } }: { answer: Answer }) {
  return (
    <Notice tone={refused.length ? 'bad' : 'good'}>
      <p>
        {what}: {done} of {counted(done + refused.length, 'row')}.
      </p>
      {refused.map(({ item, why }) => (
        <p key={item.id}>
          Not <bdi>{nameOf(item)}</bdi>: {why}
        </p>
      ))}
    </Notice>
  );
}
