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
    const poll = () => {
      if (document.hidden || Date.now() - activeAt > IDLE_AFTER_MS) return;
      polledAt = Date.now();
      onDue();
    };
    const pollIfDue = () => {
      if (Date.now() - polledAt >= everyMs) poll();
    };
    const onActivity = () => {
      activeAt = Date.now();
      pollIfDue();
    };
    // Not if due: the wall clock may be a millisecond behind the timer, and the next call would be an interval late.
    const timer = setInterval(poll, everyMs);
    for (const event of ACTIVITY) addEventListener(event, onActivity, { passive: true });
    document.addEventListener('visibilitychange', pollIfDue);
    return () => {
      clearInterval(timer);
      for (const event of ACTIVITY) removeEventListener(event, onActivity);
      document.removeEventListener('visibilitychange', pollIfDue);
    };
  }, [everyMs]);
}
