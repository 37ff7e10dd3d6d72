import { PlanScreen, test as base } from '../drivers/index.ts';
import { startStack } from '../support/index.ts';

/** Months go by in these journeys: on a stack of their own, so that no other one is moved into the future. */
export const test = base.extend<{ plan: PlanScreen }, { stack: Awaited<ReturnType<typeof startStack>> }>({
  stack: [
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  plan: ({ page }, use) => use(new PlanScreen(page)),
});
