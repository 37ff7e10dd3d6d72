import { useSyncExternalStore } from 'react';
import { localStore } from '../../lib/storage.ts';

const stored = localStore<boolean>('single-keys');
const listeners = new Set<() => void>();

/** Whether keys without Ctrl do something, such as J for the next row. Speech input and shaking hands press them by accident. */
export const singleKeysAreOn = (): boolean => stored.read() ?? true;

/** The setting, remembered in this browser. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, singleKeysAreOn), chooseSingleKeys];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function chooseSingleKeys(on: boolean) {
  stored.write(on);
  for (const listener of listeners) listener();
}
