import { useEffect } from 'react';

/** Somebody who has touched nothing for so long may be gone: asking on would keep their session alive. */
const ASLEEP_AFTER_MS = 5 * 60_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/** Calls `refresh` again and again, only while the page is visible and somebody is at it, and when it is seen again. */
export function useWhileWatched(refresh: () => void, everyMs: number | false) {
  useEffect(() => {
    if (!everyMs) return;
    let [last, asked] = [Date.now(), Date.now()];
    const isDue = () => Date.now() - asked >= everyMs;
    const look = () => {
      if (document.hidden || !isDue() || Date.now() - last > ASLEEP_AFTER_MS) return;
      asked = Date.now();
      refresh();
    };
    const wake = () => {
      last = Date.now();
      look();
    };
    const timer = setInterval(look, everyMs);
    for (const sign of SIGNS) addEventListener(sign, wake, { passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) removeEventListener(sign, wake);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs, refresh]);
}
