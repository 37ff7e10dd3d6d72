import { describe, it } from '@jest/globals';
import { LINK_SECRETS, runHistories } from '../histories/index.ts';
import { ownStackOnOwnPostgres } from '../support/own-stack.ts';

const RUNS = Number(process.env['SOAK_RUNS'] ?? 100);
const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 1_000_000);
const PATH = process.env['SOAK_PATH'];
const ROUNDS = 14;
/** Before the ledger of one stack gets long. */
const ON_ONE_STACK = 25;

const parts = Array.from({ length: PATH ? 1 : Math.ceil(RUNS / ON_ONE_STACK) }, (_, part) => ({
  seed: SEED + part,
  runs: PATH ? ON_ONE_STACK : Math.min(ON_ONE_STACK, RUNS - part * ON_ONE_STACK),
}));

describe.each(parts)('$runs random histories with the seed $seed', ({ seed, runs }) => {
  const { stack, postgres } = ownStackOnOwnPostgres({ env: { LINK_SECRETS } });

  it('lose nothing and do nothing twice', async () => {
    const options = { runs, seed, rounds: ROUNDS, minutes: 20, postgres };
    const seen = await runHistories(stack, { ...options, ...(PATH && { path: PATH }) });
    console.log([...seen].map(([what, times]) => `${times} × ${what}`).join('\n'));
  }, 1500_000);
});
