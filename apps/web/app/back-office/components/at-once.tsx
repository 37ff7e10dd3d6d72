import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import './placeholders.css';

const FIRST = { predicate: ({ state }: Query) => state.status === 'pending' };

/** Shows its parts when the first answers to all their queries are there, so that none moves the ones below it. */
export function AtOnce({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [ready, setReady] = useState(false);
  const fetching = useIsFetching(FIRST);
  // The queries of the parts begin after the first render; `fetching` does not count them yet.
  useEffect(() => setReady((before) => before || client.isFetching(FIRST) === 0), [client, fetching]);
  return (
    <div className={ready ? 'arrived' : 'not-arrived'} aria-busy={!ready}>
      <div hidden={!ready} className={ready ? 'arrived' : undefined}>
        {children}
      </div>
    </div>
  );
}
