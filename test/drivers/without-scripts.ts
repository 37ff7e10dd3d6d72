import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../../tools/chromium.mjs';

/**
 * A browser whose reader has turned scripts off. `javaScriptEnabled: false` would not do: with it the parser still
 * believes in scripts, and hides what is written for readers without.
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
