import { civilDay, INLINE, type PublicConfig } from '@lampstand/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isStatus, reasonOf } from './api.ts';
import { queryClient } from './query-client.ts';
import { whenText } from './time-text.ts';

export const DEFAULT_TIME_ZONE = 'America/Chicago';

const CONFIG = ['/api/config'];

export const useConfig = () => useQuery<PublicConfig>({ queryKey: CONFIG });

/** The server's time; undefined until /api/config is loaded. */
export function serverNow(): Date | undefined {
  const config = queryClient.getQueryState<PublicConfig>(CONFIG);
  return config?.data && new Date(Date.parse(config.data.now) + Date.now() - config.dataUpdatedAt);
}

/** The civil day for age checks: the server's; until /api/config is loaded, this device's. */
export function useToday(): string {
  const { data } = useConfig();
  const [here] = useState(() => civilDay(new Date(), DEFAULT_TIME_ZONE));
  return data?.today ?? here;
}

/** "tomorrow at 2:14 AM" for an instant of the server. */
export const when = (instant: string): string => whenText(new Date(instant), serverNow() ?? new Date());

/** Counts down whole seconds to an instant by the server's clock; 0 when it is past or undefined. */
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

const LONG_DAY = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const;

/** Formats an instant as "Sunday, December 20, 2026" in the organization's time zone, as emails do. */
export const useLongDay = (): ((instant: string) => string) => useDay(LONG_DAY);

/** Formats the day of an instant in the organization's time zone. */
export function useDay(as: Intl.DateTimeFormatOptions): (instant: string) => string {
  const { data: config } = useConfig();
  const format = new Intl.DateTimeFormat('en-US', { ...as, timeZone: config?.timeZone ?? DEFAULT_TIME_ZONE });
  return (instant) => format.format(new Date(instant));
}

/** The server's error message and, for a 429, the time of the next allowed attempt. */
export function causeOf(error: unknown): string | undefined {
  const at = isStatus(error, 429) ? error.body.retryAt : undefined;
  return [reasonOf(error), at && INLINE.retryAt(when(at))].filter(Boolean).join(' ') || undefined;
}
