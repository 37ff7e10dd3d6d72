/** Opens the pages of the drivers in Chromium, Firefox or WebKit. */
import { type Browser, chromium, firefox } from '@playwright/test';
import path from 'node:path';
import { CHROMIUM_FLAGS } from '../../tools/local/chromium.mjs';
import { installFirefox } from '../../tools/local/debian.mjs';
import { test as journeys } from '../drivers/index.ts';
import { startWebKit } from './webkit.ts';

const ENGINES = {
  chromium: () => chromium.launch({ executablePath: process.env['CHROME_PATH']!, args: CHROMIUM_FLAGS }),
  firefox: () => {
    installFirefox();
    const executablePath = path.join(import.meta.dirname, 'firefox-esr.mjs');
    return firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs: PREFERENCES });
  },
  webkit: startWebKit,
};

/** Reduced motion, and a mouse, which a machine without a screen does not have. */
const MOUSE = 6;
const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'ui.primaryPointerCapabilities': MOUSE,
  'ui.allPointerCapabilities': MOUSE,
};

/**
 * Firefox reports it, without a stack, in one of ten sign-ups, when a driver's function meets a page that has just been
 * replaced. A page that reads another origin has a longer message.
 */
const OF_THE_DRIVER = /: Error: Permission denied to access property "length" Error: .*"length"\nundefined$/;

interface WorkerFixtures {
  engine: keyof typeof ENGINES;
  opened: Browser;
}

/** `test` of the journeys, in the engine of the project. */
export const test = journeys.extend<object, WorkerFixtures>({
  engine: ['chromium', { scope: 'worker', option: true }],

  opened: [
    async ({ engine }, use) => {
      const browser = await ENGINES[engine]();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  context: async ({ opened, baseURL, viewport }, use) => {
    const context = await opened.newContext({ viewport, reducedMotion: 'reduce', ...(baseURL && { baseURL }) });
    await use(context);
    await context.close();
  },

  page: async ({ context }, use) => use(await context.newPage()),

  consoleErrors: async ({ consoleErrors, engine }, use) => {
    if (engine === 'firefox') consoleErrors.allowed.push(OF_THE_DRIVER);
    await use(consoleErrors);
  },
});
