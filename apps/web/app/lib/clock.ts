import { civilDay, INLINE, type PublicConfig } from '@lampstand/contracts';
import { useEffect, useState } from 'react';
import { isStatus, reasonOf } from './api.ts';
import { useConfig } from './config.ts';

const DAY = 86_400_000;

/** How far the server's calendar runs ahead of this device's: whole days, as a test clock is moved. */
function daysAhead({ today, timeZone }: PublicConfig): number {
  return Math.round((Date.parse(today) - Date.parse(civilDay(new Date(), timeZone))) / DAY);
}

/** Whole seconds until an instant of the server, counted down; 0 when it is past or unknown. */
export function useCountdown(until: string | undefined): number {
  const { data: config } = useConfig();
  const [now, setNow] = useState(Date.now);
  const ahead = config ? daysAhead(config) * DAY : 0;
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
const LONG_DAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

/** "Sunday, December 20, 2026" */
export const longDay = (instant: string) => LONG_DAY.format(new Date(instant));

/** What the server said, and when it may be tried again. */
export function causeOf(error: unknown): string | undefined {
  const at = isStatus(error, 429) ? error.retryAt : undefined;
  return [reasonOf(error), at && INLINE.retryAt(TIME.format(at))].filter(Boolean).join(' ') || undefined;
}
