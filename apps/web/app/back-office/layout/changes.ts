import { type AuthCheck, BEAT, QUEUE_CHANGE } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useInUse } from '../components/use-in-use.ts';
import { CHECK, CONFIG, withPermissions } from './auth.ts';

const AGAIN_AFTER_MS = 3000;

const WITH_THE_QUEUE = /^\/api\/admin\/(queue|dead-jobs|incidents|health)/;
const OF_A_RECORD = /^\/api\/admin\/(?:trials|ambassadors|trial-requests)\/(\d+)/;

/**
 * Reads again what has changed: records, and the queue with the health of the service; without `changes` all of them. The
 * configuration is read with it, for the server's time, which "2 minutes ago" is counted from.
 */
function readAgain(changes?: string[]) {
  const isChanged = (path: string) =>
    path === CONFIG ||
    (WITH_THE_QUEUE.test(path) && (changes?.includes(QUEUE_CHANGE) ?? true)) ||
    (OF_A_RECORD.test(path) && (changes?.includes(OF_A_RECORD.exec(path)![1]!) ?? true));
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => isChanged(String(path)) });
}

const hasSignedOut = () =>
  call<AuthCheck>('GET', CHECK[0]).then(
    ({ isAuthenticated }) => !isAuthenticated,
    () => false,
  );

/** While the page is in use, listens to the changes and reads again what the page shows of them. */
export function useChanges() {
  const { data: check } = useQuery<AuthCheck>({ queryKey: CHECK, enabled: false }, queryClient);
  const inUse = useInUse();
  const listens = inUse && check?.staff !== undefined && withPermissions(check.staff).may('read');
  const hasListened = useRef(false);
  useEffect(() => {
    if (!listens) return;
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const listen = () => {
      source = new EventSource('/api/admin/changes');
      source.onopen = () => {
        if (hasListened.current) readAgain();
        hasListened.current = true;
      };
      source.onmessage = ({ data }) => readAgain(JSON.parse(data as string) as string[]);
      source.addEventListener(BEAT, () => readAgain());
      source.onerror = async () => {
        // It connects again by itself, unless it was refused: without a session, or by a proxy.
        if (source.readyState !== EventSource.CLOSED || (await hasSignedOut()) || isOver) return;
        timer = setTimeout(listen, AGAIN_AFTER_MS);
      };
    };
    listen();
    return () => {
      isOver = true;
      clearTimeout(timer);
      source.close();
    };
  }, [listens]);
}
