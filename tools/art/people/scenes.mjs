/** Openings of the articles: people on the ground in front of one tone, some with a thing beside them. */
import { figure, inked, standing, svg } from './figure.mjs';
import { cloths as c, ink, skins as s } from './wardrobe.mjs';

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
  Object.entries(articleScenes).map(([name, of]) => ({
    name: `scenes/${name}`,
    text: scene(of),
  }));

/** The opening of each article, by its slug. */
const articleScenes = {
  'small-group-culture': {
    tone: c.mint,
    people: [
      {
        x: 118,
        size: 0.92,
        pick: { body: 'HandsBackWB', hair: 'LongCurly', face: 'Smile' },
        tones: { skin: s.brown, top: c.lamp },
      },
      {
        x: 320,
        size: 0.94,
        pick: { body: 'OneLegUpWB', hair: 'ShortMessy', face: 'Cute' },
        tones: { skin: s.fair, top: c.cream, shoes: c.clay },
      },
      {
        x: 520,
        size: 0.92,
        flip: true,
        pick: { body: 'ClosedLegWB', hair: 'Bun', face: 'Calm' },
        tones: { skin: s.tan, over: c.clay, trim: c.pale, shoes: c.cream },
      },
    ],
  },
  'reaching-students': {
    tone: c.rose,
    people: [
      {
        x: 210,
        size: 0.62,
        pick: { body: 'PointingFingerWB', hair: 'TwistsVolumed', face: 'SmileLol' },
        tones: { skin: s.deep, top: c.lamp },
      },
      {
        x: 430,
        size: 0.62,
        flip: true,
        pick: { body: 'WalkingBW', hair: 'Medium', face: 'Smile' },
        tones: { skin: s.peach, bottom: c.sage, shoes: c.cream },
      },
    ],
  },
  'student-leadership-team': {
    tone: c.rose,
    people: [
      {
        x: 150,
        size: 0.6,
        pick: { body: 'RestingBW', hair: 'Hijab', face: 'Smile' },
        tones: { skin: s.tan, bottom: c.sage },
      },
      {
        x: 318,
        size: 0.64,
        pick: { body: 'CrossedArmsBW', hair: 'FlatTop', face: 'Calm' },
        tones: { skin: s.brown, bottom: c.pale },
      },
      {
        x: 482,
        size: 0.62,
        flip: true,
        pick: { body: 'ShirtPantsWB', hair: 'ShortWavy', face: 'Smile', accessory: 'GlassRound' },
        tones: { skin: s.fair, top: c.mint, shoes: c.cream },
      },
    ],
  },
  'college-transition': {
    tone: c.mint,
    thing: 'boxes',
    people: [
      {
        x: 200,
        size: 0.63,
        pick: { body: 'EasingWB', hair: 'GrayShort', face: 'Smile', facialHair: 'GrayFull' },
        tones: { skin: s.bronze, over: c.clay, top: c.cream, shoes: c.lamp, hair: c.silver },
      },
      {
        x: 360,
        size: 0.6,
        flip: true,
        pick: { body: 'PolkaDots', hair: 'LongBangs', face: 'Cute' },
        tones: { skin: s.bronze, top: c.cream, bottom: c.lamp },
      },
    ],
  },
  'post-camp-fire': {
    tone: c.pale,
    thing: 'tent',
    people: [
      {
        x: 120,
        size: 0.82,
        pick: { body: 'HandsBackWB', hair: 'Beanie', face: 'Smile' },
        tones: { skin: s.fair, top: c.mint, hair: c.clay },
      },
      {
        x: 290,
        size: 0.84,
        flip: true,
        pick: { body: 'MediumWB', hair: 'BunCurly', face: 'SmileLol' },
        tones: { skin: s.brown, top: c.cream, shoes: c.clay, hair: c.clay },
      },
    ],
  },
  'digital-discipleship': {
    tone: c.pale,
    busts: [
      {
        x: 52,
        pick: { body: 'Device', hair: 'MediumBangs', face: 'Smile' },
        tones: { skin: s.tan, top: c.mint, trim: c.cream, hair: c.clay },
      },
      {
        x: 300,
        pick: { body: 'Geek', hair: 'Pomp', face: 'Calm', accessory: 'GlassRound' },
        tones: { skin: s.deep, top: c.cream, trim: c.silver },
      },
    ],
  },
  'teen-mental-health': {
    tone: c.rose,
    people: [
      {
        x: 190,
        size: 0.95,
        pick: { body: 'OneLegUpWB', hair: 'MediumStraight', face: 'Solemn' },
        tones: { skin: s.fair, top: c.slate, shoes: c.cream },
      },
      {
        x: 460,
        size: 0.95,
        flip: true,
        pick: { body: 'ClosedLegWB', hair: 'ShortCurly', face: 'Calm' },
        tones: { skin: s.brown, over: c.lamp, trim: c.cream, shoes: c.cream },
      },
    ],
  },
  'students-with-disabilities': {
    tone: c.mint,
    people: [
      {
        x: 170,
        size: 0.78,
        pick: { body: 'WheelChair', hair: 'ShortVolumed', face: 'SmileLol' },
        tones: { skin: s.peach, over: c.lamp, bottom: c.sage, trim: c.slate, shoes: c.clay },
      },
      {
        x: 470,
        size: 0.84,
        flip: true,
        pick: { body: 'MediumWB', hair: 'Afro', face: 'Smile' },
        tones: { skin: s.deep, top: c.cream, shoes: c.clay },
      },
    ],
  },
  'small-church-no-budget': {
    tone: c.pale,
    thing: 'church',
    people: [
      {
        x: 110,
        size: 0.6,
        pick: { body: 'BlazerPantsBW', hair: 'GrayMedium', face: 'Smile' },
        tones: { skin: s.fair, over: c.sage, bottom: c.cream, shoes: c.clay, hair: c.silver },
      },
      {
        x: 232,
        size: 0.56,
        flip: true,
        pick: { body: 'RestingBW', hair: 'ShortMessy', face: 'Cheeky' },
        tones: { skin: s.tan, bottom: c.clay },
      },
    ],
  },
};
