import { type QueryFunction, QueryClient } from '@tanstack/react-query';
import { call, isStatus } from './api.ts';

/** Default query function: GETs the first element of the query key. `on401: 'returnNull'` answers a 401 with null. */
export const getQuery =
  ({ on401 = 'throw' }: { on401?: 'throw' | 'returnNull' } = {}): QueryFunction =>
  async ({ queryKey }) => {
    try {
      return await call('GET', String(queryKey[0]));
    } catch (error) {
      if (on401 === 'returnNull' && isStatus(error, 401)) return null;
      throw error;
    }
  };

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: getQuery(),
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
