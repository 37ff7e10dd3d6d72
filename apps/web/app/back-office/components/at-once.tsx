import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import './placeholders.css';

interface Props {
  /** The beginning of the paths of the queries of the parts. */
  under: string;
  children: ReactNode;
}

/** Shows its parts when the first answers to all their queries are there, so that none moves the ones below it. */
export function AtOnce({ under, children }: Props) {
  const client = useQueryClient();
  const [ready, setReady] = useState(false);
  const fetching = useIsFetching(firstOf(under));
  // The queries of the parts begin after the first render; `fetching` does not count them yet.
  useEffect(() => setReady((before) => before || client.isFetching(firstOf(under)) === 0), [client, under, fetching]);
  return (
    <div className={ready ? 'arrived' : 'not-arrived'} aria-busy={!ready}>
      <div hidden={!ready} className={ready ? 'arrived' : undefined}>
        {children}
      </div>
    </div>
  );
}

const firstOf = (under: string) => ({
  predicate: ({ queryKey, state }: Query) => state.status === 'pending' && String(queryKey[0]).startsWith(under),
});
