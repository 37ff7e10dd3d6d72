/** Openings of the articles and of pages: people on the ground in front of one tone, some with a thing beside them. */
import { articleScenes } from './article-scenes.mjs';
import { figure, inked, svg } from './figure.mjs';
import { pageScenes } from './page-scenes.mjs';
import { standing } from './place.mjs';
import { cloths as c, ink } from './wardrobe.mjs';

const WIDTH = 640;
const HEIGHT = 420;
const GROUND = 392;

const line = `stroke="${ink}" stroke-width="4.5" stroke-linejoin="round" stroke-linecap="round"`;

const THINGS = {
  boxes: `<g ${line}><path fill="${c.lamp}" d="M440 300h150v92H440z"/><path fill="${c.cream}" d="M465 222h112v78H465z"/><path fill="none" d="M500 300v26h30v-26M508 222v20h26v-20"/></g>`,
  tent: `<g ${line}><path fill="${c.cream}" d="M500 150 380 392h240z"/><path fill="${c.lamp}" d="M500 230 428 392h144z"/><path fill="none" d="M500 150v242M488 128l12 22 12-22"/></g>`,
  church: `<g ${line}><path fill="${c.cream}" d="M330 392V254l90-70 90 70v138z"/><path fill="${c.clay}" d="M510 392V286h84v106zM330 254l90-70 90 70-14 14-76-58-76 58z"/><path fill="${c.lamp}" d="M392 392v-64a28 28 0 0 1 56 0v64zM538 316h28v40h-28z"/><path fill="none" d="M420 184v-62M398 142h44"/></g>`,
};

const BUST_SCALE = 0.32;
const BUST_WIDTH = 280;

const bust = ({ x, flip, pick, tones }) => {
  const { markup, feet } = figure({ ...pick, tones }, BUST_SCALE);
  const y = Math.round(HEIGHT - feet);
  return `<g transform="${flip ? `translate(${x + BUST_WIDTH} ${y})scale(-1 1)` : `translate(${x} ${y})`}">${markup}</g>`;
};

const scene = ({ tone, thing, people = [], busts = [] }) =>
  svg(
    WIDTH,
    HEIGHT,
    `<path fill="${tone}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>${thing ? THINGS[thing] : ''}${inked([...people.map((each) => standing(each, GROUND)), ...busts.map(bust)].join(''))}`,
  );

export const scenes = () =>
  Object.entries({ ...articleScenes, ...pageScenes }).map(([name, of]) => ({
    name: `scenes/${name}`,
    text: scene(of),
  }));
