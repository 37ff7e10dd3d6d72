/** The group picture: ten people, one ground line, a lamp behind them. Back row first. */
import { figure, inked, shelf, svg } from './figure.mjs';
import { cloths as c, ink, skins as s } from './wardrobe.mjs';

const unit = 0.2;
const ground = 722;
const headAt = 88;

const cast = [
  {
    x: 258,
    size: 0.98,
    pick: { body: 'BlazerPantsBW', hair: 'GrayMedium', face: 'Calm' },
    tones: { skin: s.fair, over: c.clay, bottom: c.cream, shoes: c.pale, hair: c.silver },
  },
  {
    x: 364,
    size: 1.05,
    pick: { body: 'EasingWB', hair: 'Afro', face: 'Smile' },
    tones: { skin: s.brown, over: c.sage, top: c.cream, shoes: c.lamp },
  },
  {
    x: 628,
    size: 0.9,
    flip: true,
    pick: { body: 'PolkaDots', hair: 'BunFancy', face: 'Cute' },
    tones: { skin: s.tan, top: c.cream, bottom: c.sage, hair: c.clay },
  },
  {
    x: 488,
    size: 0.98,
    wide: 1.06,
    pick: { body: 'RestingBW', hair: 'LongCurly', face: 'Smile' },
    tones: { skin: s.peach, bottom: c.lamp },
  },
  {
    x: 752,
    size: 1.07,
    flip: true,
    pick: { body: 'ShirtPantsWB', hair: 'ShortVolumed', face: 'Smile', accessory: 'GlassRound' },
    tones: { skin: s.peach, top: c.mint, shoes: c.cream },
  },
  {
    x: 868,
    size: 0.96,
    flip: true,
    pick: { body: 'CrossedArmsBW', hair: 'CornRowsFilled', face: 'Calm' },
    tones: { skin: s.deep, bottom: c.pale },
  },
  {
    x: 1078,
    size: 0.93,
    flip: true,
    pick: { body: 'WalkingBW', hair: 'ShortMessy', face: 'Smile' },
    tones: { skin: s.fair, bottom: c.rose, shoes: c.sage },
  },
  {
    x: 160,
    size: 1,
    pick: { body: 'WheelChair', hair: 'MediumBangsFilled', face: 'SmileLol' },
    tones: { skin: s.tan, over: c.pale, bottom: c.sage, trim: c.slate, shoes: c.clay },
  },
  {
    x: 990,
    size: 1.03,
    flip: true,
    seat: true,
    pick: { body: 'CrossedLegs', hair: 'Twists', face: 'Smile' },
    tones: { skin: s.bronze, top: c.clay, shoes: c.cream },
  },
  {
    x: 540,
    size: 0.93,
    pick: { body: 'OneLegUpWB', hair: 'Beanie', face: 'Cute' },
    tones: { skin: s.bronze, top: c.rose, shoes: c.clay, hair: c.mint },
  },
];

/** A stool for the one whose pose sits on nothing. */
const seat = `<g stroke="${ink}" stroke-width="4.5" stroke-linejoin="round"><path fill="${c.pale}" d="M52 305l-14 153 11 1 16-154zM142 305l17 153-11 1-19-154zM93 305l1 141h11l1-141z"/><path fill="${c.lamp}" d="M36 290q0-8 9-8h112q9 0 9 8l-1 12q-1 8-9 8l-111 1q-8 0-9-8z"/></g>`;

const round = (value) => Math.round(value * 10) / 10;

export function group() {
  const { share, settle } = shelf('group-');
  const people = cast.map(({ x, size, wide = 1, flip = false, seat: sits = false, pick, tones }) => {
    const { markup, feet } = figure({ ...pick, tones }, unit, share);
    const across = round(size * wide * 100) / 100;
    const at = round(flip ? x + headAt * across : x - headAt * across);
    const scale = flip ? `${-across} ${size}` : across === size ? size : `${across} ${size}`;
    const place = `translate(${at} ${round(ground - feet * size)})scale(${scale})`;
    return `<g transform="${place}">${sits ? seat : ''}${markup}</g>`;
  });
  const settled = settle(people.join(''));
  const glow =
    '<radialGradient id="group-glow"><stop stop-color="#ffd98a"/><stop offset=".5" stop-color="#ffd98a" stop-opacity=".55"/><stop offset="1" stop-color="#ffd98a" stop-opacity="0"/></radialGradient>';
  return svg(
    1200,
    760,
    `<defs>${glow}${settled.defs}</defs><ellipse cx="600" cy="390" rx="600" ry="370" fill="url(#group-glow)"/>${inked(settled.markup)}`,
  );
}
