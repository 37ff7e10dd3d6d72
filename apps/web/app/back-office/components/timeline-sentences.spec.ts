import { describe, expect, it } from 'vitest';
import { MAIL_KIND_NAMES } from '@lampstand/contracts';
import type { TimelineEntry } from '@lampstand/contracts/back-office';
import { ambassadorApplication, subscriptionLife, transitionsOf, trialSignup } from '@lampstand/workflows';
import { actorName, sentenceOf } from './timeline-sentences.ts';

const entry = (given: Partial<TimelineEntry>): TimelineEntry => ({
  id: 'journal-1',
  at: '2026-11-20T15:00:00.000Z',
  kind: 'note',
  name: '',
  actor: 'visitor',
  detail: {},
  ...given,
});
const note = (name: string, detail: TimelineEntry['detail'] = {}) => sentenceOf(entry({ name, detail }));
const event = (name: string, given: Partial<TimelineEntry> = {}) =>
  sentenceOf(entry({ kind: 'event', name, ...given }));
const mail = (name: string, outcome: string) => sentenceOf(entry({ kind: 'mail', name, detail: { outcome } }));

describe('a step', () => {
  const events = [trialSignup, subscriptionLife, ambassadorApplication]
    .flatMap(transitionsOf)
    .map(({ event }) => event);

  it.each([...new Set(events)])('%s has a sentence of its own', (name) => {
    const asItIsNamed = name.replaceAll('.', ' ').toLowerCase();
    expect(event(name)).toMatch(/^[A-Z].*\.$/);
    expect(event(name).toLowerCase()).not.toBe(`${asItIsNamed}.`);
  });

  it('that leads back names the step it leads to', () => {
    const [from, to] = ['billingInformation', 'phoneVerification'];
    expect(event('phone.changed', { from, to })).toMatch(/ Back to Phone check\.$/);
    expect(event('phone.changed', { from: to, to })).not.toContain('Back to');
  });

  it('names the chosen plan if it is in the catalog', () => {
    expect(event('plan.selected', { detail: { plan: 'tier_20_49' } })).toBe('A plan was chosen: 20-49 users.');
    expect(event('plan.selected', { detail: { plan: 'of old' } })).toBe('A plan was chosen.');
  });

  it('without a sentence is shown by its name', () => expect(event('church.merged')).toBe('Church merged.'));
});

describe('an attempt', () => {
  it.each([
    [1, 'A code was sent.'],
    [2, 'A code was sent, for the second time.'],
    [5, 'A code was sent, for the fifth time.'],
    [6, 'A code was sent, for the 6th time.'],
  ])('to send a code counts %d', (sends, told) => expect(note('code sent', { sends })).toBe(told));

  it.each([
    [400, 'The code could not be sent to this number: it cannot receive our text messages.'],
    [429, 'The code could not be sent to this number: the limit is reached.'],
    [503, 'The code could not be sent: the text message provider failed.'],
    [418, 'The code could not be sent.'],
  ])('to send a code that fails with %d gives the reason', (status, told) =>
    expect(note('code not sent', { status })).toBe(told),
  );

  it('with a card shows the decline code', () => {
    expect(note('card declined', { code: 'insufficient_funds' })).toBe('A card was declined: not enough money.');
    expect(note('card declined')).toBe('A card was declined.');
  });

  it('to open the account shows what failed', () =>
    expect(note('opening attempt failed', { kind: 'PaymentFailed' })).toBe(
      'Opening the account failed. Stripe does not answer.',
    ));

  it('to open the account shows how often it failed with one cause', () =>
    expect(note('opening attempt failed', { kind: 'PaymentFailed', count: 159 })).toBe(
      'Opening the account failed 159 times. Stripe does not answer.',
    ));

  it('of corrected details names the fields as the inspector does', () =>
    expect(note('details corrected', { fields: 'firstName, churchName, churchCity' })).toBe(
      'Details were corrected: first name, church, city.',
    ));

  it.each([
    [
      { state: 'needsResponse', answerBy: '2026-12-06T23:59:59.000Z' },
      'The payment of invoice A-1 was disputed, and the bank took the money back. Answer it in Stripe’s dashboard by December 6, 2026.',
    ],
    [
      { state: 'inquiry', answerBy: null },
      'The bank asked about the payment of invoice A-1. The bank takes no answer.',
    ],
    [{ state: 'lost' }, 'The dispute of invoice A-1 was lost: the bank gave the money back to the cardholder.'],
    [{ state: null }, 'The bank’s question about invoice A-1 is closed.'],
  ])('of the bank to take a payment back is told with the day of the answer: %o', (detail, told) =>
    expect(note('disputed', { invoice: 'A-1', ...detail })).toBe(told),
  );

  it('without a sentence is shown by its name', () => expect(note('code whispered')).toBe('Code whispered.'));
});

describe('a mail', () => {
  it.each([
    ['resume', 'sent', 'The link to go on was mailed.'],
    ['application-decision', 'sent', 'The decision was mailed.'],
    ['welcome', 'bounced', 'The welcome mail came back.'],
    ['welcome', 'dropped', 'The welcome mail: dropped.'],
    ['birthday', 'sent', 'Mail "birthday" was mailed.'],
  ])('%s that is %s reads: %s', (name, outcome, told) => expect(mail(name, outcome)).toBe(told));

  it.each(MAIL_KIND_NAMES)('%s has a name in the timeline', (kind) =>
    expect(mail(kind, 'sent')).toMatch(/^The .+ was mailed\.$/),
  );
});

describe('a note of the team', () => {
  it('is shown as it was written', () =>
    expect(sentenceOf(entry({ kind: 'staff-note', name: 'a@b.c', text: '<b>Called.</b>\nTwice' }))).toBe(
      '<b>Called.</b>\nTwice',
    ));
});

describe('the actor', () => {
  it.each([
    ['visitor', 'the person'],
    ['webhook', 'the payment provider'],
    ['job', 'the server'],
    ['support', 'support'],
    ['ruth@lampstand.org', 'ruth@lampstand.org'],
  ])('%s is called %s', (actor, name) => expect(actorName(actor)).toBe(name));
});
