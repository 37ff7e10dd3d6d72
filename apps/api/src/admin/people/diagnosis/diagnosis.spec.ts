import { describe, expect, it } from 'vitest';
import { explainDecline } from '@lampstand/contracts/back-office';
import type { CodeAttempt, SupportActionName } from '@lampstand/contracts/back-office';
import type { TrialState } from '@lampstand/workflows';
import { diagnose } from './diagnosis.ts';
import { type JournalFact, NOTHING_OWED, type TrialFacts } from './facts.ts';
import { standingOf } from './standing.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const day = (at: Date): string => at.toISOString().slice(0, 10);

/** Journal entries in the order they happened; a diagnosis gets them newest first. */
const happened = (...facts: [name: string, minutesAgo: number, detail?: JournalFact['detail']][]): JournalFact[] =>
  facts.map(([name, minutes, detail = {}]) => ({ name, at: ago(minutes), detail, actor: 'job' })).reverse();

const aCode = (given: Partial<CodeAttempt> & { minutesAgo?: number } = {}): CodeAttempt => {
  const { minutesAgo = 2, ...rest } = given;
  return {
    phone: '5125550142',
    status: minutesAgo < 10 ? 'live' : 'expired',
    sends: 1,
    tries: 0,
    delivery: null,
    startedAt: ago(minutesAgo).toISOString(),
    resendAt: ago(minutesAgo - 0.5).toISOString(),
    expiresAt: ago(minutesAgo - 10).toISOString(),
    ...rest,
  };
};

const facts = (state: TrialState, given: Partial<TrialFacts> = {}): TrialFacts => ({
  state,
  now: NOW,
  createdAt: ago(60),
  since: ago(60),
  erasedAt: null,
  erasureRequestedAt: null,
  erasureApproval: 'none',
  supersededBy: null,
  setupIntentAt: null,
  checkoutOpen: false,
  cardSavedAt: null,
  trialEndsAt: null,
  codes: [],
  journal: [],
  subscriptionStatus: null,
  billed: [],
  cancelAt: null,
  pause: null,
  periodEndsAt: null,
  owed: NOTHING_OWED,
  accountStatus: null,
  ...given,
});

const verified = happened(['signup.saved', 60], ['phone.verified', 50]);
const then = (...more: Parameters<typeof happened>): JournalFact[] => [...happened(...more), ...verified];
const stored = then(['card.saved', 30]);
const afterCard = (...more: Parameters<typeof happened>): JournalFact[] => [...happened(...more), ...stored];

type Expected = [tone: string, what: RegExp, since: number, first: SupportActionName | undefined];

const PHONE: [string, Partial<TrialFacts>, Expected][] = [
  ['a moment after the details', { since: ago(2) }, ['waiting', /^No code was sent/, 2, 'send-resume-link']],
  ['a code that was never sent', {}, ['stuck', /^No code was sent/, 60, 'send-resume-link']],
  [
    'a landline',
    { journal: happened(['code not sent', 5, { status: 400 }]) },
    ['stuck', /could not be sent to this number/, 5, 'correct-phone'],
  ],
  [
    'too many codes',
    { journal: happened(['code sent', 20], ['code not sent', 5, { status: 429 }]) },
    ['stuck', /the limit is reached/, 5, 'resend-code'],
  ],
  [
    'the provider is unavailable',
    { journal: happened(['code not sent', 5, { status: 503 }]) },
    ['stuck', /^The code could not be sent\.$/, 5, 'resend-code'],
  ],
  [
    'a failed send, then a successful one',
    { journal: happened(['code not sent', 5, { status: 503 }], ['code sent', 2]), codes: [aCode()] },
    ['waiting', /sent once and not entered/, 2, 'resend-code'],
  ],
  [
    'a failed send to another number',
    { journal: happened(['code not sent', 25, { status: 400 }], ['phone.changed', 20]), since: ago(20) },
    ['stuck', /^No code was sent/, 20, 'send-resume-link'],
  ],
  [
    'a code of a moment ago',
    { codes: [aCode({ minutesAgo: 0.25 })] },
    ['waiting', /^A code was just sent/, 0.25, 'resend-code'],
  ],
  [
    'a second code of a moment ago',
    {
      codes: [aCode({ sends: 2, resendAt: ago(-0.5).toISOString() })],
      journal: happened(['code sent', 2], ['code sent', 0.5]),
    },
    ['waiting', /^A code was just sent/, 0.5, 'resend-code'],
  ],
  ['a code on its way', { codes: [aCode()] }, ['waiting', /sent once and not entered/, 2, 'resend-code']],
  [
    'three codes, none entered',
    { codes: [aCode({ sends: 3, minutesAgo: 6 })] },
    ['stuck', /sent 3 times and not entered/, 6, 'correct-phone'],
  ],
  [
    'wrong codes',
    { codes: [aCode({ tries: 2 })] },
    ['waiting', /wrong code was entered twice; 1 of 3/, 2, 'resend-code'],
  ],
  [
    'all tries used up',
    { codes: [aCode({ tries: 5 })] },
    ['stuck', /^A wrong code was entered 5 times/, 2, 'correct-phone'],
  ],
  [
    'a text that the carrier refused',
    { codes: [aCode({ delivery: 'refused' })] },
    ['stuck', /^The carrier refused the text/, 2, 'correct-phone'],
  ],
  [
    'a text to a landline, whose code has expired',
    { codes: [aCode({ delivery: 'landline', minutesAgo: 40 })] },
    ['stuck', /is a landline, or its carrier/, 40, 'correct-phone'],
  ],
  [
    'a wrong code after a text that did not arrive at first',
    { codes: [aCode({ delivery: 'unreachable', tries: 1 })] },
    ['waiting', /wrong code was entered once/, 2, 'resend-code'],
  ],
  [
    'a text that was delivered',
    { codes: [aCode({ delivery: 'delivered' })] },
    ['waiting', /sent once and not entered/, 2, 'correct-phone'],
  ],
  ['an expired code', { codes: [aCode({ minutesAgo: 40 })] }, ['stuck', /has expired/, 40, 'resend-code']],
  [
    'an expired code with all tries used up',
    { codes: [aCode({ minutesAgo: 40, tries: 5 })] },
    ['stuck', /expired after too many wrong tries/, 40, 'resend-code'],
  ],
];

