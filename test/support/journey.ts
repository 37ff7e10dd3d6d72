/** What every journey gets: a stack of its worker, and browsers that fail the test when they complain. */
import { type BrowserContext, type Page, test as base } from '@playwright/test';
import { startStack } from './stack.mjs';

export { expect } from '@playwright/test';

export const PHONE = { width: 375, height: 740 };
export const DESK = { width: 1280, height: 800 };
/** Where something is looked at that hardly depends on the width: a phone in `npm test`, both in `npm run soak journeys`. */
export const SCREENS = { 'a phone': PHONE, ...(process.env['THOROUGH'] && { 'a desk': DESK }) };

interface TestFixtures {
  /** Names a complaint of the console that belongs to this test, such as a refused request. */
  allow: (...complaints: RegExp[]) => void;
  /** A browser that knows nothing of the first one. */
  anotherDevice: () => Promise<Page>;
}

interface WorkerFixtures {
  stack: Awaited<ReturnType<typeof startStack>>;
}

export const test = base.extend<TestFixtures & { complaints: Complaints }, WorkerFixtures>({
  stack: [
    async ({}, use) => {
      const stack = await startStack({ apis: process.env['THOROUGH'] ? 2 : 1 });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ stack }, use) => use(stack.url),

  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      complaints.listenTo(context);
      await use(complaints);
      complaints.throwIfAny();
    },
    { auto: true },
  ],

  allow: ({ complaints }, use) => use((...expected) => complaints.allowed.push(...expected)),

  anotherDevice: async ({ browser, complaints }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push(context);
      complaints.listenTo(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

/** A violation of the content security policy is an error of the console, too, also in frames. */
class Complaints {
  readonly allowed: RegExp[] = [];
  readonly #heard: string[] = [];

  listenTo(context: BrowserContext): void {
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      this.#heard.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (failure) => {
      const { name, message, stack } = failure.error();
      this.#heard.push(`uncaught on ${failure.page()?.url()}: ${name}: ${message} ${stack}`);
    });
  }

  throwIfAny(): void {
    const unexpected = this.#heard.filter((text) => !this.allowed.some((complaint) => complaint.test(text)));
    if (unexpected.length) throw new Error(`The browser complained:\n${unexpected.join('\n')}`);
  }
}
