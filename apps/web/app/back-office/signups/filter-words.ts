import { PLANS, SIGNUP_CHURCH_SIZES, US_STATES } from '@lampstand/contracts';
import {
  declineName,
  LEFT_OUT,
  listed,
  MEMBER_STATES,
  SIGNUP_STATES,
  stateName,
  STUCK_GROUP_LABELS,
  STUCK_GROUP_NAMES,
} from '@lampstand/contracts/back-office';
import { moveText } from '../format.ts';
import { STAGES } from './days.ts';
import type { ChoiceName } from './signup-filter.ts';

/** The filters of the sign-ups in words. */

export interface Choice {
  value: string;
  label: string;
}

const INCLUDED: Record<(typeof LEFT_OUT)[number], string> = {
  superseded: 'Superseded sign-ups',
  erased: 'Erased people',
};

export const FILTERS: Record<ChoiceName, { label: string; choices: readonly Choice[] }> = {
  stuck: {
    label: 'Stuck',
    choices: STUCK_GROUP_NAMES.map((value) => ({ value, label: STUCK_GROUP_LABELS[value] })),
  },
  state: {
    label: 'Status',
    choices: [...SIGNUP_STATES, ...MEMBER_STATES].map((value) => ({ value, label: stateName(value) })),
  },
  reached: { label: 'Reached', choices: STAGES.map(({ key, label }) => ({ value: key, label })) },
  notReached: { label: 'Not reached', choices: STAGES.map(({ key, label }) => ({ value: key, label })) },
  plan: { label: 'Plan', choices: PLANS.map(({ id, name }) => ({ value: id, label: name })) },
  churchSize: { label: 'Church size', choices: SIGNUP_CHURCH_SIZES },
  churchState: { label: 'State of the church', choices: US_STATES },
  abovePlan: { label: 'More active users than the plan includes', choices: [{ value: 'yes', label: 'Yes' }] },
  moved: { label: 'Subscription', choices: [] },
  contacted: {
    label: 'Contacted',
    choices: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
  },
  waiting: {
    label: 'Waiting longer than',
    choices: [
      { value: '1', label: '1 hour' },
      { value: '24', label: '1 day' },
      { value: '72', label: '3 days' },
      { value: '168', label: '7 days' },
      { value: '720', label: '30 days' },
    ],
  },
  owner: {
    label: 'Owner',
    choices: [
      { value: 'me', label: 'Me' },
      { value: 'any', label: 'Someone' },
      { value: 'none', label: 'No one' },
    ],
  },
  source: { label: 'How heard', choices: [] },
  cardDeclined: { label: 'Card declined', choices: [] },
  invoiceDeclined: { label: 'Invoice declined', choices: [] },
  include: { label: 'Include', choices: LEFT_OUT.map((value) => ({ value, label: INCLUDED[value] })) },
};
/** The labels of values that have no choice in the filter. */
const TEXTS: Partial<Record<ChoiceName, (value: string) => string>> = {
  state: (value) => (value === 'open' ? 'Open' : stateName(value)),
  moved: moveText,
  cardDeclined: declineName,
  invoiceDeclined: declineName,
};

/** "Status: Phone check, Past due" for each filter in use. */
export const choiceTexts = (choices: Partial<Record<string, string>>): { name: ChoiceName; text: string }[] =>
  (Object.keys(FILTERS) as ChoiceName[]).flatMap((name) => {
    const chosen = choices[name];
    if (!chosen) return [];
    const { label, choices: offered } = FILTERS[name];
    const textOf = TEXTS[name] ?? String;
    const words = (name === 'source' ? [chosen] : listed(chosen)).map(
      (value) => offered.find((each) => each.value === value)?.label ?? textOf(value),
    );
    return [{ name, text: `${label}: ${words.join(', ')}` }];
  });
