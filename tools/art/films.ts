/** `node tools/node.mjs tools/art/films.ts [name]…`: records the films from their storyboards (apps/web/app/films) on the built demo. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../build.ts';
import { encode, encodePoster, FRAMES_PER_SECOND, frameWriter } from './films/encode.ts';
import { openDemo } from './films/player.ts';
import { FILMS, storyboards, type Film } from './films/storyboard.ts';
import { CHROMIUM_FLAGS, findChromium } from '../local/chromium.ts';
import { setup } from '../local/setup.ts';

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

async function record({ name, hash, board }: Film) {
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
  const bytes: Record<string, number> = {};
  for (const type of ['webm', 'mp4'] as const) {
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
