import type { OwnedKind, Queue, QueueAction, QueueKind } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { showToast } from '../../components/toast-store.ts';
import { call, ifMatch, isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { usePollingWhileActive } from '../components/use-polling-while-active.ts';

export const QUEUE = '/api/admin/queue';

/** Others see within a second that an item is taken. */
const POLL_MS = 400;
/** The records behind the items change without an action on the queue, too. */
const REFRESH_MS = 30_000;

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

/**
 * Reads what is shown of the queue again soon after anyone has acted on an item, while the page is in use; with `also`, that
 * query, too.
 */
export function useQueueChanges(known: string | undefined, also?: string) {
  const queries = useQueryClient();
  const read = useRef({ version: '', at: 0 });
  useEffect(() => void (read.current.at = Date.now()), []);
  const poll = async () => {
    const now = await call<Pick<Queue, 'version'>>('GET', `${QUEUE}/version`).catch(() => undefined);
    const isChanged = now !== undefined && now.version !== known && now.version !== read.current.version;
    if (!isChanged && Date.now() - read.current.at < REFRESH_MS) return;
    read.current = { version: now?.version ?? read.current.version, at: Date.now() };
    await queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) => path === also || String(path).startsWith(QUEUE),
    });
  };
  usePollingWhileActive(() => void poll(), POLL_MS);
}
