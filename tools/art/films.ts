/** Records the films of apps/web/app/films on the built demo (docs/design-system.md, “The films”). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FilmName } from '@lampstand/contracts';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { PORTAL } from '../../apps/web/app/films/portal-story.ts';
import type { Shot, Story } from '../../apps/web/app/films/story.ts';
import { STUDENT } from '../../apps/web/app/films/student-story.ts';
import { WALKTHROUGH } from '../../apps/web/app/films/walkthrough-story.ts';
import { build } from '../build.ts';
import { CHROMIUM_FLAGS, findChromium } from '../local/chromium.ts';
import { root, setup } from '../local/setup.ts';
import { renderedAt } from '../rendered-site.ts';

const STORIES: Record<FilmName, Story> = { student: STUDENT, portal: PORTAL, walkthrough: WALKTHROUGH };
/** A screen of the demo is as large as on a phone 360 pixels wide. */
const CUTS = {
  tall: { width: 720, height: 1280, zoom: 2 },
  wide: { width: 1280, height: 720, zoom: 1.6 },
} as const;
type Cut = keyof typeof CUTS;
const FRAMES_PER_SECOND = 25;
const FADE = 6;
const SCROLL = 14;
const RING = 12;
const FRAMES_PER_STROKE = 2;
const LETTERS_PER_STROKE = 3;
const MOST_BYTES = 2_000_000;
const ORIGIN = 'http://films.test';

const names = process.argv.slice(2).filter((each) => each in STORIES);
const folder =
  process.argv.slice(2).find((each) => each.includes('/')) ?? path.join(root, 'apps/web/app/films/recorded');
await setup();
if (!process.env['BUILT']) await build();
await mkdir(folder, { recursive: true });
const { chromium } = await import('@playwright/test');
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
try {
  for (const [name, story] of Object.entries(STORIES))
    if (!names.length || names.includes(name))
      for (const cut of ['tall', 'wide'] as const)
        await record(browser, path.join(folder, `${name}-${cut}`), story, cut);
} finally {
  await browser.close();
}

/** @param file without its extension */
async function record(browser: Browser, file: string, story: Story, cut: Cut) {
  const page = await openDemo(browser, story, cut);
  const film = encoder(`${file}.mp4`, cut);
  let last: Buffer | undefined;
  let jumps = true;
  let side: NonNullable<Shot['side']> = 'student';
  for (const [at, shot] of story.shots.entries()) {
    let frames = Math.round(shot.seconds * FRAMES_PER_SECOND);
    const add = async (picture: Buffer, count = 1) => {
      frames -= count;
      for (let frame = 0; frame < count; frame += 1) await film.write(picture);
      last = picture;
    };
    jumps ||= Boolean(shot.scene || shot.side || shot.before);
    await begin(page, shot);
    await empty(page, story.shots.slice(at));
    side = shot.side ?? side;
    const way = await wayTo(page, side, shot.show);
    if (jumps) await scrollTo(page, side, way.to);
    const first = await pictureOf(page);
    for (let step = 1; last && step < FADE; step += 1) await film.write(mixed(last, first, step / FADE));
    frames -= last ? FADE - 1 : 0;
    await add(first);
    if (shot.show && !jumps)
      for (let step = 1; step <= SCROLL; step += 1) {
        const part = (1 - Math.cos((Math.PI * step) / SCROLL)) / 2;
        await scrollTo(page, side, way.from + (way.to - way.from) * part);
        await add(await pictureOf(page));
      }
    for (let end = 0; shot.type && end < shot.type.text.length;) {
      const field = page.locator(shot.type.into);
      await field.fill(shot.type.text.slice(0, (end += LETTERS_PER_STROKE)));
      await field.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
      await add(await pictureOf(page), FRAMES_PER_STROKE);
    }
    if (at === story.poster) await savePoster(page, file, cut);
    const rest = frames - (shot.press ? RING : 0);
    if (rest < FRAMES_PER_SECOND / 2) throw new Error(`Shot ${at} of ${file} is too short by ${-rest} frames.`);
    await add(last!, rest);
    for (let step = 1; shot.press && step <= RING; step += 1) {
      await page.locator(shot.press).evaluate(drawRing, step / RING);
      await add(await pictureOf(page));
    }
    if (shot.press) await press(page, shot.press);
    jumps = Boolean(shot.press || shot.title);
  }
  await film.end();
  await page.context().close();
  const { size } = await stat(`${file}.mp4`);
  if (size > MOST_BYTES) throw new Error(`${file}.mp4 is ${size} bytes: more than ${MOST_BYTES}.`);
  console.log(`${path.basename(file)}: ${size} bytes`);
}

/** The built demo as a stage. The page is rendered and the files are read from the build: no server runs. */
async function openDemo(browser: Browser, story: Story, cut: Cut): Promise<Page> {
  const { width, height, zoom } = CUTS[cut];
  const context = await browser.newContext({
    viewport: { width: width / zoom, height: height / zoom },
    deviceScaleFactor: zoom,
    bypassCSP: true,
    reducedMotion: 'reduce',
  });
  await context.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (path.extname(pathname)) return route.fulfill({ path: path.join(root, 'apps/web/build/client', pathname) });
    // The page does without fonts that come late; a film waits for them.
    const body = (await renderedAt(pathname)).replaceAll('font-display:optional', 'font-display:block');
    return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/trial-demo#demo-streak`);
  await page.locator('[data-island=full]').scrollIntoViewIfNeeded();
  // Not the scene of the markup: the demo's code runs.
  await page.locator('.full-demo[data-scene=streak]').waitFor();
  await page.addStyleTag({ path: path.join(import.meta.dirname, 'films.css') });
  await page.evaluate(({ marks, title }) => {
    const lamp = document.querySelector('header svg')?.outerHTML ?? '';
    document.body.insertAdjacentHTML(
      'beforeend',
      `<div class="film"><p class="film-caption"></p><p class="film-name">${title}</p><div class="film-title">${lamp}<strong></strong><p></p></div>
        <ol class="film-marks">${marks.map((mark) => `<li>${mark}</li>`).join('')}</ol><p class="film-ring" hidden></p></div>`,
    );
  }, story);
  return page;
}

