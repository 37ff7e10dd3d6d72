import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './tools/local/chromium.ts';

// Found once; the workers inherit the variable.
process.env.CHROME_PATH = await findChromium();

export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '*.e2e.ts',
  // Only `npm run soak journeys` runs these: pages at 400 %, without styles and in forced colors; and @thorough, accessibility
  // state by state and variants of other journeys.
  testIgnore: process.env.THOROUGH ? [] : 'pages-zoom.e2e.ts',
  ...(!process.env.THOROUGH && { grepInvert: /@thorough/ }),
  globalSetup: './test/support/playwright-setup.ts',
  outputDir: 'test-results',
  reporter: 'list',
  // One more than the cores of the smallest machine, as in vitest.config.ts: journeys often wait.
  workers: 3,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    trace: process.env.CI && !process.env.GITHUB_ACTIONS ? 'off' : 'retain-on-failure',
  },
  // Playwright's own Firefox and WebKit, which the workflow installs: BROWSERS=chromium,firefox,webkit.
  projects: (process.env.BROWSERS ?? 'chromium').split(',').map((name) => ({
    name,
    use: {
      browserName: name as 'chromium' | 'firefox' | 'webkit',
      ...(name === 'chromium' && {
        launchOptions: { executablePath: process.env.CHROME_PATH, args: CHROMIUM_FLAGS },
      }),
    },
  })),
});
