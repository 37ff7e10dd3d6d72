/** Subsets the two families to Latin and to the axes in use; run by hand when a family is updated: `npm run fonts`. */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”•…→✓`;

const FRAUNCES = import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2');
const FIGTREE = import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');

/** The last two are for the Open Graph images: satori reads neither woff2 nor variable fonts. */
const cuts = [
  {
    from: FRAUNCES,
    to: 'fraunces.woff2',
    variationAxes: { SOFT: 100, WONK: 0, opsz: 60, wght: { min: 500, max: 640 } },
  },
  {
    from: FIGTREE,
    to: 'figtree.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  { from: FRAUNCES, to: 'fraunces-600.ttf', variationAxes: { SOFT: 100, WONK: 0, opsz: 60, wght: 600 } },
  { from: FIGTREE, to: 'figtree-500.ttf', variationAxes: { wght: 500 } },
];

for (const { from, to, variationAxes } of cuts) {
  const whole = await readFile(new URL(from));
  const cut = await subsetFont(whole, latin, {
    targetFormat: to.endsWith('ttf') ? 'truetype' : 'woff2',
    variationAxes,
  });
  await writeFile(new URL(`../app/fonts/${to}`, import.meta.url), cut);
  console.log(`${to}: ${(cut.length / 1024).toFixed(1)} KB`);
}
