import { describe, expect, it } from 'vitest';
import { columnOf, SIGN_UP_FIELD_NAMES } from '@lampstand/contracts';
import { getMetadataArgsStorage } from 'typeorm';
import { ERASED_COLUMNS, KEPT_COLUMNS, TrialSignup } from './trial-signup.entity.ts';

const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === TrialSignup);

describe('the columns of a sign-up', () => {
  it('are each either erased with the person or kept', () => {
    const decided = [...Object.keys(ERASED_COLUMNS), ...KEPT_COLUMNS];
    expect(columns.map(({ propertyName }) => propertyName).sort()).toEqual(decided.sort());
  });

  it('have the name that the table of fields derives', () => {
    const nameOf = (field: string) => columns.find(({ propertyName }) => propertyName === field)?.options.name ?? field;
    for (const field of SIGN_UP_FIELD_NAMES) expect(columnOf(nameOf(field))).toBe(columnOf(field));
  });
});