const CARD: [string, Partial<TrialFacts>, Expected][] = [
  ['nothing chosen', { journal: verified, since: ago(50) }, ['stuck', /no plan and no card/, 50, 'send-resume-link']],
  [
    'a phone verified a moment ago',
    { journal: verified, since: ago(3) },
    ['waiting', /no plan and no card/, 3, 'send-resume-link'],
  ],
  ['a chosen plan', { journal: then(['plan.selected', 45]) }, ['stuck', /^A plan is chosen/, 60, 'send-resume-link']],
  [
    'an open card form',
    { journal: verified, setupIntentAt: ago(40) },
    ['stuck', /^The card form was opened/, 40, 'send-resume-link'],
  ],
  [
    'an open payment page',
    { journal: verified, checkoutOpen: true, setupIntentAt: ago(40) },
    ['waiting', /own page is open/, 60, 'send-payment-link'],
  ],
  [
    'a declined card',
    { journal: then(['card declined', 20, { code: 'insufficient_funds' }]), setupIntentAt: ago(40) },
    ['stuck', /declined: not enough money/, 20, 'send-resume-link'],
  ],
  [
    "the bank's window closed",
    { journal: then(['3DS abandoned', 20]), setupIntentAt: ago(40) },
    ['stuck', /bank’s confirmation/, 20, 'send-resume-link'],
  ],
  [
    'a card of another sign-up',
    { journal: then(['card not taken', 20, { status: 400 }]) },
    ['stuck', /could not accept it/, 20, 'send-payment-link'],
  ],
  [
    'a lost card',
    { journal: afterCard(['card.lost', 20, { code: 'card_declined' }]) },
    ['stuck', /could not start with it/, 20, 'send-resume-link'],
  ],
  [
    'a mailed payment link',
    { journal: then(['card declined', 30, { code: 'lost_card' }], ['payment.linkRequested', 20]) },
    ['waiting', /was emailed/, 20, 'correct-email'],
  ],
  [
    'a decline from before the phone was changed',
    { journal: [...happened(['phone.verified', 10]), ...then(['card declined', 30, { code: 'x' }])], since: ago(10) },
    ['waiting', /no plan and no card/, 10, 'send-resume-link'],
  ],
];

const OPENING: [string, Partial<TrialFacts>, Expected][] = [
  ['a moment after the card', { cardSavedAt: ago(1) }, ['waiting', /is being opened/, 1, undefined]],
  ['no attempt', { cardSavedAt: ago(30) }, ['stuck', /account is not open\.$/, 30, 'retry-opening']],
  [
    'two failed attempts',
    {
      cardSavedAt: ago(30),
      journal: afterCard(['opening attempt failed', 29], ['opening attempt failed', 9, { kind: 'PaymentFailed' }]),
    },
    ['stuck', /failed twice/, 30, 'retry-opening'],
  ],
  [
    'many failed attempts with one cause',
    {
      cardSavedAt: ago(30),
      journal: afterCard(['opening attempt failed', 29, { kind: 'PaymentFailed', count: 159 }]),
    },
    ['stuck', /failed 159 times/, 30, 'retry-opening'],
  ],
  [
    'a failed attempt with the previous card',
    { cardSavedAt: ago(1), journal: [...happened(['card.saved', 1]), ...afterCard(['opening attempt failed', 20])] },
    ['waiting', /is being opened/, 1, undefined],
  ],
];

