import { useEffect, useEffectEvent } from 'react';

/** Polling keeps a session alive, so it stops when the page has not been used for this long. */
const IDLE_AFTER_MS = 5 * 60_000;
const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/** Calls `refresh` every `everyMs` while the page is visible and in use, and at once when it is used again and a call is due. */
export function usePollingWhileActive(refresh: () => void, everyMs: number | false) {
  // A new function with each render must not restart the idle time.
  const onDue = useEffectEvent(refresh);
  useEffect(() => {
    if (!everyMs) return;
    let [activeAt, polledAt] = [Date.now(), Date.now()];
    const isDue = () => Date.now() - polledAt >= everyMs;
    const poll = () => {
      if (document.hidden || !isDue() || Date.now() - activeAt > IDLE_AFTER_MS) return;
      polledAt = Date.now();
      onDue();
    };
    const onActivity = () => {
      activeAt = Date.now();
      poll();
    };
    const timer = setInterval(poll, everyMs);
    for (const event of ACTIVITY) addEventListener(event, onActivity, { passive: true });
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      for (const event of ACTIVITY) removeEventListener(event, onActivity);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [everyMs]);
}
