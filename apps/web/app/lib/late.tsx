import { useIsFetching } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { whenConnected } from './connection.ts';

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
  const loadOnce = async () => (loaded ??= (await whenConnected(() => load().catch(loadAnew<Props>))).default);
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

let tries = 0;

/**
 * Chromium remembers until the page is left that a module did not load, and names its address in the error
 * (https://github.com/whatwg/html/issues/6768). The same file at another address is another module.
 */
async function loadAnew<Props>(error: unknown): Promise<{ default: ComponentType<Props> }> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
  if (!address) throw error;
  tries += 1;
  return import(/* @vite-ignore */ `${address}?try=${tries}`);
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
