/** `npm run screenshots [part of a name]`: every page as a PNG, for a phone and a desk, in screenshots/. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { root, setup } from './setup.mjs';

await setup();

const { chromium } = await import('@playwright/test');
const { build } = await import('./build.mjs');
const { CHROMIUM_FLAGS, findChromium } = await import('./chromium.mjs');
const { siteUrlOf } = await import('./environment.mjs');
const { filesBelow } = await import('./fingerprint.mjs');

const WIDTHS = [375, 1280];
const site = path.join(root, 'apps/web/build/client');
const folder = path.join(root, 'screenshots');

/** The site that runs already, or a stack of our own. */
async function stack() {
  const running = siteUrlOf(process.env);
  const answers = await fetch(`${running}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answers) return { url: running, stop: async () => {} };
  await build({ log: console.log });
  const { startStack } = await import('../test/support/stack.mjs');
  return startStack({ apis: 1 });
}

const { url, stop } = await stack();
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
try {
  const wanted = process.argv.slice(2);
  const pages = (await filesBelow(site))
    .filter((file) => path.basename(file) === 'index.html')
    .map((file) => `/${path.relative(site, path.dirname(file)).split(path.sep).join('/')}`)
    .filter((page) => !wanted.length || wanted.some((part) => nameOf(page).includes(part)));
  if (!wanted.length) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(WIDTHS.map((width) => takeAll(pages, width)));
  console.log(`${pages.length} pages at ${WIDTHS.join(' and ')} px in ${folder}`);
} finally {
  await browser.close();
  await stop();
}

async function takeAll(pages, width) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const address of pages) {
    await page.goto(url + address);
    await page.waitForLoadState('networkidle');
    await page.evaluate(drawn);
    await page.screenshot({ path: path.join(folder, `${nameOf(address)}-${width}.png`), fullPage: true });
  }
  await context.close();
}

function nameOf(address) {
  return address === '/' ? 'home' : address.slice(1).replaceAll('/', '-');
}

/** In the page: waits until everything is drawn, also what would wait to be scrolled to. */
async function drawn() {
  await document.fonts.ready;
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
}
