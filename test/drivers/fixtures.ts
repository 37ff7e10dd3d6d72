/** Playwright fixtures of the journeys: one stack per worker, page drivers, and a check of the browser console. */
import { type BrowserContext, chromium, type Page, type Request, test as base } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../../tools/local/chromium.ts';
import { startStack } from '../support/stack.mjs';
import { DatabaseScreen, ReviewScreen, SignupsScreen } from './back-office-screens.ts';
import { InspectorScreen } from './inspector-screen.ts';
import { Outages, SlowFile } from './network.ts';
import { Pastor } from './pastor.ts';
import { PlanScreen } from './plan-screen.ts';
import { StaffBrowser } from './staff-browser.ts';

export { expect } from '@playwright/test';

export const PHONE = { width: 375, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };
/** For tests that hardly depend on the width: a phone in `npm test`, both in `npm run soak journeys`. */
export const SCREENS = { 'a phone': PHONE, ...(process.env['THOROUGH'] && { 'a desktop': DESKTOP }) };

interface Fixtures {
  /** Allows console errors that the test expects, such as a refused request. Any other error fails the test. */
  allow: (...messages: RegExp[]) => void;
  /** Opens a page in a new browser context. */
  anotherDevice: () => Promise<Page>;
  pastor: Pastor;
  /** A member of staff in the same page. */
  staff: StaffBrowser;
  signups: SignupsScreen;
  database: DatabaseScreen;
  inspector: InspectorScreen;
  review: ReviewScreen;
  outages: Outages;
  /** From now on our fonts do not come; the result lets them come. Pages show the stand-ins, as on a slow line. */
  withoutFonts: () => Promise<() => void>;
  slowFile: SlowFile;
  /** Moves the server's clock. */
  minutesPass: (minutes: number) => Promise<void>;
}

interface AutoFixtures {
  consoleErrors: ConsoleErrors;
  failureReport: void;
  healed: void;
  serverLogs: void;
}

interface WorkerFixtures {
  stack: Awaited<ReturnType<typeof startStack>>;
}

export const test = base.extend<Fixtures & AutoFixtures, WorkerFixtures>({
  stack: [
    async ({}, use) => {
      const stack = await startStack({ apis: process.env['THOROUGH'] ? 2 : 1 });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ stack }, use) => use(stack.url),

  consoleErrors: [
    async ({ context }, use) => {
      const errors = new ConsoleErrors();
      errors.listenTo(context);
      await use(errors);
      errors.throwIfAny();
    },
    { auto: true },
  ],

  // Playwright writes pictures and traces to files, which a log of CI does not have. Thrown, so that the list of failures at the
  // end of the log has it.
  failureReport: [
    async ({ context }, use, test) => {
      const pending = new Set<Request>();
      context.on('request', (request) => pending.add(request));
      context.on('requestfinished', (request) => pending.delete(request));
      context.on('requestfailed', (request) => pending.delete(request));
      await use();
      if (test.status === test.expectedStatus) return;
      const report: string[] = [];
      for (const page of context.pages()) {
        const text = await page.innerText('body', { timeout: 2000 }).catch(String);
        report.push(`${page.url()} showed: ${text.slice(0, 1500)}`);
      }
      for (const request of pending) report.push(`Without an answer: ${request.method()} ${request.url()}`);
      throw new Error(report.join('\n'));
    },
    { auto: true },
  ],

  allow: ({ consoleErrors }, use) => use((...expected) => consoleErrors.allowed.push(...expected)),

  anotherDevice: async ({ browser, consoleErrors }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push(context);
      consoleErrors.listenTo(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },

  pastor: ({ page, stack }, use) => use(new Pastor(page, stack)),
  staff: ({ page, stack }, use) => use(new StaffBrowser(page, stack)),
  signups: ({ page }, use) => use(new SignupsScreen(page)),
  database: ({ page }, use) => use(new DatabaseScreen(page)),
  inspector: ({ page }, use) => use(new InspectorScreen(page)),
  review: ({ page }, use) => use(new ReviewScreen(page)),
  outages: ({ page }, use) => use(new Outages(page)),

  withoutFonts: ({ outages, allow }, use) =>
    use(() => {
      allow(/ERR_FAILED .*\.woff2/);
      return outages.cutOff('**/*.woff2');
    }),

  slowFile: async ({}, use) => {
    const file = new SlowFile();
    await use(file);
    await file.close();
  },

  minutesPass: ({ stack }, use) => use((minutes) => stack.sandbox.advance({ minutes })),

  healed: [
    async ({ stack }, use) => {
      await use();
      await stack.sandbox.heal();
      await stack.sandbox.webhooks.set('normal');
    },
    { auto: true },
  ],

  serverLogs: [
    async ({ stack }, use) => {
      await use();
      await stack.checkLogs();
    },
    { auto: true },
  ],
});

/** For journeys that move the clock by months: a stack of their own, so that no other journey moves with it. */
export const planTest = test.extend<{ plan: PlanScreen }, WorkerFixtures>({
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

/** For journeys through limits, which are off elsewhere. */
export const limitedTest = test.extend<object, WorkerFixtures>({
  stack: [
    async ({}, use) => {
      const stack = await startStack({ env: { LIMITS: 'on' } });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Console errors, warnings and uncaught exceptions of all pages. Violations of the content security policy are errors, too. */
class ConsoleErrors {
  /** A page left before its cross-document view transition is ready: Chromium reports the skip (csswg-drafts issue 13726). */
  readonly allowed: RegExp[] = [
    /AbortError: Transition was skipped/,
    // Open staff pages listen again, also while a test lets the session expire.
    /status of 401 .*\/api\/admin\/changes/,
  ];
  readonly #seen: string[] = [];

  listenTo(context: BrowserContext): void {
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      this.#seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (failure) => {
      const { name, message, stack } = failure.error();
      this.#seen.push(`uncaught on ${failure.page()?.url()}: ${name}: ${message} ${stack}`);
    });
  }

  throwIfAny(): void {
    const unexpected = this.#seen.filter((text) => !this.allowed.some((message) => message.test(text)));
    if (unexpected.length) throw new Error(`Unexpected console errors:\n${unexpected.join('\n')}`);
  }
}

/**
 * Runs `look` in a browser with scripts turned off. Playwright's `javaScriptEnabled: false` would not do: the parser then
 * still treats scripting as enabled and hides `<noscript>`.
 */
export async function withoutScripts(look: (page: Page) => Promise<void>, baseURL: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '',
    args: [...CHROMIUM_FLAGS, '--blink-settings=scriptEnabled=false'],
  });
  try {
    await look(await browser.newPage({ baseURL }));
  } finally {
    await browser.close();
  }
}
