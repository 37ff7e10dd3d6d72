/** Reads one figure out of react-peeps: which outlines it is made of, part by part. */
import { createRequire } from 'node:module';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { outlines } from './path.mjs';

const { default: Peep } = createRequire(import.meta.url)('react-peeps');

const parts = ['hair', 'face', 'facialHair', 'accessory'];
const tags = /<g(?: transform="translate\(([^)]*)\)")?>|<\/g>|<path ([^>]*)>/g;

const shift = (text = '0 0') => {
  const [x, y = 0] = text.split(/[ ,]+/).map(Number);
  return { x, y };
};

const attribute = (text, name) => text.match(new RegExp(`(?:^| )${name}="([^"]*)"`))?.[1];

/**
 * `{ body: [], hair: [], face: [], … }`, each a list of `{ ink, list }`: `ink` tells lines from the ground beneath them,
 * `list` holds the outlines in picture units. A hole in the ink is a piece of cloth or skin: that is how it gets its tone.
 */
export function peep(pick, scale) {
  const markup = renderToStaticMarkup(createElement(Peep, { ...pick, strokeColor: 'INK', backgroundColor: 'GROUND' }));
  const found = { body: [], hair: [], face: [], facialHair: [], accessory: [] };
  const stack = [];
  let top = -1;
  let part = -1;
  for (const [tag, moved, path] of markup.matchAll(tags)) {
    if (tag === '</g>') {
      stack.pop();
      continue;
    }
    if (path === undefined) {
      if (stack.length === 1) top += 1;
      if (stack.length === 2 && top === 1) part += 1;
      stack.push(shift(moved));
      continue;
    }
    const fill = attribute(path, 'fill');
    const d = attribute(path, 'd');
    if (d === undefined || (fill !== 'INK' && fill !== 'GROUND')) continue;
    const own = shift(attribute(path, 'transform')?.match(/translate\(([^)]*)\)/)?.[1]);
    const x = stack.reduce((sum, step) => sum + step.x, own.x);
    const y = stack.reduce((sum, step) => sum + step.y, own.y);
    const name = top === 0 ? 'body' : parts[part];
    found[name].push({ ink: fill === 'INK', list: outlines(d, { x, y, scale }) });
  }
  return found;
}
