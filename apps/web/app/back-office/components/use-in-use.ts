import { useEffect, useState } from 'react';

const IDLE_AFTER_MS = 5 * 60_000;
const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/** Whether the page is visible and was used within five minutes. What keeps the session alive must stop without. */
export function useInUse(): boolean {
  const [inUse, setInUse] = useState(() => !document.hidden);
  useEffect(() => {
    let activeAt = Date.now();
    const update = () => setInUse(!document.hidden && Date.now() - activeAt < IDLE_AFTER_MS);
    const onActivity = () => {
      activeAt = Date.now();
      update();
    };
    const timer = setInterval(update, IDLE_AFTER_MS / 10);
    for (const event of ACTIVITY) addEventListener(event, onActivity, { passive: true });
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      for (const event of ACTIVITY) removeEventListener(event, onActivity);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return inUse;
}
