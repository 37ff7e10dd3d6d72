import { useEffect, useEffectEvent } from 'react';
import { isSingleKey } from '../../layout/shortcuts.ts';

/** Runs the work of a pressed key, named as in `KeyboardEvent.key`, letters in lower case. Never while someone types. */
export function useShortcuts(keys: Record<string, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (event.repeat || !isSingleKey(event)) return;
    const work = keys[key.length === 1 ? key.toLowerCase() : key];
    if (!work) return;
    event.preventDefault();
    work();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
