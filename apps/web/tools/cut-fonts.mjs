/** Subsets the two families to Latin and to the axes in use; run by hand when a family is updated: `npm run fonts`. */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');

/** What our own pages are written in, which every page loads first, and the other letters of Western Europe, for names. */
const basic = `${range(0x20, 0x7e)}\u00A0©é·–—‘’“”•…→✓`;
const others = range(0xa1, 0xff);
/** Of the headings, which greet by name: a fallback would stand out in its weight. */
const eastern = `${range(0x100, 0x17f)}ƠơƯư`;
const vietnamese = range(0x1ea0, 0x1ef9);

const FRAUNCES = import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2');
const FRAUNCES_EXTENDED = import.meta
  .resolve('@fontsource-variable/fraunces/files/fraunces-latin-ext-full-normal.woff2');
const FRAUNCES_VIETNAMESE = import.meta
  .resolve('@fontsource-variable/fraunces/files/fraunces-vietnamese-full-normal.woff2');
const FIGTREE = import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');

const SERIF = { SOFT: 100, WONK: 0, opsz: 60, wght: 600 };
const SANS = { wght: { min: 400, max: 700 } };

/** The last two are for the Open Graph images: satori reads neither woff2 nor variable fonts. */
const cuts = [
  { from: FRAUNCES, to: 'fraunces.woff2', letters: basic, variationAxes: SERIF },
  { from: FRAUNCES, to: 'fraunces-others.woff2', letters: others, variationAxes: SERIF },
  { from: FRAUNCES_EXTENDED, to: 'fraunces-eastern.woff2', letters: eastern, variationAxes: SERIF },
  { from: FRAUNCES_VIETNAMESE, to: 'fraunces-vietnamese.woff2', letters: vietnamese, variationAxes: SERIF },
  { from: FIGTREE, to: 'figtree.woff2', letters: basic, variationAxes: SANS },
  { from: FIGTREE, to: 'figtree-others.woff2', letters: others, variationAxes: SANS },
  { from: FRAUNCES, to: 'fraunces-600.ttf', letters: basic + others, variationAxes: SERIF },
  { from: FIGTREE, to: 'figtree-500.ttf', letters: basic + others, variationAxes: { wght: 500 } },
];

for (const { from, to, letters, variationAxes } of cuts) {
  const whole = await readFile(new URL(from));
  const cut = await subsetFont(whole, letters, {
    targetFormat: to.endsWith('ttf') ? 'truetype' : 'woff2',
    variationAxes,
  });
  await writeFile(new URL(`../app/fonts/${to}`, import.meta.url), cut);
  console.log(`${to}: ${(cut.length / 1024).toFixed(1)} KB`);
}
