import { DEFAULT_TIME_ZONE, useConfig } from '../../lib/clock.ts';
import { useZone } from '../format.ts';

/** "Nov 18, 2026, 3:14 PM"; in a narrow column the time stands below the day. */
export function Instant({ at }: { at: string }) {
  const [day, year, time] = useZone().instantText(at).split(', ');
  return (
    <time dateTime={at}>
      <span className="nowrap">{`${day}, ${year},`}</span> <span className="nowrap">{time}</span>
    </time>
  );
}

/** "2 days ago, Nov 18, 2026, 3:14 PM CST"; `short` leaves the exact time to the tooltip. */
export function TimeAgo({ at, short }: { at: string; short?: boolean }) {
  const { ago, exact } = useServerTime();
  return (
    <time className="moment" dateTime={at} title={short ? exact(at) : undefined}>
      {ago(at)}
      {!short && <span className="quiet">, {exact(at)}</span>}
    </time>
  );
}

/** Times relative to the server's clock, because this device's clock may be wrong; exact ones in the organization's zone. */
export function useServerTime() {
  const { data: config, dataUpdatedAt } = useConfig();
  const ahead = config ? Date.parse(config.now) - dataUpdatedAt : 0;
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: config?.timeZone ?? DEFAULT_TIME_ZONE,
    timeZoneName: 'short',
  });
  const secondsSince = (at: string) => (Date.now() + ahead - Date.parse(at)) / 1000;
  return {
    secondsSince,
    ago: (at: string) => timeAgoText(secondsSince(at)),
    exact: (at: string) => format.format(new Date(at)),
  };
}

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const RELATIVE = new Intl.RelativeTimeFormat('en');

/** In the largest whole unit, "2 days ago" or "in 1 minute"; under a minute "just now". */
export function timeAgoText(seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return unit === 'second' ? 'just now' : RELATIVE.format(-Math.trunc(seconds / length), unit);
}

/** "for 40 minutes" */
export function durationText(seconds: number): string {
  const ago = timeAgoText(Math.max(0, seconds));
  return ago === 'just now' ? 'for less than a minute' : `for ${ago.replace(/ ago$/, '')}`;
}
