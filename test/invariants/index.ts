/** Asserting the invariants, and waiting for a stack to settle before that. */
import { afterEach, expect } from 'vitest';
import { retryNow, someUndoneJobsOf, undoneJobsOf } from '../builders/jobs.ts';
import { eventually, type Stack } from '../support/index.ts';
import { type Allowed, violations } from './invariants.mjs';

export { type Allowed, tally, violations } from './invariants.mjs';

const MOST_SHOWN = 20;

/** Asserts that the stack settles and no invariant is broken. */
export async function expectNoViolations(stack: Stack, allowed: Allowed = {}): Promise<void> {
  await settled(stack);
  expect(await violations(stack, allowed)).toEqual([]);
}

/** After each test, heals faults, resumes webhooks and asserts the invariants. */
export function checkInvariantsAfterEach(stack: Stack): void {
  afterEach(async () => {
    await stack.sandbox.heal();
    await stack.sandbox.webhooks.set('normal');
    await expectNoViolations(stack);
  });
}

/** Waits until no job is waiting or running and no webhook is pending. Makes jobs that wait for a retry due now. */
export async function settled(stack: Stack, { within = 120_000 } = {}): Promise<void> {
  let last: string[] = [];
  await eventually(
    async () => {
      const some = await someUndoneJobsOf(stack, last);
      // A job may have queued another one in a queue that was read before it.
      const undone = some.length ? some : await undoneJobsOf(stack);
      last = undone.map(({ name }) => name);
      if (undone.some(({ state, startAfter }) => state === 'retry' && startAfter.getTime() > Date.now()))
        await retryNow(stack);
      const busy = undone.map(({ name, state, data, output }) => ({ name, state, data, output }));
      const { deliveries } = await stack.sandbox.call('webhooks');
      const pending = deliveries.filter(({ status }: { status: string }) => status === 'pending');
      const all = [...busy, ...pending];
      if (all.length) throw new Error(`Not settled, ${all.length}: ${JSON.stringify(all.slice(0, MOST_SHOWN))}`);
      return true;
    },
    { within },
  );
}

/** Moves the clock and waits until the stack settles. */
export const advanceAndSettle =
  (stack: Stack) =>
  async (by: { days?: number; minutes?: number }): Promise<void> => {
    await stack.sandbox.advance(by);
    await settled(stack);
  };

/** Does `work` `count` times in parallel. */
export const atOnce = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Waits until the sandbox's faults have hit `count` provider calls; with modes `hold-…`, these calls are now held. */
export const untilHeld = (stack: Stack, count = 1): Promise<boolean> =>
  eventually(async () => {
    const rules: { fired: number }[] = await stack.sandbox.call('faults');
    return rules.reduce((sum, { fired }) => sum + fired, 0) >= count;
  });

/** What the providers store for one sign-up. */
export async function providerRecordsOf(stack: Stack, { id, details }: { id: number; details: { email: string } }) {
  const records: Record<string, any[]> = await stack.sandbox.records();
  const own = (table: string) => records[table]!.filter(({ metadata }) => metadata?.trial_id === String(id));
  const customers = own('customers');
  const customerIds = new Set(customers.map((each) => each.id));
  return {
    customers,
    setupIntents: own('setupIntents'),
    subscriptions: own('subscriptions'),
    invoices: records.invoices!.filter(({ customer }) => customerIds.has(customer)),
    mails: records.mails!.filter(
      ({ to, subject }) => to === details.email.toLowerCase() && subject !== 'Your sign-up is saved',
    ),
  };
}
