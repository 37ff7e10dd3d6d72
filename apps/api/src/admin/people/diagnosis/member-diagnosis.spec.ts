/** The diagnosis of an opened account, and the sentence at the top of its page. */
import { describe, expect, it } from 'vitest';
import type { SubscriptionState } from '@lampstand/workflows';
import { diagnose } from './diagnosis.ts';
import { type JournalFact, NOTHING_OWED, type TrialFacts } from './facts.ts';
import { standingOf } from './standing.ts';

const day = (at: Date): string => at.toISOString().slice(0, 10);
const on = (date: string): Date => new Date(`${date}T12:00:00Z`);

/** The opening was on November 21; the entries are given oldest first. */
const aMember = (
  subscriptionStatus: SubscriptionState,
  history: [name: string, date: string, given?: Partial<JournalFact>][] = [],
  given: Partial<TrialFacts> = {},
): TrialFacts => ({
  state: 'success',
  now: on('2027-02-01'),
  createdAt: on('2026-11-20'),
  since: on('2026-11-21'),
  erasedAt: null,
  erasureRequestedAt: null,
  erasureApproval: 'none',
  supersededBy: null,
  setupIntentAt: null,
  checkoutOpen: false,
  cardSavedAt: on('2026-11-21'),
  trialEndsAt: on('2026-12-21'),
  codes: [],
  journal: [],
  subscriptionStatus,
  billed: [['trial.started', '2026-11-21'] as const, ...history]
    .map(([name, date, more]) => ({ name, at: on(date), detail: {}, actor: 'job', ...more }))
    .reverse(),
  cancelAt: null,
  periodEndsAt: on('2027-02-21'),
  pause: null,
  owed: NOTHING_OWED,
  accountStatus: subscriptionStatus === 'canceled' ? 'closed' : 'active',
  ...given,
});

const OWED = { inCents: 1999, nextAttemptAt: on('2026-12-28') };

describe('an opened account', () => {
  it('is in its free trial since the subscription began', () => {
    const facts = aMember('trialing');
    expect(diagnose(facts, day)).toMatchObject({
      tone: 'good',
      what: 'The account is open; its free trial runs until 2026-12-21.',
      since: on('2026-11-21').toISOString(),
    });
    expect(standingOf(facts, day).sentence).toBe('Free trial until 2026-12-21.');
  });

  it('names the next invoice of a paying member', () => {
    const facts = aMember('active', [['became.active', '2026-12-21']]);
    expect(diagnose(facts, day)).toMatchObject({ tone: 'good', since: on('2026-12-21').toISOString() });
    expect(standingOf(facts, day)).toEqual({
      state: 'active',
      sentence: 'Paying; next invoice on 2027-02-21.',
      owedInCents: 0,
    });
  });

  it.each([
    [{ until: null }, '', 'until an administrator resumes'],
    [{ until: on('2027-03-04').toISOString() }, ' until 2027-03-04', 'go on by themselves'],
  ])('says that its payments are paused, and how they go on: %j', (pause, until, next) => {
    const facts = aMember('active', [['payments paused', '2027-01-10']], { pause });
    expect(diagnose(facts, day)).toMatchObject({
      tone: 'waiting',
      what: `The account is open, and its payments are paused${until}.`,
      why: expect.stringContaining('since 2027-01-10'),
      next: expect.stringContaining(next),
    });
    expect(standingOf(facts, day).sentence).toBe(`Payments paused${until}.`);
  });

  it('is past due since the invoice failed, not since the account opened', () => {
    const facts = aMember('pastDue', [['became.pastDue', '2026-12-23']], { owed: OWED });
    expect(diagnose(facts, day)).toMatchObject({
      tone: 'stuck',
      what: 'The account is open, and $19.99 is not paid.',
      why: expect.stringContaining('tries it again on 2026-12-28'),
      since: on('2026-12-23').toISOString(),
      suggest: ['send-plan-link', 'retry-invoice'],
    });
    expect(standingOf(facts, day)).toEqual({
      state: 'pastDue',
      sentence: 'Past due since 2026-12-23.',
      owedInCents: 1999,
    });
  });

  it('still shows what is owed after the member cancels', () => {
    const history = [
      ['became.pastDue', '2026-12-23'],
      ['cancel requested', '2026-12-24'],
    ] as [string, string][];
    const facts = aMember('pastDue', history, { owed: OWED, cancelAt: on('2027-01-21') });
    expect(diagnose(facts, day)).toMatchObject({
      tone: 'stuck',
      what: 'The account is open, and $19.99 is not paid.',
      why: expect.stringMatching(/on 2026-12-28\. The subscription is canceled and ends on 2027-01-21\.$/),
      since: on('2026-12-23').toISOString(),
      suggest: ['send-plan-link', 'retry-invoice'],
    });
    expect(standingOf(facts, day).sentence).toBe('Past due since 2026-12-23.');
  });

  it('is past due since the last failure, not the first', () => {
    const facts = aMember('pastDue', [
      ['became.pastDue', '2026-12-23'],
      ['became.active', '2026-12-24'],
      ['became.pastDue', '2027-01-23'],
    ]);
    expect(diagnose(facts, day).since).toBe(on('2027-01-23').toISOString());
  });

  it('says that unpaid invoices are no longer charged', () => {
    const facts = aMember('unpaid', [['became.unpaid', '2027-01-10']], {
      owed: { inCents: 1999, nextAttemptAt: null },
    });
    expect(diagnose(facts, day)).toMatchObject({ tone: 'stuck', why: expect.stringContaining('stopped charging') });
    expect(standingOf(facts, day).sentence).toBe('Unpaid since 2027-01-10.');
  });

  it.each([
    ['visitor', 'The person canceled it on the plan page'],
    ['support', 'Our support team canceled it'],
    ['admin', 'An administrator canceled it'],
    ['webhook', 'The payment provider reported the cancellation'],
  ])('names who canceled a subscription that still runs: %s', (actor, who) => {
    const facts = aMember('active', [['cancel requested', '2027-01-05', { actor }]], { cancelAt: on('2027-02-21') });
    expect(diagnose(facts, day)).toMatchObject({
      tone: 'waiting',
      what: 'The subscription is canceled and ends on 2027-02-21.',
      why: `${who}. Until that day everything works.`,
      since: on('2027-01-05').toISOString(),
    });
    expect(standingOf(facts, day).sentence).toBe('Canceled; ends on 2027-02-21.');
  });
});

describe('an account whose subscription has ended', () => {
  const ended = (...history: [string, string, Partial<JournalFact>?][]) =>
    diagnose(aMember('canceled', [...history, ['became.canceled', '2027-01-21', history.at(-1)?.[2]]]), day);

  it('ended when the subscription did, and names who canceled it and when', () => {
    const finding = ended(['cancel requested', '2027-01-05', { actor: 'visitor' }]);
    expect(finding).toMatchObject({
      tone: 'ended',
      why: 'The person canceled it on the plan page on 2027-01-05.',
      next: expect.stringContaining('can start again on their plan page'),
      since: on('2027-01-21').toISOString(),
    });
    expect(standingOf(aMember('canceled', [['became.canceled', '2027-01-21']]), day).sentence).toBe(
      'Subscription ended on 2027-01-21.',
    );
  });

  it('names an unpaid invoice as the reason', () =>
    expect(ended(['became.pastDue', '2026-12-23']).why).toContain('stayed unpaid'));

  it('names no one where a cancellation was undone', () =>
    expect(ended(['cancel requested', '2027-01-05'], ['cancel undone', '2027-01-06']).why).toContain(
      'No request to cancel',
    ));
});
