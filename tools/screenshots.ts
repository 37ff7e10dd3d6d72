/** `npm run screenshots [part of a name]…`: every page as a PNG at phone and desktop width, in screenshots/. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { CHROMIUM_FLAGS, findChromium } from './local/chromium.ts';
import { siteUrlOf } from './local/environment.ts';
import { root, setup } from './local/setup.ts';
import { pagePaths } from './rendered-site.ts';

const WIDTHS = [375, 1280];
const folder = path.join(root, 'screenshots');

await setup();
const { chromium } = await import('@playwright/test');

/** The running site, or a new stack. */
async function stack() {
  const running = siteUrlOf(process.env);
  const answers = await fetch(`${running}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answers) return { url: running, stop: async () => {} };
  const { build } = await import('./build.ts');
  await build();
  const { startStack } = await import('../test/support/stack.mjs');
  return startStack({ apis: 1 });
}

const { url, stop } = await stack();
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
try {
  const wanted = process.argv.slice(2);
  const pages = (await pagePaths()).filter(
    (page) => !wanted.length || wanted.some((part) => nameOf(page).includes(part)),
  );
  if (!wanted.length) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(WIDTHS.map((width) => takeAll(pages, width)));
  console.log(`${pages.length} pages at ${WIDTHS.join(' and ')} px in ${folder}`);
} finally {
  await browser.close();
  await stop();
}

async function takeAll(pages: string[], width: number) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const address of pages) {
    await page.goto(url + address);
    await page.waitForLoadState('networkidle');
    await page.evaluate(untilDrawn);
    await page.screenshot({ path: path.join(folder, `${nameOf(address)}-${width}.png`), fullPage: true });
  }
  await context.close();
}

function nameOf(address: string) {
  return address === '/' ? 'home' : address.slice(1).replaceAll('/', '-');
}

/** Runs in the page: waits for fonts and all images, lazy ones included. */
async function untilDrawn() {
  await document.fonts.ready;
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
}
