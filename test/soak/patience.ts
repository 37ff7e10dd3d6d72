/** Doing a step again until it works, as long as a person would. */

import type { FaultyStack } from './fault-plan.ts';

/** Told of each try that failed; may heal what is broken. */
export type Trouble = (step: string, error: Error) => Promise<void>;

const TRIES = 10;

export async function patiently(step: string, attempt: () => Promise<unknown>, trouble: Trouble): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (tries === TRIES) throw new Error(`${step} did not work in ${TRIES} tries`, { cause: error });
      await trouble(step, error as Error);
    }
  }
}

/** Nothing more is due for the moment; the queue's waits between two tries count as trouble. */
export async function comesToRest(stack: FaultyStack, within = 4_000): Promise<void> {
  const end = Date.now() + within;
  for (;;) {
    const busy = await stack.query(
      `SELECT FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name <> 'deadLetters'`,
    );
    const { deliveries } = await stack.sandbox.call('webhooks');
    if (!busy.length && !deliveries.some(({ status }: any) => status === 'pending')) return;
    if (Date.now() > end) throw new Error(`${busy.length} jobs are still under way`);
    await new Promise((go) => setTimeout(go, 50));
  }
}
