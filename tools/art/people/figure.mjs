/** Renders one figure of react-peeps as SVG markup: ground, pieces of cloth and skin, ink. */
import { createRequire } from 'node:module';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { coarse, extent, outlines, smooth, written } from './paths.mjs';
import { hairs, ink, poses, tears } from './wardrobe.mjs';

const tolerance = 0.35;
const heads = ['hair', 'face', 'facialHair', 'accessory'];

const ground = (tone, part, grid) =>
  part
    .filter((path) => !path.ink)
    .map((path) => `<path fill="${tone}" d="${written(coarse(path.list), grid)}"/>`)
    .join('');
const lines = (part) => part.filter((path) => path.ink).flatMap((path) => path.list);

/** The stroke extends the tone under the ink, which avoids gaps between the two. */
const piece = (tone, d) => `<path fill="${tone}" stroke="${tone}" d="${d}"/>`;

function pieces(outlines, regions, tones, grid) {
  return Object.entries(regions)
    .filter(([name, list]) => Array.isArray(list) && tones[name] !== undefined)
    .map(([name, list]) => piece(tones[name], written(coarse(list.map((at) => outlines[at]).filter(Boolean)), grid)))
    .join('');
}

const polygon = (tone, points, scale) =>
  `<path fill="${tone}" d="M${points.replace(/[\d.]+/g, (value) => String(Math.round(value * scale * 10) / 10))}z"/>`;

/**
 * `share(name, markup)` may store a part that several figures have in common and return a placeholder for it.
 * `grid` is what coordinates are rounded to. `feet` in the result is the lowest y coordinate.
 */
export function figure({ tones, ...pick }, scale, share = (_name, markup) => markup, grid) {
  const parts = peep(pick, scale);
  const pose = poses[pick.body];
  const all = { sole: '#fffdf8', crease: '#4b5470', ...tones };
  const body = lines(parts.body);
  const head = (name) => {
    const kept = lines(parts[name]).filter((_, at) => !tears[pick[name]]?.includes(at));
    const lined = `<path d="${written(smooth(kept, tolerance), grid)}"/>`;
    return parts[name].length === 0 ? '' : share(`${name}-${pick[name]}`, lined);
  };
  const markup = [
    ground(all[pose.base], parts.body, grid),
    ...Object.entries(pose.patches ?? {}).map(([name, points]) => polygon(all[name], points, scale)),
    pieces(body, pose, all, grid),
    `<path d="${written(smooth(body, tolerance), grid)}"/>`,
    ground(all.skin, parts.hair, grid),
    pieces(lines(parts.hair), hairs[pick.hair] ?? {}, all, grid),
    ...heads.map(head),
  ].join('');
  return { markup, feet: extent(body).bottom };
}

/** Collects parts for `figure`'s `share`; those used at least twice go into `<defs>`. */
export function shelf(prefix) {
  const kept = new Map();
  return {
    share: (name, markup) => {
      const entry = kept.get(markup) ?? { id: `${prefix}${name.toLowerCase()}`, count: 0 };
      entry.count += 1;
      kept.set(markup, entry);
      return `<!--${entry.id}-->`;
    },
    /** Replaces each placeholder. */
    settle: (text) => {
      let out = text;
      const defs = [];
      for (const [markup, { id, count }] of kept) {
        if (count > 1) defs.push(markup.replace('<path ', `<path id="${id}" `));
        out = out.replaceAll(`<!--${id}-->`, count > 1 ? `<use href="#${id}"/>` : markup);
      }
      return { defs: defs.join(''), markup: out };
    },
  };
}

/** Default fill is ink; the stroke width is that of the pieces. */
export const inked = (content, attributes = '') =>
  `<g ${attributes}fill="${ink}" fill-rule="evenodd" stroke-width="2" stroke-linejoin="round">${content}</g>`;

export const svg = (width, height, content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>\n`;

const require = createRequire(import.meta.url);
const { default: Peep } = require('react-peeps');

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
function peep(pick, scale) {
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

const SCALE = 0.2;
const HEAD_AT = 88;
const round = (value) => Math.round(value * 10) / 10;

/** Places a whole figure on a ground line. `x` is where the head is; `share` and `grid` as in `figure`; `behind` is markup drawn before the figure. */
export function standing({ x, size, flip = false, behind = '', pick, tones }, ground, share, grid) {
  const { markup, feet } = figure({ ...pick, tones }, SCALE, share, grid);
  const at = round(flip ? x + HEAD_AT * size : x - HEAD_AT * size);
  const scale = flip ? `${-size} ${size}` : size;
  return `<g transform="translate(${at} ${round(ground - feet * size)})scale(${scale})">${behind}${markup}</g>`;
}
