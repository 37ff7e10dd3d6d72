/** Random schedules of sign-ups and files by two members of staff. */
import { it } from '@jest/globals';
import { fileSchedules } from '../model-based/file-schedules.ts';
import { ownStack } from '../support/own-stack.ts';

const stack = ownStack({ env: { SWEEP_INTERVAL_SECONDS: '1' } });
const SCHEDULES = Number(process.env['SOAK_RUNS'] ?? 200);
const seed = Number(process.env['SOAK_SEED'] ?? Date.now() % 1_000_000);

it(`each row is in exactly one file of a view, in ${SCHEDULES} random schedules with seed ${seed}`, async () => {
  const seen = await fileSchedules(stack, { schedules: SCHEDULES, seed });
  console.log(
    Object.entries(seen)
      .map(([what, times]) => `${times} x ${what}`)
      .join('\n'),
  );
}, 3_600_000);
