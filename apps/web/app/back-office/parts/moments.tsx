import { useConfig, HOME_ZONE } from '../../lib/config.ts';
import { agoInWords } from './ago.ts';

/** An instant as people say it, "2 days ago", with the exact time in the organisation's zone beside it. */
export function Moment({ at, short }: { at: string; short?: boolean }) {
  const { ago, exact } = useMoments();
  return (
    <time className="moment" dateTime={at} title={short ? exact(at) : undefined}>
      {ago(at)}
      {!short && <span className="quiet">, {exact(at)}</span>}
    </time>
  );
}

/** Reads instants by the server's clock, for this device's may be wrong. */
export function useMoments() {
  const { data: config, dataUpdatedAt } = useConfig();
  const ahead = config ? Date.parse(config.now) - dataUpdatedAt : 0;
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: config?.timeZone ?? HOME_ZONE,
    timeZoneName: 'short',
  });
  const secondsSince = (at: string) => (Date.now() + ahead - Date.parse(at)) / 1000;
  return {
    secondsSince,
    ago: (at: string) => agoInWords(secondsSince(at)),
    exact: (at: string) => format.format(new Date(at)),
  };
}

const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A civil day, "Tue, Dec 1". */
export const civilDayInWords = (day: string) => DAY.format(new Date(`${day}T00:00:00Z`));
