import { describe, expect, it } from 'vitest';
import { LIMITS } from './limits.ts';

const PASTORS_IN_ONE_ROOM = 200;

describe('the limits', () => {
  // oxfmt-ignore
  it.each([
    ['unprovenCodesPerPrefixAndAddress', 20, 3600],
    ['unprovenCodesPerPrefix', 100, 3600],
    ['codesPerPhone',    5,  86_400],
    ['phonesPerTrial',   3,  86_400],
    ['declinesPerTrial', 10, 86_400],
    ['loginsPerAccount', 40, 3600],
    ['linksInARowPerTrial', 1, 30],
    ['linksPerTrial',    5,  86_400],
    ['emailsPerTrial',   2,  86_400],
    ['unprovenMailsPerEmail', 3,  86_400],
    ['provenMailsPerEmail',   10, 86_400],
    ['supportMailsPerEmail',  10, 86_400],
    ['lookupsOverall',        6000, 600],
    ['databaseUnlocksOverall', 100, 900],
    ['missesPerAddress', 30, 600],
    ['supportCodesPerPhone', 5, 86_400],
    ['supportLinksPerTrial', 10, 86_400],
    ['supportCorrectionsPerTrial', 10, 86_400],
    ['applicationMailsPerEmail', 3, 86_400],
    ['newsletterMailsPerEmail',  3, 86_400],
    ['planMailsPerEmail', 3, 86_400],
    ['receiptsMailsPerEmail', 3, 86_400],
    ['planLinksPerAddress', 10, 600],
  ] as const)('of %s are %i in %i seconds', (name, points, seconds) => {
    expect(LIMITS[name]).toMatchObject({ points, seconds });
  });

  it('always apply if they belong to the domain, and only then', () => {
    const always = Object.entries(LIMITS).filter(([, limit]) => limit.always);
    expect(always.map(([name]) => name)).toEqual([
      'usesPerChallenge',
      'codesPerPhone',
      'triesPerCodeAndNetwork',
      'phonesPerTrial',
      'declinesPerTrial',
      'linksInARowPerTrial',
      'linksPerTrial',
      'emailsPerTrial',
      'supportCodesPerPhone',
      'supportLinksPerTrial',
      'supportCorrectionsPerTrial',
      'applicationMailsPerEmail',
      'newsletterMailsPerEmail',
      'takenMailsPerEmail',
      'unprovenMailsPerEmail',
      'ownLinksPerEmail',
      'provenMailsPerEmail',
      'supportMailsPerEmail',
      'planMailsPerEmail',
      'receiptsMailsPerEmail',
      'invoiceRetriesPerSubscription',
      'planReadsPerSubscription',
      'planChangesPerSubscription',
      'planCardPagesPerSubscription',
    ]);
  });

  it('of an address count a /64 of IPv6 as one address', () => {
    const names = Object.keys(LIMITS).filter((name) => /PerAddress$|AndAddress$|PerStranger$/.test(name));
    expect(Object.entries(LIMITS).filter(([, limit]) => limit.per === 'address')).toHaveLength(names.length);
    for (const name of names) expect(LIMITS[name as keyof typeof LIMITS]).toMatchObject({ per: 'address' });
  });

  it('allow a conference of pastors at one address', () => {
    for (const name of [
      'lookupsPerAddress',
      'signupsPerAddress',
      'codesPerAddress',
      'checksPerAddress',
      'linksPerAddress',
      'unprovenCodesPerAddress',
      'cardsPerAddress',
      'applicationsPerAddress',
      'trialRequestsPerAddress',
      'newsletterPerAddress',
    ] as const)
      expect(LIMITS[name].points).toBeGreaterThanOrEqual(2 * PASTORS_IN_ONE_ROOM);
  });
});
