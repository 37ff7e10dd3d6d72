import type { ReactNode } from 'react';
import { AppFrame } from '../lib/app-frame.tsx';
import { useHydrated } from '../lib/hydrated.ts';
import { Waiting } from '../trial/waiting.tsx';

/** The prerendered page knows no address: it waits, and the rest starts in the browser. */
export function ReturnFrame({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  return <AppFrame>{hydrated ? children : <Waiting title="Activating your trial…" />}</AppFrame>;
}
