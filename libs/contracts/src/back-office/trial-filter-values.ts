import { SIGNUP_CHURCH_SIZES, US_STATES, valuesOf } from '../choices.ts';
import { isCivilDate, isInstant } from '../civil-date.ts';
import { TIER_IDS } from '../plans.ts';
import { type Period, PERIODS } from './periods.ts';
import { MEMBER_STATES, SIGNUP_STATES, STUCK_GROUP_NAMES } from './states.ts';

/** What the parameters of the sign-ups' filter may be. Without zod: the first load of the back office has this file. */

export const LIST_MESSAGES = {
  date: 'Please choose a valid date',
  reversed: 'The start date must not be after the end date',
  invalid: 'Invalid input',
  columns: 'Please choose from the columns there are, each once',
} as const;

export const TRIAL_SORTS = ['createdAt', 'name', 'email', 'churchName'] as const;

/** Sign-ups that are left out unless `include` names them. */
export const LEFT_OUT = ['superseded', 'erased'] as const;
/** How far sign-ups came, at least. */
const REACHED = ['verified', 'card', 'account'] as const;

/** What happened to subscriptions in a month; the reports count each. */
export const MOVES = [
  'new',
  'trialOver',
  'trialPaid',
  'endedInTrial',
  'endedByMember',
  'endedUnpaid',
  'endedByUs',
] as const;
export type Move = (typeof MOVES)[number];

/** The move and the month of the filter `moved`, such as "new.2026-10". */
export const moveOf = (text: string): { move: Move; month: string } | undefined => {
  const [, name, month = ''] = /^(\w+)\.(\d{4}-\d{2})$/.exec(text) ?? [];
  const move = MOVES.find((each) => each === name);
  return move && isCivilDate(`${month}-01`) ? { move, month } : undefined;
};

/** The values of a filter that takes several. */
export const listed = (text = ''): string[] => text.split(',').filter(Boolean);

/** One or several of `values`, separated by commas; empty is no filter. */
const someOf =
  (values: readonly string[]) =>
  (text: string): boolean =>
    text.length <= 400 && listed(text).every((each) => values.includes(each));

/** One or several codes of the payment provider. */
const isCodes = (text: string): boolean => text.length <= 400 && /^([\w-]+(,[\w-]+)*)?$/.test(text);

export const isShort = (text: string): boolean => text.length <= 200;

const isDay = (text: string): boolean => text === '' || isCivilDate(text);

/** Whether a parameter has a value of the filter. */
export const TRIAL_FILTER_VALUES = {
  startDate: isDay,
  endDate: isDay,
  period: (text: string) => text === '' || PERIODS.includes(text as Period),
  since: isInstant,
  q: isShort,
  state: someOf([...SIGNUP_STATES, ...MEMBER_STATES]),
  stuck: someOf(STUCK_GROUP_NAMES),
  reached: someOf(REACHED),
  notReached: someOf(REACHED),
  plan: someOf(TIER_IDS),
  churchSize: someOf(valuesOf(SIGNUP_CHURCH_SIZES)),
  churchState: someOf(valuesOf(US_STATES)),
  abovePlan: (text: string) => /^(yes)?$/.test(text),
  moved: (text: string) => text === '' || moveOf(text) !== undefined,
  source: isShort,
  cardDeclined: isCodes,
  invoiceDeclined: isCodes,
  contacted: (text: string) => /^(yes|no)?$/.test(text),
  waiting: (text: string) => /^([1-9]\d{0,3})?$/.test(text),
  owner: (text: string) => /^(me|any|none|[1-9]\d{0,8})?$/.test(text),
  include: someOf(LEFT_OUT),
  sort: (text: string) => TRIAL_SORTS.includes(text.replace(/^-/, '') as (typeof TRIAL_SORTS)[number]),
};
