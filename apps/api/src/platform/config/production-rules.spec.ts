import { describe, expect, it } from '@jest/globals';
import { settingsProblems } from './production-rules.ts';
import { Settings } from './settings.ts';

const SAMPLE = 'the founder Daniel Brooks';
const problemsWith = (mode: 'live' | 'test', given: Partial<Settings>): string[] =>
  settingsProblems(
    Object.assign(new Settings(), {
      STRIPE_SECRET_KEY: `sk_${mode}_42`,
      STRIPE_PUBLISHABLE_KEY: `pk_${mode}_42`,
      ...given,
    }),
    { SITE_URL: 'https://lampstand.church', DASHBOARD_URL: 'https://dashboard.lampstand.church' },
    [SAMPLE],
  );

describe('a site that shows samples', () => {
  it('is refused with live keys, and each sample is named', () => {
    expect(problemsWith('live', {})).toEqual([
      'POSTAL_ADDRESS: is a sample',
      `libs/contracts/src/owner-claims.ts: ${SAMPLE} is a sample; replace it and remove "sample: true"`,
    ]);
    expect(problemsWith('live', { POSTAL_ADDRESS: '1 Main Street, Waco, TX 76701' })).toHaveLength(1);
  });

  it('is accepted with test keys', () => {
    expect(problemsWith('test', {})).toEqual([]);
  });
});
