/** `npm run films [name]…`: records the films from their storyboards (apps/web/app/films) on the built demo. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { encode, encodePoster, FRAMES_PER_SECOND, frameWriter } from './films/encode.mjs';
import { openDemo } from './films/open-demo.mjs';
import { FILMS, storyboards } from './films/storyboard.mjs';
import { CHROMIUM_FLAGS, findChromium } from './local/chromium.mjs';
import { setup } from './local/setup.mjs';

const RECORDED = path.join(FILMS, 'recorded');
const LIST = path.join(RECORDED, 'recorded.json');
const MOST_BYTES = 4_000_000;

await setup();
await build();
const { chromium } = await import('@playwright/test');
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
const scratch = await mkdtemp(path.join(tmpdir(), 'films-'));
try {
  for (const film of await storyboards(process.argv.slice(2))) await record(film);
} finally {
  await browser.close();
  await rm(scratch, { recursive: true });
}

/** @param {import('./films/storyboard.mjs').Film} film */
async function record({ name, hash, board }) {
  const still = await openDemo(browser, { ...board, steps: board.poster.steps });
  for (let second = 0; second <= board.poster.seconds; second += 0.5) await still.player.drawAt(second);
  await still.page.evaluate(() => document.querySelector('.film')?.classList.add('poster'));
  await encodePoster(await still.picture(), path.join(RECORDED, name));
  await still.close();

  const lossless = path.join(scratch, `${name}.mkv`);
  const writer = frameWriter(lossless);
  const demo = await openDemo(browser, board);
  let picture = Buffer.alloc(0);
  for (let frame = 0; frame < board.seconds * FRAMES_PER_SECOND; frame += 1) {
    if (await demo.player.drawAt(frame / FRAMES_PER_SECOND)) picture = await demo.picture();
    await writer.write(picture);
  }
  await writer.end();
  await demo.close();
  /** @type {Record<string, number>} */
  const bytes = {};
  for (const type of /** @type {const} */ (['webm', 'mp4'])) {
    const file = path.join(RECORDED, `${name}.${type}`);
    await encode(lossless, file, type);
    bytes[type] = (await stat(file)).size;
    if (bytes[type] > MOST_BYTES) throw new Error(`${file} is ${bytes[type]} bytes: more than ${MOST_BYTES}.`);
  }
  const list = JSON.parse(await readFile(LIST, 'utf8').catch(() => '{}'));
  list[name] = { storyboard: hash, day: new Date().toISOString().slice(0, 10), seconds: board.seconds, bytes };
  await writeFile(LIST, `${JSON.stringify(list, null, 2)}\n`);
  console.log(
    `${name}: ${board.seconds} s, ${Object.entries(bytes)
      .map(([type, size]) => `${type} ${size}`)
      .join(', ')}`,
  );
}
