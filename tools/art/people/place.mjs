/** Places a whole figure on a ground line. */
import { figure } from './figure.mjs';

const SCALE = 0.2;
const HEAD_AT = 88;
const round = (value) => Math.round(value * 10) / 10;

/** `x` is where the head is; `share` and `grid` as in `figure`; `behind` is markup drawn before the figure. */
export function standing({ x, size, wide = 1, flip = false, behind = '', pick, tones }, ground, share, grid) {
  const { markup, feet } = figure({ ...pick, tones }, SCALE, share, grid);
  const across = round(size * wide * 100) / 100;
  const at = round(flip ? x + HEAD_AT * across : x - HEAD_AT * across);
  const scale = flip ? `${-across} ${size}` : across === size ? size : `${across} ${size}`;
  return `<g transform="translate(${at} ${round(ground - feet * size)})scale(${scale})">${behind}${markup}</g>`;
}
