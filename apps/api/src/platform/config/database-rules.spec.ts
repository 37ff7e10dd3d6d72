import { describe, expect, it } from '@jest/globals';
import { databaseUrlProblems, ownerUrlProblems } from './database-rules.ts';

const SERVING = 'postgres://server:hunter2hunter2@db.internal/lampstand?sslmode=verify-full';
const OWNER = 'postgres://owner:correcthorse@db.internal/lampstand?sslmode=verify-full';

describe('the database URL of the owner', () => {
  it('is accepted beside that of the serving role, also without a password', () => {
    expect(ownerUrlProblems(OWNER, SERVING)).toEqual([]);
    expect(ownerUrlProblems('postgres://owner@localhost/lampstand', 'postgres://server@localhost/lampstand')).toEqual(
      [],
    );
    expect(databaseUrlProblems('MIGRATION_DATABASE_URL', OWNER)).toEqual([]);
  });

  it.each([
    [OWNER.replace('owner:', 'server:'), /has the role of DATABASE_URL/],
    [`${OWNER}&user=server`, /has the role of DATABASE_URL/],
    [OWNER.replace('correcthorse', 'hunter2hunter2'), /has the password of DATABASE_URL/],
  ])('is refused with the role or the password of the other URL: %s', (url, problem) =>
    expect(ownerUrlProblems(url, SERVING)).toEqual([expect.stringMatching(problem)]),
  );

  it.each([
    ['postgres://owner:correcthorse@db.internal/lampstand', /needs TLS/],
    [`${OWNER}&sslmode=disable`, /has an option twice/],
    ['postgres://postgres:postgres@database:5432/lampstand', /default password/],
    ['postgres://[', /cannot be read/],
  ])('follows the rules of the other URL in production, and is named in the message: %s', (url, problem) => {
    const problems = databaseUrlProblems('MIGRATION_DATABASE_URL', url);
    expect(problems).toContainEqual(expect.stringMatching(problem));
    for (const each of problems) expect(each).toMatch(/^MIGRATION_DATABASE_URL: /);
  });
});
