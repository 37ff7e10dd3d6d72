/** One figure as markup: ground, pieces of cloth and skin, ink. */
import { peep } from './peep.mjs';
import { coarse, extent, written } from './path.mjs';
import { smooth } from './smooth.mjs';
import { hairs, ink, poses, tears } from './wardrobe.mjs';

const tolerance = 0.35;
const heads = ['hair', 'face', 'facialHair', 'accessory'];

const ground = (tone, part) =>
  part
    .filter((path) => !path.ink)
    .map((path) => `<path fill="${tone}" d="${written(coarse(path.list))}"/>`)
    .join('');
const lines = (part) => part.filter((path) => path.ink).flatMap((path) => path.list);

/** A hair's breadth of the same tone runs under the ink, so no light shows between the two. */
const piece = (tone, d) => `<path fill="${tone}" stroke="${tone}" d="${d}"/>`;

function pieces(outlines, regions, tones) {
  return Object.entries(regions)
    .filter(([name, list]) => Array.isArray(list) && tones[name] !== undefined)
    .map(([name, list]) => piece(tones[name], written(coarse(list.map((at) => outlines[at]).filter(Boolean)))))
    .join('');
}

const polygon = (tone, points, scale) =>
  `<path fill="${tone}" d="M${points.replace(/[\d.]+/g, (value) => String(Math.round(value * scale * 10) / 10))}z"/>`;

/**
 * `share(name, markup)` may keep a part that several figures wear alike and hands back what stands in its place.
 * The result's `feet` is the lowest point, so the caller can set it on the ground.
 */
export function figure({ tones, ...pick }, scale, share = (_name, markup) => markup) {
  const parts = peep(pick, scale);
  const pose = poses[pick.body];
  const all = { sole: '#fffdf8', crease: '#4b5470', ...tones };
  const body = lines(parts.body);
  const head = (name) => {
    const kept = lines(parts[name]).filter((_, at) => !tears[pick[name]]?.includes(at));
    const lined = `<path d="${written(smooth(kept, tolerance))}"/>`;
    return parts[name].length === 0 ? '' : share(`${name}-${pick[name]}`, lined);
  };
  const markup = [
    ground(all[pose.base], parts.body),
    ...Object.entries(pose.patches ?? {}).map(([name, points]) => polygon(all[name], points, scale)),
    pieces(body, pose, all),
    `<path d="${written(smooth(body, tolerance))}"/>`,
    ground(all.skin, parts.hair),
    pieces(lines(parts.hair), hairs[pick.hair] ?? {}, all),
    ...heads.map(head),
  ].join('');
  return { markup, feet: extent(body).bottom };
}

/** Shared parts: drawn once in `<defs>` when at least two figures wear them. */
export function shelf(prefix) {
  const kept = new Map();
  return {
    share: (name, markup) => {
      const entry = kept.get(markup) ?? { id: `${prefix}${name.toLowerCase()}`, count: 0 };
      entry.count += 1;
      kept.set(markup, entry);
      return `<!--${entry.id}-->`;
    },
    /** Puts each shared part where its mark stands. */
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

/** Ink fills what names no tone; pieces of a tone run on a little beneath it. */
export const inked = (content) =>
  `<g fill="${ink}" fill-rule="evenodd" stroke-width="2" stroke-linejoin="round">${content}</g>`;

export const svg = (width, height, content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>\n`;
