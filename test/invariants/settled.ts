/** Waiting for a stack to come to rest, and the assertion that ends every spec about failures. */
import { afterEach, expect } from '@jest/globals';
import { eventually, type Stack } from '../support/index.ts';
import { type Allowed, violations } from './invariants.mjs';

/** Of thousands of jobs a reader wants a few. */
const MOST_TOLD = 20;

/** Nothing is due: no job waits or runs, no webhook is on its way. Waits of the queue between two tries are cut short. */
export async function settled(stack: Stack, { within = 30_000 } = {}): Promise<void> {
  await eventually(
    async () => {
      await stack.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`);
      const busy = await stack.query(
        `SELECT name, state, data, output, count(*) OVER ()::int AS "ofSoMany" FROM pgboss.job
          WHERE state IN ('created', 'retry', 'active') AND name <> 'deadLetters' LIMIT ${MOST_TOLD}`,
      );
      const { deliveries } = await stack.sandbox.call('webhooks');
      const waiting = deliveries.filter(({ status }: { status: string }) => status === 'pending');
      const first = [...busy, ...waiting].slice(0, MOST_TOLD);
      if (first.length) throw new Error(`Still under way: ${JSON.stringify(first)}`);
      return true;
    },
    { within, every: 200 },
  );
}

/** The lease of jobs whose worker was killed is over at once, not after minutes. */
export async function expireLeases(stack: Stack): Promise<void> {
  await stack.query(`UPDATE pgboss.job SET started_on = now() - expire_in WHERE state = 'active'`);
}

export async function expectNoViolations(stack: Stack, allowed: Allowed = {}): Promise<void> {
  await settled(stack);
  expect(await violations(stack, allowed)).toEqual([]);
}

/** After each test faults are healed and webhooks come again, and then nothing is lost and nothing was done twice. */
export function provedAfterEach(stack: Stack): void {
  afterEach(async () => {
    await stack.sandbox.heal();
    await stack.sandbox.webhooks.set('normal');
    await expectNoViolations(stack);
  });
}

/** Lets days or minutes go by, and whatever follows of them come to rest. */
export const passing =
  (stack: Stack) =>
  async (by: { days?: number; minutes?: number }): Promise<void> => {
    await stack.sandbox.advance(by);
    await settled(stack);
  };