const ENDS: [string, TrialState, Partial<TrialFacts>, Expected][] = [
  ['an existing account', 'alreadyMember', {}, ['ended', /has an account already/, 60, 'mark-contacted']],
  ['a canceled sign-up', 'cancelled', {}, ['ended', /was canceled/, 60, undefined]],
  [
    'an erased person',
    'cancelled',
    { erasedAt: ago(40), journal: happened(['erasure begun', 40], ['person erased', 39]) },
    ['ended', /was erased/, 40, undefined],
  ],
  ['an erasure in progress', 'cancelled', { erasedAt: ago(1) }, ['waiting', /is being erased/, 1, undefined]],
  ['an erasure that is late', 'cancelled', { erasedAt: ago(20) }, ['stuck', /is being erased/, 20, undefined]],
  [
    'a superseded sign-up',
    'phoneVerification',
    { supersededBy: 77, journal: happened(['superseded', 9]) },
    ['ended', /by sign-up 77/, 9, undefined],
  ],
  [
    'a superseded sign-up with a card',
    'openingAccount',
    { supersededBy: 77 },
    ['stuck', /not open/, 60, 'retry-opening'],
  ],
];

const CASES = [
  ...PHONE.map(([name, given, expected]) => ({ name, state: 'phoneVerification' as const, given, expected })),
  ...CARD.map(([name, given, expected]) => ({ name, state: 'billingInformation' as const, given, expected })),
  ...OPENING.map(([name, given, expected]) => ({ name, state: 'openingAccount' as const, given, expected })),
  ...ENDS.map(([name, state, given, expected]) => ({ name, state, given, expected })),
];

describe('a diagnosis', () => {
  it.each(CASES)('in $state: $name', ({ state, given, expected: [tone, what, since, first] }) => {
    const found = diagnose(facts(state, given), day);
    expect(found).toMatchObject({ tone, what: expect.stringMatching(what), since: ago(since).toISOString() });
    expect(found.suggest[0]).toBe(first);
    for (const sentence of [found.what, found.why, found.next]) expect(sentence).toMatch(/^[A-Z].*[.)]$/);
  });

  it('says when another code can be sent, as long as none can', () => {
    const wait = (given: Parameters<typeof aCode>[0]) =>
      diagnose(facts('phoneVerification', { codes: [aCode(given)] }), day).code;
    const times = { sentAt: ago(0.25).toISOString(), resendAt: ago(-0.25).toISOString() };
    for (const given of [{}, { tries: 1 }, { delivery: 'unreachable' as const }])
      expect(wait({ minutesAgo: 0.25, ...given })).toEqual(times);
    expect(wait({ minutesAgo: 0.5 })).toBeUndefined();
  });

  it('counts no wrong codes where none was entered', () => {
    const why = (tries: number) =>
      diagnose(facts('phoneVerification', { codes: [aCode({ minutesAgo: 30, tries })] }), day).why;
    expect(why(0)).toBe('It was sent once, no wrong code was entered, and it is valid for 10 minutes.');
    expect(why(2)).toContain('a wrong code was entered twice');
  });

  it('and the sentence at the top of the page agree on whether an erasure is over', () => {
    const erased = (...journal: Parameters<typeof happened>) =>
      facts('cancelled', { erasedAt: ago(1), journal: happened(...journal) });
    const both = (given: TrialFacts) => `${diagnose(given, day).what} ${standingOf(given, day).sentence}`;
    const over = erased(['erasure begun', 1], ['person erased', 0]);
    expect(both(erased(['erasure begun', 1]))).toBe('The person is being erased. Being erased since 2026-11-20.');
    expect(both(over)).toBe('The person was erased. Erased since 2026-11-20.');
  });

  it('explains a declined card without accusing the person', () => {
    expect(explainDecline('insufficient_funds')).toContain('not enough money');
    for (const code of ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent'])
      expect(explainDecline(code)).toContain('Do not name this reason');
    expect(explainDecline('some_new_code')).toContain('gave no reason');
  });
});
