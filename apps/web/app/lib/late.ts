import { useIsFetching } from '@tanstack/react-query';
import { type ComponentType, lazy, useEffect } from 'react';

const loads: (() => Promise<unknown>)[] = [];

/** A component that no page needs to show its data. It loads when it is first shown, or before by `useLateParts`. */
export function late<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  loads.push(load);
  return lazy(load);
}

/** Once the page has its data, loads the late components, so that they are there when they are needed. */
export function useLateParts(): void {
  const isBusy = useIsFetching() > 0;
  useEffect(() => {
    if (isBusy) return;
    const timer = setTimeout(() => loads.splice(0).forEach((load) => void load().catch(() => {})), IDLE_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
}

const IDLE_MS = 200;
