/** A few random lives with money; `npm run soak money` lives 200. @thorough */
import { expect, it } from 'vitest';
import { liveWithMoney, MONEY_SECRETS } from '../model-based/money.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack({ env: { LINK_SECRETS: MONEY_SECRETS } });

it('Stripe charges the amount that /plan announces, after changes here and at Stripe, and nothing after the end', async () => {
  const { charged, untrue } = await liveWithMoney(stack, { members: 4, rounds: 4, seed: 20_261_128 });
  expect(untrue).toEqual([]);
  expect(charged).toBeGreaterThan(0);
}, 400_000);
