import { describe, expect, it } from 'vitest';
import { TRIAL_COLUMNS } from './back-office/index.ts';
import { columnOf, FILED_FIELDS, masked, SIGN_UP_FIELD_NAMES, SIGN_UP_FIELDS } from './sign-up-fields.ts';

describe('the fields of the sign-up', () => {
  it('have columns in snake case', () => expect(columnOf('howHeardAbout')).toBe('how_heard_about'));

  it('are shown to support without what names or describes the person', () => {
    const hidden = SIGN_UP_FIELD_NAMES.filter((name) => masked(name, 'mary@church.example') !== 'mary@church.example');
    expect(hidden).toEqual(['email', 'phone', 'birthdate', 'gender', 'message']);
  });

  it('are erased to a value that does not hold theirs', () => {
    for (const name of SIGN_UP_FIELD_NAMES) expect(SIGN_UP_FIELDS[name].erased ?? '').toMatch(/^(0{10}|1900-01-01)?$/);
  });

  it('are in the file after the agreed columns, each header once', () => {
    expect(TRIAL_COLUMNS.slice(0, 19)).toEqual(
      // oxfmt-ignore
      ['Date', 'Name', 'Email', 'Phone', 'Church', 'Position', 'Church Size', 'Trial ID', 'Status', 'Ministry', 'City', 'Church State', 'Plan', 'Phone Verified', 'Card Saved', 'Trial Ends', 'How Heard', 'Church Software', 'Message'],
    );
    expect(new Set(TRIAL_COLUMNS).size).toBe(TRIAL_COLUMNS.length);
    for (const name of FILED_FIELDS) expect(TRIAL_COLUMNS).toContain(SIGN_UP_FIELDS[name].header);
  });
});
