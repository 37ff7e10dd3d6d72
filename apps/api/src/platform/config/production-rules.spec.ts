import { SAMPLE_CLAIMS, samplesOf } from '@lampstand/contracts';
import { describe, expect, it } from 'vitest';
import { databaseUrlProblems, ownerUrlProblems, settingsProblems } from './production-rules.ts';
import { Settings } from './settings.ts';

const OWN = {
  POSTAL_ADDRESS: '1 Main Street, Waco, TX 76701',
  SUPPORT_EMAIL: 'help@your.site',
  MAIL_FROM: 'hello@your.site',
};
const { founders, testimonials, rating, results } = SAMPLE_CLAIMS;
const own = <T extends object>(claim: T): T => ({ ...claim, sample: false });
const OWN_CLAIMS = {
  founders: founders.map(own),
  testimonials: testimonials.map(own),
  rating: own(rating),
  results: results.map(own),
  answers: { phones: 'It runs on an iPad.' },
};
const problemsWith = (mode: 'live' | 'test', given: Partial<Settings>): string[] =>
  settingsProblems(
    Object.assign(new Settings(), {
      STRIPE_SECRET_KEY: `sk_${mode}_42`,
      STRIPE_PUBLISHABLE_KEY: `pk_${mode}_42`,
      ...given,
    }),
    { SITE_URL: 'https://lampstand.church', DASHBOARD_URL: 'https://dashboard.lampstand.church' },
  );

describe('a site that shows samples', () => {
  it('is refused with live keys, and each sample is named', () => {
    expect(problemsWith('live', {})).toEqual([
      'POSTAL_ADDRESS: is a sample',
      'SUPPORT_EMAIL: is a sample',
      'MAIL_FROM: is a sample',
      ...samplesOf(SAMPLE_CLAIMS).map(
        (sample) => `OWNER_CLAIMS: ${sample} is a sample; replace it and remove "sample"`,
      ),
    ]);
    expect(problemsWith('live', { ...OWN, OWNER_CLAIMS: JSON.stringify(OWN_CLAIMS) })).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ['{', /^OWNER_CLAIMS: is not JSON$/],
    [JSON.stringify({ ...OWN_CLAIMS, founders: [] }), /^OWNER_CLAIMS: founders: .*2/],
    [JSON.stringify({ ...OWN_CLAIMS, rating: { value: 6, count: 1 } }), /^OWNER_CLAIMS: rating\.value: /],
    [JSON.stringify({ ...OWN_CLAIMS, answers: { ipad: 'Yes.' } }), /^OWNER_CLAIMS: answers.*: .*ipad/],
  ])('is refused with claims that cannot be shown: %.40s', (OWNER_CLAIMS, problem) => {
    expect(problemsWith('test', { OWNER_CLAIMS })).toEqual([expect.stringMatching(problem)]);
  });

  it('is accepted with test keys', () => {
    expect(problemsWith('test', {})).toEqual([]);
  });
});

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
