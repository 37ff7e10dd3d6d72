import { formatPhone, SIGNUP_CHURCH_SIZES } from '@lampstand/contracts';
import { HOME_ZONE, useConfig } from '../lib/config.ts';

const NUMBER = new Intl.NumberFormat('en-US');
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

export const count = (number: number): string => NUMBER.format(number);
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;
export const percent = (part: number, whole: number): string => PERCENT.format(whole ? part / whole : 0);

/** "Mar 2, 2026", of a civil day. */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

/** A masked one stays as it came. */
export const phoneText = (phone: string): string => (/^\d{10}$/.test(phone) ? formatPhone(phone) : phone);

export const churchSizeText = (value: string): string =>
  SIGNUP_CHURCH_SIZES.find((size) => size.value === value)?.label ?? value;

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** The organisation's zone, in which days begin and instants are shown. */
export function useZone() {
  const { data: config } = useConfig();
  const timeZone = config?.timeZone ?? HOME_ZONE;
  const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const named = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longGeneric', timeZone }).formatToParts(0);
  return {
    timeZone,
    /** "Central Time" */
    zoneName: named.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
    /** "Mar 2, 2026, 3:14 PM" */
    instantText: (at: string): string => instant.format(new Date(at)),
  };
}
