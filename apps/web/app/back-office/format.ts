import { SIGNUP_CHURCH_SIZES } from '@lampstand/contracts';
import { type Move, moveOf } from '@lampstand/contracts/back-office';
import { DEFAULT_TIME_ZONE, useConfig } from '../lib/clock.ts';

export { stateName } from '@lampstand/contracts/back-office';

const NUMBER = new Intl.NumberFormat('en-US');
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const WEEKDAY = new Intl.DateTimeFormat('en-US', SHORT);
const WEEKDAY_AND_YEAR = new Intl.DateTimeFormat('en-US', { ...SHORT, year: 'numeric' });

export const count = (number: number): string => NUMBER.format(number);
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;
/** How many rows a list has: "1,284 sign-ups", or "5,000+ sign-ups" where the server stopped counting. */
export const countedRows = ({ total, atLeast }: Total, one: string, many?: string): string =>
  atLeast ? counted(total, one, many).replace(' ', '+ ') : counted(total, one, many);
type Total = { total: number; atLeast: boolean };

export const percent = (part: number, whole: number): string => PERCENT.format(whole ? part / whole : 0);

/** "Mar 2, 2026", of a civil day. */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

/** "March 2026", of "2026-03". */
export const monthText = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

export const MOVE_NAMES: Record<Move, string> = {
  new: 'New paying',
  trialOver: 'Free trial ended',
  trialPaid: 'Free trial ended, paying',
  endedInTrial: 'Ended in the trial',
  endedByMember: 'Ended by the member',
  endedUnpaid: 'Ended unpaid',
  endedByUs: 'Ended by us',
};

/** "New paying in October 2026", of "new.2026-10". */
export function moveText(moved: string): string {
  const found = moveOf(moved);
  return found ? `${MOVE_NAMES[found.move]} in ${monthText(found.month)}` : moved;
}

/** "Tue, Dec 1", of a civil day; "Tue, Dec 1, 2026" in another year than `today`'s. */
export const weekdayText = (day: string, today: string): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? WEEKDAY : WEEKDAY_AND_YEAR).format(new Date(`${day}T00:00:00Z`));

export const churchSizeText = (value: string): string =>
  SIGNUP_CHURCH_SIZES.find((size) => size.value === value)?.label ?? value;

/** The organization's time zone, in which days begin and instants are shown. */
export function useZone() {
  const { data: config } = useConfig();
  const timeZone = config?.timeZone ?? DEFAULT_TIME_ZONE;
  const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone });
  const named = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longGeneric', timeZone }).formatToParts(0);
  return {
    timeZone,
    /** "Central Time" */
    zoneName: named.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
    /** "Mar 2, 2026" */
    dateText: (at: string): string => date.format(new Date(at)),
    /** "Mar 2 – Apr 2, 2026" */
    rangeText: (from: string, to: string): string => date.formatRange(new Date(from), new Date(to)),
    /** "3:14 PM" */
    timeText: (at: string): string => time.format(new Date(at)),
    /** "Mar 2, 2026, 3:14 PM" */
    instantText: (at: string): string => instant.format(new Date(at)),
  };
}
