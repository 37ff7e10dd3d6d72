/** What /plan says is charged next is what is charged, in 200 random lives; `SOAK_RUNS` and `SOAK_SEED` choose others. */
import { describe, expect, it } from 'vitest';
import { liveWithMoney, MONEY_SECRETS } from '../model-based/money.ts';
import { inProcessStack } from '../support/own-stack.ts';

const RUNS = Number(process.env['SOAK_RUNS'] ?? 200);
const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 1_000_000);
const TOGETHER = 10;
const ROUNDS = 10;

const parts = Array.from({ length: Math.ceil(RUNS / TOGETHER) }, (_, part) => ({ seed: SEED + part }));

describe.each(parts)('lives with seed $seed', ({ seed }) => {
  const stack = inProcessStack({ env: { LINK_SECRETS: MONEY_SECRETS } });

  it('have no untrue amount, no charge after an end, and no end without a mail', async () => {
    const { acts, charged, disputed, untrue } = await liveWithMoney(stack, { members: TOGETHER, rounds: ROUNDS, seed });
    console.log(seed, `${charged} charges and ${disputed} disputes compared`, Object.fromEntries(acts));
    expect(untrue).toEqual([]);
  }, 1800_000);
});
