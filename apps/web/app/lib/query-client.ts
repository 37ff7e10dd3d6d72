import { notifyManager, QueryClient } from '@tanstack/react-query';
import { call } from './api.ts';

// A button is disabled before the second click of a double click; by default a timer tells the component.
notifyManager.setScheduler(queueMicrotask);

/** On the server each rendering has a client of its own, so that no visitor gets the data of another. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        /** GETs the first element of the query key. */
        queryFn: ({ queryKey }) => call('GET', String(queryKey[0])),
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** The one of the browser. */
export const queryClient = newQueryClient();
