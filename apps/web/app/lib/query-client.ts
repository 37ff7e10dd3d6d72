import { notifyManager, QueryClient } from '@tanstack/react-query';
import { call } from './api.ts';

// A button is disabled before the second click of a double click; by default a timer tells the component.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
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
