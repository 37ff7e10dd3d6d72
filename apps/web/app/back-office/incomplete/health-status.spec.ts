import { describe, expect, it } from 'vitest';
import type { Health } from '@lampstand/contracts/back-office';
import { healthProblems } from './health-status.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();
const secondsSince = (at: string) => (NOW - Date.parse(at)) / 1000;

const findings = (given: Partial<Health>) =>
  healthProblems(
    {
      codesSent: 0,
      codesVerified: 0,
      webhookLagSeconds: null,
      oldestUnopened: null,
      deadJobs: 0,
      ...given,
    },
    secondsSince,
  );
const texts = (given: Partial<Health>) => findings(given).map(({ text }) => text);

describe('the health of the service', () => {
  it.each<[string, Partial<Health>]>([
    ['when nothing happens', {}],
    ['when half of the codes are typed', { codesSent: 10, codesVerified: 5 }],
    ['when too few codes were sent to judge by', { codesSent: 4, codesVerified: 0 }],
    ['when webhooks come within two minutes', { webhookLagSeconds: 120 }],
    ['while an account is just being opened', { oldestUnopened: { trialId: 7, since: ago(180) } }],
  ])('is good %s', (_when, given) => expect(findings(given)).toEqual([]));

  it('is bad when fewer than half of five codes or more were typed', () =>
    expect(texts({ codesSent: 5, codesVerified: 2 })).toEqual([
      'Fewer than half of the codes of the last hour were typed: text messages may not arrive.',
    ]));

  it('is bad when webhooks take longer than two minutes', () =>
    expect(texts({ webhookLagSeconds: 121 })).toEqual(['The payment provider’s news come late.']));

  it('links to the sign-up whose account did not open within three minutes of the card', () =>
    expect(findings({ oldestUnopened: { trialId: 7, since: ago(181) } })).toEqual([
      {
        text: 'A card is saved and its account is not open.',
        link: { to: '/trials/7', label: 'Open the sign-up' },
      },
    ]));

  it('counts dead jobs and links to them', () => {
    const link = { to: '/admin/queue?group=deadJobs', label: 'Look at dead jobs' };
    expect(findings({ deadJobs: 1 })).toEqual([{ text: 'One job has failed for good.', link }]);
    expect(findings({ deadJobs: 3 })).toEqual([{ text: '3 jobs have failed for good.', link }]);
  });

  it('lists the unopened account first, because a person is waiting', () =>
    expect(
      texts({
        deadJobs: 1,
        webhookLagSeconds: 900,
        codesSent: 20,
        codesVerified: 1,
        oldestUnopened: { trialId: 7, since: ago(3600) },
      }),
    ).toEqual([
      expect.stringContaining('A card is saved'),
      expect.stringContaining('codes'),
      expect.stringContaining('news come late'),
      expect.stringContaining('failed for good'),
    ]));
});
