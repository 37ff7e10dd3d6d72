/** Opens the built demo for a film. The page is rendered and the files are read from the build: no server runs. */
import path from 'node:path';
import { root } from '../../local/setup.ts';
import { renderedAt } from '../../rendered-site.ts';
import { Player } from './player.ts';
import { SIZE } from './view.ts';
import type { Browser } from '@playwright/test';
import type { Storyboard } from './storyboard.ts';

const ORIGIN = 'http://films.test';
const site = path.join(root, 'apps/web/build/client');

/** The built demo in a page of the film's size, with a player of the storyboard. */
export async function openDemo(browser: Browser, board: Storyboard) {
  const context = await browser.newContext({ viewport: SIZE, bypassCSP: true });
  await context.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (path.extname(pathname)) return route.fulfill({ path: path.join(site, pathname) });
    // The page does without fonts that come late; a film waits for them.
    const body = (await renderedAt(pathname)).replaceAll('font-display:optional', 'font-display:block');
    return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/trial-demo#demo-streak`);
  await page.locator('[data-island=full]').scrollIntoViewIfNeeded();
  // A scene that is not the first picture: the demo's code runs.
  await page.locator('.full-demo[data-scene=streak]').waitFor();
  await page.addStyleTag({ path: path.join(import.meta.dirname, 'stage.css') });
  const player = new Player(page, board);
  await player.prepare();
  const session = await context.newCDPSession(page);
  const picture = async () => {
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    return Buffer.from(data, 'base64');
  };
  return { page, player, picture, close: () => context.close() };
}
