import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Toasts } from '../ui/toasts.tsx';
import { useHydrated } from './hydrated.ts';
import { queryClient } from './query-client.ts';

/** What every page with a form stands in. Toasts come after hydration: their markup carries style attributes. */
export function AppFrame({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      {hydrated && <Toasts />}
    </QueryClientProvider>
  );
}
