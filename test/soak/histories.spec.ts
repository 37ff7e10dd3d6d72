import { describe, it } from 'vitest';
import { LINK_SECRETS } from '../model-based/plan-commands.ts';
import { runHistories } from '../model-based/run.ts';
import { ownStackOnOwnPostgres } from '../support/own-stack.ts';

const RUNS = Number(process.env['SOAK_RUNS'] ?? 100);
const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 1_000_000);
const PATH = process.env['SOAK_PATH'];
const ROUNDS = 14;
/** A new stack after this many, because checking the records gets slow. */
const ON_ONE_STACK = 25;

const parts = Array.from({ length: PATH ? 1 : Math.ceil(RUNS / ON_ONE_STACK) }, (_, part) => ({
  seed: SEED + part,
  runs: PATH ? ON_ONE_STACK : Math.min(ON_ONE_STACK, RUNS - part * ON_ONE_STACK),
}));

describe.each(parts)('$runs random histories with seed $seed', ({ seed, runs }) => {
  const { stack, postgres } = ownStackOnOwnPostgres({ env: { LINK_SECRETS } });

  it('keep all invariants and match the model', async () => {
    const options = { runs, seed, rounds: ROUNDS, minutes: 20, postgres };
    const seen = await runHistories(stack, { ...options, ...(PATH && { path: PATH }) });
    console.log([...seen].map(([what, times]) => `${times} × ${what}`).join('\n'));
  }, 1500_000);
});
