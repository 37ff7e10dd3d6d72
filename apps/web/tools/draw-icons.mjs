/** Renders the icon as PNG for platforms without SVG icons; run by hand when the mark changes: `npm run icons`. */
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../tools/local/chromium.ts';

const at = (name) => new URL(`../public/${name}`, import.meta.url);
const mark = await readFile(at('icon.svg'), 'utf8');

// iOS rounds the corners itself, so that icon is square.
const square = mark.replace(' rx="10"', '');

const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
const page = await browser.newPage();
for (const [size, drawing] of [
  [180, square],
  [192, mark],
  [512, mark],
]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>html,body{margin:0}svg{display:block;width:100vw}</style>${drawing}`);
  await writeFile(at(`icon-${size}.png`), await page.screenshot({ omitBackground: true }));
}
await browser.close();
