import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { RenderGuard } from '../site/render-guard.tsx';
import { useHydrated } from './hydrated.ts';
import { queryClient } from './query-client.ts';

const Toasts = lazy(() => import('../ui/toasts.tsx'));

/** What every page with a form stands in. Toasts come after hydration: their markup carries style attributes. */
export function AppFrame({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  return (
    <QueryClientProvider client={queryClient}>
      <RenderGuard>{children}</RenderGuard>
      <Suspense>{hydrated && <Toasts />}</Suspense>
    </QueryClientProvider>
  );
}
