/** The same tasks in three engines: `npm run soak browsers`; those tagged @smoke in `.ci/run`, too. */
import { defineConfig } from '@playwright/test';
import { findChromium } from '../../tools/local/chromium.mjs';

process.env['CHROME_PATH'] = await findChromium();

export default defineConfig<object, { engine: 'chromium' | 'firefox' | 'webkit' }>({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: '../support/playwright-setup.ts',
  outputDir: '../../test-results/browsers',
  reporter: 'list',
  workers: 2,
  forbidOnly: !!process.env['CI'],
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: { viewport: { width: 1280, height: 800 } },
  projects: (['chromium', 'firefox', 'webkit'] as const).map((engine) => ({ name: engine, use: { engine } })),
});
