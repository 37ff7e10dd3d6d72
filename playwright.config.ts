import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './tools/chromium.mjs';

// Found once: the workers inherit it.
process.env.CHROME_PATH = await findChromium();

export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '*.e2e.ts',
  // `npm run soak journeys` runs these, too: pages at 400 %, without styles and in the reader's colors; and @thorough, which are
  // barriers state by state and variants of other journeys.
  testIgnore: process.env.THOROUGH ? [] : 'pages-zoom.e2e.ts',
  ...(!process.env.THOROUGH && { grepInvert: /@thorough/ }),
  globalSetup: './test/support/playwright-setup.ts',
  outputDir: 'test-results',
  reporter: 'list',
  workers: 3,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: process.env.CHROME_PATH, args: CHROMIUM_FLAGS },
    trace: process.env.CI ? 'off' : 'retain-on-failure',
  },
});
