import type { OwnedKind, QueueAction, QueueKind } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../components/toast-store.ts';
import { ifMatch, isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';

export const QUEUE = '/api/admin/queue';

/** An item, or a sign-up as a whole. */
export interface Item {
  kind: QueueKind | OwnedKind;
  id: number;
}

interface QueueRequest {
  action: QueueAction;
  until?: string;
  to?: string;
  /** The tag of the owner, for taking it over. */
  seen?: string | undefined;
}

/**
 * Runs actions on an item, one after another, and reads what is shown again, also when another member was faster. An action that
 * is pending is not repeated; buttons ignore a double click, because Take becomes Release under the pointer.
 */
export function useQueueAction({ kind, id }: Item, onDone?: (action: QueueAction) => void) {
  const queries = useQueryClient();
  const { mutate, ...act } = useMutation({
    scope: { id: `${kind} ${id}` },
    mutationFn: ({ action, seen, ...body }: QueueRequest) =>
      post(`${QUEUE}/${kind}/${id}/${action}`, body, ifMatch(seen)),
    onSuccess: (_, { action }) => onDone?.(action),
    onError: (error) => {
      if (!isStatus(error, 400))
        showToast({ title: 'Not done', description: causeOf(error) ?? 'Please try again.', variant: 'destructive' });
    },
    onSettled: () => queries.invalidateQueries(),
  });
  const isPending = (action: QueueAction) => act.isPending && act.variables.action === action;
  const run = (request: QueueRequest): void => {
    if (!isPending(request.action)) mutate(request);
  };
  return { run, isPending, error: act.error };
}
