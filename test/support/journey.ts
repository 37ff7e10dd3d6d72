/** What every journey gets: a stack of its worker, and a browser that fails the test when it complains. */
import { test as base } from '@playwright/test';
import { startStack } from './stack.mjs';

export { expect } from '@playwright/test';

export const PHONE = { width: 375, height: 740 };

interface TestFixtures {
  /** Names a complaint of the console that belongs to this test, such as a refused request. */
  allow: (complaint: RegExp) => void;
}

interface WorkerFixtures {
  stack: Awaited<ReturnType<typeof startStack>>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ stack }, use) => use(stack.url),

  // A violation of the content security policy is an error of the console, too, also in frames.
  allow: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      const allowed: RegExp[] = [];
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().stack ?? error.error().message}`));
      await use((complaint) => allowed.push(complaint));
      const unexpected = complaints.filter((text) => !allowed.some((complaint) => complaint.test(text)));
      if (unexpected.length) throw new Error(`The browser complained:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});
