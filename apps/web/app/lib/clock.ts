import { INLINE } from '@lampstand/contracts';
import { useEffect, useState } from 'react';
import { isStatus, reasonOf } from './api.ts';
import { HOME_ZONE, useConfig } from './config.ts';

/** Whole seconds until an instant of the server, counted down; 0 when it is past or unknown. */
export function useCountdown(until: string | undefined): number {
  const { data: config, dataUpdatedAt } = useConfig();
  const [now, setNow] = useState(Date.now);
  const ahead = config ? Date.parse(config.now) - dataUpdatedAt : 0;
  const left = until ? Math.max(0, Math.ceil((Date.parse(until) - ahead - now) / 1000)) : 0;
  const running = left > 0;
  useEffect(() => {
    setNow(Date.now());
    if (!running) return;
    const tick = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(tick);
  }, [running, until]);
  return left;
}

export const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const LONG_DAY = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const;

/** Writes "Sunday, December 20, 2026": the day in the organisation's zone, as the mails say it. */
export function useLongDay(): (instant: string) => string {
  const { data: config } = useConfig();
  const format = new Intl.DateTimeFormat('en-US', { ...LONG_DAY, timeZone: config?.timeZone ?? HOME_ZONE });
  return (instant) => format.format(new Date(instant));
}

/** What the server said, and when it may be tried again. */
export function causeOf(error: unknown): string | undefined {
  const at = isStatus(error, 429) ? error.retryAt : undefined;
  return [reasonOf(error), at && INLINE.retryAt(TIME.format(at))].filter(Boolean).join(' ') || undefined;
}
