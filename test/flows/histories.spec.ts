/** Random histories against the model, and with money; `npm run soak histories money` runs many more. @thorough */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { describeSetups } from '../model-based/actors.ts';
import { LINK_SECRETS } from '../model-based/plan-commands.ts';
import { aHistory, runHistories } from '../model-based/run.ts';
import { ownStack, inProcessStack } from '../support/own-stack.ts';
import { liveWithMoney, MONEY_SECRETS } from '../model-based/money.ts';

const stack = inProcessStack({ env: { LINK_SECRETS: MONEY_SECRETS } });

const RUNS = 3;
const ROUNDS = 4;
const SEED = 20_261_121;

const printed = (seed: number) =>
  fc
    .sample(aHistory(30), { numRuns: 10, seed })
    .map(([setups, rounds]) => [describeSetups(setups), ...[...rounds].map(String)].join('\n'));

describe('a random history', () => {
  const stack = ownStack({ env: { LINK_SECRETS } });

  it('is repeated exactly by its seed', () => {
    expect(printed(SEED)).toEqual(printed(SEED));
    expect(printed(SEED)).not.toEqual(printed(SEED + 1));
  });

  it(`keeps all invariants and matches the model while clients, servers and providers fail, in ${RUNS} runs`, async () => {
    const seen = await runHistories(stack, { runs: RUNS, seed: SEED, rounds: ROUNDS, minutes: 3 });
    expect(seen.get('history')).toBe(RUNS);
  }, 400_000);
});

describe('Money', () => {
  it('Stripe charges the amount that /plan announces, after changes here and at Stripe, and nothing after the end', async () => {
    const { charged, untrue } = await liveWithMoney(stack, { members: 4, rounds: 4, seed: 20_261_128 });
    expect(untrue).toEqual([]);
    expect(charged).toBeGreaterThan(0);
  }, 400_000);
});
