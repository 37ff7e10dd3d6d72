import { describe, expect, it } from '@jest/globals';
import { complaintAbout, sentenceOf } from './examine-server.ts';

const SETTING = 'DATABASE_URL';

describe('a database server that is examined at boot', () => {
  it('is taken from PostgreSQL 15 on, with the limits of time that we asked for', () => {
    expect(complaintAbout(SETTING, 15, 30_000, 30_000)).toBeUndefined();
    expect(complaintAbout(SETTING, 18, 30_000, 30_000)).toBeUndefined();
  });

  it('that is too old is refused in a sentence', () =>
    expect(complaintAbout(SETTING, 14, 30_000, 30_000)).toBe(
      'PostgreSQL 14 is too old: at least 15 is needed at DATABASE_URL.',
    ));

  it('behind a PgBouncer that drops our limits of time is refused in a sentence', () =>
    expect(complaintAbout(SETTING, 18, 0, 30_000)).toMatch(
      /statement_timeout \(0 ms instead of 30000\).*transaction pooling/,
    ));

  it.each([
    ['08P01', /^PostgreSQL at MIGRATION_DATABASE_URL refuses: what it said$/],
    ['28P01', /^PostgreSQL at MIGRATION_DATABASE_URL refuses: what it said$/],
    ['ECONNREFUSED', /^PostgreSQL does not answer at MIGRATION_DATABASE_URL\.$/],
    ['ENOTFOUND', /^PostgreSQL at MIGRATION_DATABASE_URL cannot be reached: what it said$/],
  ])('that is not reached, by %s, is told by the name of its setting', (code, sentence) =>
    expect(sentenceOf({ code, message: 'what it said' }, 'MIGRATION_DATABASE_URL')).toMatch(sentence),
  );
});