/** Everything that a shot changes at once. */
async function begin(page: Page, { scene, before = [], ...words }: Shot) {
  if (scene) {
    await page.evaluate((hash) => (location.hash = hash), `demo-${scene}`);
    await page.locator(`.full-demo[data-scene=${scene}]`).waitFor({ state: 'attached' });
  }
  for (const each of before) await press(page, each);
  await page.evaluate(({ side, mark, title, caption }) => {
    const find = (selector: string) => document.querySelector(selector) as HTMLElement;
    if (side) document.body.dataset['screen'] = side;
    find(title ? '.film-title p' : '.film-caption').textContent = caption;
    find('.film-title strong').textContent = title ?? '';
    find('.film-title').hidden = !title;
    if (mark)
      for (const [at, each] of [...document.querySelectorAll('.film-marks li')].entries())
        each.className = `${at < mark ? 'lit' : ''} ${at === mark - 1 ? 'now' : ''}`;
  }, words);
}

/** The demo's fields have a text from the beginning; that which is typed later is not there yet. */
async function empty(page: Page, [shot, ...later]: readonly Shot[]): Promise<void> {
  if (!shot) return;
  if (!shot.type) return empty(page, later);
  const field = page.locator(shot.type.into);
  if (await field.isVisible()) await field.fill('');
}

async function press(page: Page, target: string) {
  await page.locator(target).evaluate((element: HTMLElement) => {
    element.click();
    (document.querySelector('.film-ring') as HTMLElement).hidden = true;
  });
}

/** Runs in the page. @param way from 0 to 1 */
function drawRing(element: Element, way: number) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const [left, top] = [x + Math.min(width / 2, 90), y + height / 2];
  if (!document.elementsFromPoint(left, top).includes(element))
    throw new Error(`${element.outerHTML} is out of sight.`);
  const ring = document.querySelector('.film-ring') as HTMLElement;
  ring.hidden = false;
  ring.style.cssText = `left: ${left}px; top: ${top}px; scale: ${0.7 + 0.7 * way}; opacity: ${Math.min(1, 3 * way, 3 - 3 * way)}`;
}

/** Where the screen's scrolling is, and where it shows an element; its top, if there is none. */
async function wayTo(page: Page, side: string, show = `#${side}-panel > *`) {
  return page
    .locator(show)
    .first()
    .evaluate((element) => {
      const panel = element.closest('.demo-panel')!;
      const above = element.getBoundingClientRect().top - panel.getBoundingClientRect().top - 10;
      const most = panel.scrollHeight - panel.clientHeight;
      return { from: panel.scrollTop, to: Math.min(most, Math.max(0, panel.scrollTop + above)) };
    });
}

async function scrollTo(page: Page, side: string, top: number) {
  await page.locator(`#${side}-panel`).evaluate((panel, to) => (panel.scrollTop = to), top);
}

/** The pixels of what is seen. */
async function pictureOf(page: Page): Promise<Buffer> {
  return sharp(await screenshot(page))
    .removeAlpha()
    .raw()
    .toBuffer();
}

async function screenshot(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    (document.activeElement as HTMLElement).blur();
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    await document.fonts.ready;
  });
  return page.screenshot({ animations: 'disabled' });
}

function mixed(from: Buffer, to: Buffer, way: number): Buffer {
  const mix = Buffer.allocUnsafe(to.length);
  for (let at = 0; at < to.length; at += 1) mix[at] = from[at]! + (to[at]! - from[at]!) * way;
  return mix;
}

/** The screen of a shot with the title of the film, and room for the button that plays it. */
async function savePoster(page: Page, file: string, cut: Cut) {
  await page.evaluate(() => document.body.classList.add('poster'));
  const poster = sharp(await screenshot(page));
  await page.evaluate(() => document.body.classList.remove('poster'));
  await poster.clone().avif({ effort: 7, quality: 60, chromaSubsampling: '4:4:4' }).toFile(`${file}.avif`);
  if (cut === 'wide') await poster.jpeg({ quality: 82, mozjpeg: true }).toFile(`${file}.jpg`);
}

/** Frames become MP4 (H.264). The same frames are the same bytes. */
function encoder(file: string, cut: Cut) {
  const { width, height } = CUTS[cut];
  const input = `-f rawvideo -pix_fmt rgb24 -s ${width}x${height} -r ${FRAMES_PER_SECOND} -i -`;
  const output =
    '-an -c:v libx264 -preset slower -crf 30 -g 500 -movflags +faststart' +
    ' -vf scale=out_color_matrix=bt709:out_range=tv,format=yuv420p' +
    ' -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv' +
    ' -map_metadata -1 -fflags +bitexact -flags:v +bitexact';
  const child = spawn('ffmpeg', `-hide_banner -loglevel error -y ${input} ${output}`.split(' ').concat(file), {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  });
  const write = async (picture: Buffer) => {
    if (!child.stdin.write(picture)) await Promise.race([once(child.stdin, 'drain'), ended]);
  };
  return { write, end: () => (child.stdin.end(), ended) };
}
