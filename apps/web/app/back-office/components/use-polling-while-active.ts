import { useEffect, useEffectEvent, useRef } from 'react';
import { useInUse } from './use-in-use.ts';

/** Calls `refresh` every `everyMs` while the page is in use, and at once when it is used again and a call is due. */
export function usePollingWhileActive(refresh: () => void, everyMs: number) {
  const inUse = useInUse();
  const polledAt = useRef(0);
  const poll = useEffectEvent(() => {
    polledAt.current = Date.now();
    refresh();
  });
  useEffect(() => void (polledAt.current = Date.now()), []);
  useEffect(() => {
    if (!inUse) return;
    if (Date.now() - polledAt.current >= everyMs) poll();
    const timer = setInterval(poll, everyMs);
    return () => clearInterval(timer);
  }, [inUse, everyMs]);
}
