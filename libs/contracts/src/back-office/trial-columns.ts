import type { FieldHeader } from '../sign-up-fields.ts';

/** Columns that are not one field of the form. */
type OwnColumn =
  | 'Date'
  | 'Name'
  | 'Trial ID'
  | 'Status'
  | 'Plan'
  | 'Phone Verified'
  | 'Card Saved'
  | 'Trial Ends'
  | 'Status Since'
  | 'Owed'
  | 'Contacted'
  | 'Owner';
export type TrialColumn = FieldHeader | OwnColumn;

const COLUMNS: Record<TrialColumn, true> = {
  Date: true,
  Name: true,
  Email: true,
  Phone: true,
  Church: true,
  Position: true,
  'Church Size': true,
  'Trial ID': true,
  Status: true,
  Ministry: true,
  City: true,
  'Church State': true,
  Plan: true,
  'Phone Verified': true,
  'Card Saved': true,
  'Trial Ends': true,
  'How Heard': true,
  'Church Software': true,
  Message: true,
  'Status Since': true,
  Owed: true,
  Contacted: true,
  Owner: true,
};

/** Columns of the sign-ups, in the table and the file: the agreed order, then any later one. The first seven are the file's default. */
export const TRIAL_COLUMNS = Object.keys(COLUMNS) as readonly TrialColumn[];
export const DEFAULT_TRIAL_COLUMNS = TRIAL_COLUMNS.slice(0, 7);

/** The columns named by `columns=`, the file's default without it; undefined when one is unknown or named twice. */
export function columnsOf(names = ''): readonly TrialColumn[] | undefined {
  if (!names) return DEFAULT_TRIAL_COLUMNS;
  const asked = names.split(',').map((name) => TRIAL_COLUMNS.find((column) => column === name.trim()));
  const known = asked.filter((column) => column !== undefined);
  return known.length === asked.length && new Set(known).size === known.length ? known : undefined;
}
