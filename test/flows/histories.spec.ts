import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aHistory, castInWords, LINK_SECRETS, runHistories } from '../histories/index.ts';
import { ownStack } from '../support/own-stack.ts';

const RUNS = 3;
const ROUNDS = 4;
const SEED = 20_261_121;

const written = (seed: number) =>
  fc
    .sample(aHistory(30), { numRuns: 10, seed })
    .map(([cast, rounds]) => [castInWords(cast), ...[...rounds].map(String)].join('\n'));

describe('A random history', () => {
  const stack = ownStack({ env: { LINK_SECRETS } });

  it('is the same for the same seed, word by word', () => {
    expect(written(SEED)).toEqual(written(SEED));
    expect(written(SEED)).not.toEqual(written(SEED + 1));
  });

  it(`of people, servers and providers that fail loses nothing and does nothing twice: ${RUNS} of them`, async () => {
    const seen = await runHistories(stack, { runs: RUNS, seed: SEED, rounds: ROUNDS, minutes: 3 });
    expect(seen.get('history')).toBe(RUNS);
  }, 400_000);
});
