import { describe, expect, it } from 'vitest';
import type { SubscriptionSummary } from '@lampstand/contracts';
import { isBeyondTrial, standingOf } from './standing.ts';

const trial: SubscriptionSummary = {
  status: 'trialing',
  trialEndsAt: 'T',
  periodEndsAt: 'P',
  cancelAt: null,
  endedAt: null,
  nextTryAt: null,
  erasureRequested: false,
  pause: null,
};
const sentence = (more: Partial<SubscriptionSummary>) =>
  standingOf({ ...trial, ...more }, (day) => `<${day}>`).sentence;

describe('where a subscription stands', () => {
  it.each<[Partial<SubscriptionSummary>, string, boolean]>([
    [{}, 'your free trial runs until <T>. Nothing is charged before that day.', false],
    [{ cancelAt: 'C' }, 'your plan is canceled and ends on <C>. Nothing is charged.', true],
    [{ status: 'active' }, 'your plan is active, and its next month begins on <P>.', true],
    [{ pause: { until: 'U' } }, 'your free trial runs until <T>. Your payments are paused until <U>.', true],
    [{ status: 'active', pause: { until: null } }, 'your plan is active. Your payments are paused.', true],
    [{ status: 'active', cancelAt: 'C' }, 'your plan is canceled and ends on <C>. No further month is charged.', true],
    [
      { status: 'pastDue', erasureRequested: true },
      'you asked us to erase your data. Until that is done, nothing is charged, and no reminders go out. To keep your account, write to us.',
      true,
    ],
    [{ status: 'canceled', endedAt: 'E' }, 'your subscription ended on <E>. Nothing more will be charged.', true],
  ])('%j', (more, expected, beyond) => {
    expect(sentence(more)).toBe(expected);
    expect(isBeyondTrial({ ...trial, ...more })).toBe(beyond);
  });

  it('says that a payment failed before anything else', () => {
    expect(sentence({ status: 'pastDue', cancelAt: 'C', nextTryAt: 'N' })).toMatch(
      /^your last payment did not go through\. We try the card again on <N>.*<C>\.$/,
    );
    expect(sentence({ status: 'unpaid' })).toMatch(/^your last payment did not go through\. We no longer try/);
  });
});
