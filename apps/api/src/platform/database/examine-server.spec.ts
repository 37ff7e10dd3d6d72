import { describe, expect, it } from '@jest/globals';
import { complaintAbout, isRefusedByServer } from './examine-server.ts';

describe('a database server that is examined at boot', () => {
  it('is taken from PostgreSQL 15 on, with the limits of time that we asked for', () => {
    expect(complaintAbout(15, 30_000, 30_000)).toBeUndefined();
    expect(complaintAbout(18, 30_000, 30_000)).toBeUndefined();
  });

  it('that is too old is refused in a sentence', () =>
    expect(complaintAbout(14, 30_000, 30_000)).toBe(
      'PostgreSQL 14 is too old: at least 15 is needed at DATABASE_URL.',
    ));

  it('behind a PgBouncer that drops our limits of time is refused in a sentence', () =>
    expect(complaintAbout(18, 0, 30_000)).toMatch(/statement_timeout \(0 ms instead of 30000\).*transaction pooling/));

  it.each([
    ['08P01', true],
    ['28P01', true],
    ['28000', true],
    ['40P01', false],
    ['ECONNREFUSED', false],
    [undefined, false],
  ])('that answers %s is quoted: %s', (code, quoted) => expect(isRefusedByServer({ code })).toBe(quoted));
});
