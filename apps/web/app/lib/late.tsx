import { useIsFetching } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadPart } from './parts.ts';

const loads = new Set<() => Promise<unknown>>();

/**
 * A component that no page needs to show its data. It loads when it is first shown, or before by `useLateParts`. Not by
 * Suspense, which shows a component at the earliest 300 ms after its fallback.
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
) {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= (await loadPart(load)).default);
  loads.add(loadOnce);

  return function Late(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part) return;
      let isShown = true;
      loadOnce().then(
        (component) => isShown && setPart(() => component),
        (error: unknown) =>
          isShown &&
          setPart(() => {
            throw error;
          }),
      );
      return () => void (isShown = false);
    }, [Part]);
    return Part ? <Part {...props} /> : fallback;
  };
}

const IDLE_MS = 200;

/** Loads the late components once no query of the page runs, so that they are there when they are needed. */
export function useLateParts(): void {
  const isBusy = useIsFetching() > 0;
  useEffect(() => {
    if (isBusy) return;
    const timer = setTimeout(() => {
      for (const load of loads) load().catch(() => {});
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
}
