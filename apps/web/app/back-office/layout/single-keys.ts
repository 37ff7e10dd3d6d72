import { useState } from 'react';
import { localStore } from '../../lib/storage.ts';

const stored = localStore<boolean>('single-keys');

/** Whether keys without Ctrl do something, such as J for the next row. Speech input and shaking hands press them by accident. */
export const singleKeysAreOn = (): boolean => stored.read() ?? true;

/** The setting, remembered in this browser. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(singleKeysAreOn);
  const choose = (chosen: boolean) => {
    stored.write(chosen);
    setOn(chosen);
  };
  return [on, choose];
}
