import { choiceLabel } from '@lampstand/contracts';
import type { AmbassadorState, SubscriptionState, TrialState } from '@lampstand/workflows';
import { DEFAULT_TIME_ZONE, useConfig } from '../lib/clock.ts';

const NUMBER = new Intl.NumberFormat('en-US');
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

export const count = (number: number): string => NUMBER.format(number);
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;
export const percent = (part: number, whole: number): string => PERCENT.format(whole ? part / whole : 0);

/** "Mar 2, 2026", of a civil day. */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

/** "Tue, Dec 1", of a civil day. */
export const weekdayText = (day: string): string => WEEKDAY.format(new Date(`${day}T00:00:00Z`));

export const churchSizeText = (value: string): string => choiceLabel('churchSize', value);

/** The organization's time zone, in which days begin and instants are shown. */
export function useZone() {
  const { data: config } = useConfig();
  const timeZone = config?.timeZone ?? DEFAULT_TIME_ZONE;
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

/** The name of a state of any of the charts; an unknown state stays as it is. */
export const stateName = (state: string): string => NAMES[state] ?? state;

const TRIAL_STATE_NAMES: Record<TrialState, string> = {
  registration: 'Details',
  phoneVerification: 'Phone check',
  billingInformation: 'Plan and card',
  openingAccount: 'Opening account',
  success: 'Account open',
  alreadyMember: 'Has an account',
  cancelled: 'Cancelled',
};

const AMBASSADOR_STATE_NAMES: Record<AmbassadorState, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  inReview: 'In review',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

const SUBSCRIPTION_STATE_NAMES: Record<SubscriptionState, string> = {
  unstarted: 'Not begun',
  trialing: 'Free trial',
  active: 'Active',
  pastDue: 'Past due',
  unpaid: 'Unpaid',
  canceled: 'Ended',
};

const NAMES: Record<string, string> = { ...AMBASSADOR_STATE_NAMES, ...SUBSCRIPTION_STATE_NAMES, ...TRIAL_STATE_NAMES };
