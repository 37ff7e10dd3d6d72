import { trialSignup } from '@lampstand/workflows';
import { describe, expect, it } from '@jest/globals';
import { Workflow } from './workflow.ts';

/** A subject with values that can change inside themselves. */
const aSubject = () => ({
  id: 1,
  state: 'phoneVerification',
  journalSeq: 1,
  browserKeys: ['one'],
  seenAt: new Date('2026-01-01T00:00:00Z'),
  card: { brand: 'visa', last4: '4242' },
  name: 'Ruth',
});

async function storedBy(work: (subject: ReturnType<typeof aSubject>) => void): Promise<object[]> {
  const stored: object[] = [];
  const subject = aSubject();
  const tx = {
    findOne: async () => subject,
    update: async (_entity: unknown, _id: unknown, to: object) => stored.push(to),
  };
  const dataSource = { transaction: (run: (tx: object) => unknown) => run(tx) };
  const workflow = new Workflow(dataSource as never, {} as never, { now: () => new Date() } as never);
  await workflow.withLock({ chart: trialSignup, entity: 'subjects' }, 1, async (change) =>
    work(change.entity as never),
  );
  return stored;
}

describe('a change of a subject stores', () => {
  it.each([
    [
      'an array',
      (subject: ReturnType<typeof aSubject>) => void subject.browserKeys.push('two'),
      { browserKeys: ['one', 'two'] },
    ],
    [
      'a date',
      (subject: ReturnType<typeof aSubject>) => void subject.seenAt.setUTCFullYear(2027),
      { seenAt: new Date('2027-01-01T00:00:00Z') },
    ],
    [
      'a json value',
      (subject: ReturnType<typeof aSubject>) => void (subject.card.last4 = '0005'),
      { card: { brand: 'visa', last4: '0005' } },
    ],
    ['a text', (subject: ReturnType<typeof aSubject>) => void (subject.name = 'Naomi'), { name: 'Naomi' }],
  ])('what was changed inside %s', async (_what, work, stored) => expect(await storedBy(work)).toEqual([stored]));

  it('nothing where equal values were put', async () =>
    expect(await storedBy((subject) => void (subject.browserKeys = ['one']))).toEqual([]));
});
