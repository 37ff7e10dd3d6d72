import { trialSignup } from '@lampstand/workflows';
import { describe, expect, it } from 'vitest';
import { Workflow } from './workflow.ts';

/** An entity with mutable column values. */
const anEntity = () => ({
  id: 1,
  state: 'phoneVerification',
  journalSeq: 1,
  browserKeys: ['one'],
  seenAt: new Date('2026-01-01T00:00:00Z'),
  card: { brand: 'visa', last4: '4242' },
  name: 'Ruth',
});

async function storedBy(work: (entity: ReturnType<typeof anEntity>) => void): Promise<object[]> {
  const stored: object[] = [];
  const entity = anEntity();
  const tx = {
    findOne: async () => entity,
    update: async (_entity: unknown, _id: unknown, to: object) => stored.push(to),
  };
  const dataSource = { transaction: (run: (tx: object) => unknown) => run(tx) };
  const workflow = new Workflow(dataSource as never, {} as never, { now: () => new Date() } as never);
  await workflow.withLock({ chart: trialSignup, entity: 'entities' }, 1, async (instance) =>
    work(instance.entity as never),
  );
  return stored;
}

describe('an entity changed under lock', () => {
  it.each([
    [
      'an array',
      (entity: ReturnType<typeof anEntity>) => void entity.browserKeys.push('two'),
      { browserKeys: ['one', 'two'] },
    ],
    [
      'a date',
      (entity: ReturnType<typeof anEntity>) => void entity.seenAt.setUTCFullYear(2027),
      { seenAt: new Date('2027-01-01T00:00:00Z') },
    ],
    [
      'a json value',
      (entity: ReturnType<typeof anEntity>) => void (entity.card.last4 = '0005'),
      { card: { brand: 'visa', last4: '0005' } },
    ],
    ['a text', (entity: ReturnType<typeof anEntity>) => void (entity.name = 'Naomi'), { name: 'Naomi' }],
  ])('stores changes inside %s', async (_what, work, stored) => expect(await storedBy(work)).toEqual([stored]));

  it('stores nothing when the new values are equal', async () =>
    expect(await storedBy((entity) => void (entity.browserKeys = ['one']))).toEqual([]));
});
