/**
 * Draws the people of the public pages into `public/art`: the group picture, two founders, three pastors. Run by hand
 * when a figure changes: `node apps/web/tools/draw-people.mjs`. The drawings are Open Peeps by Pablo Stanley
 * (openpeeps.com), dedicated to the public domain under CC0; the npm package `react-peeps` (MIT) carries their outlines.
 * A photograph takes the place of a drawing by taking its place on the page.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { busts } from './people/busts.mjs';
import { group } from './people/group.mjs';

const art = new URL('../public/art/', import.meta.url);
await mkdir(art, { recursive: true });
for (const { name, text } of [{ name: 'group', text: group() }, ...busts()]) {
  await writeFile(new URL(`${name}.svg`, art), text);
  const kilobytes = (size) => (size / 1024).toFixed(1);
  console.log(`${name}.svg: ${kilobytes(text.length)} KB, ${kilobytes(gzipSync(text).length)} KB gz`);
}
