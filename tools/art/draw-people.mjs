/**
 * Draws the people of the public pages into `apps/web/public/art`: the group picture, founders, pastors, faces. Run by hand
 * when a figure changes: `node tools/node.mjs tools/art/draw-people.mjs`. The drawings are Open Peeps by Pablo Stanley
 * (openpeeps.com), dedicated to the public domain under CC0; the npm package `react-peeps` (MIT) contains their outlines.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { figure, inked, shelf, standing, svg } from './people/figure.mjs';
import { cloths as c, ink, skins as s } from './people/wardrobe.mjs';

/** Head and shoulders in a circle: two founders and three pastors. */

const BUST_SCALE = 0.295;

const BUSTS = {
  'founder-1': {
    circle: c.pale,
    pick: { body: 'BlazerBlackTee', hair: 'ShortVolumed', face: 'Smile', facialHair: 'Chin' },
    tones: { skin: s.peach, over: c.sage, trim: c.mint },
  },
  'founder-2': {
    circle: c.mint,
    pick: { body: 'Sweater', hair: 'LongCurly', face: 'Calm' },
    tones: { skin: s.brown, top: c.pale, trim: c.lamp },
  },
  'pastor-1': {
    circle: c.pale,
    pick: { body: 'Coffee', hair: 'Medium', face: 'Smile' },
    tones: { skin: s.fair, top: c.mint, trim: c.clay },
  },
  'pastor-2': {
    circle: c.mint,
    pick: { body: 'Explaining', hair: 'Twists', face: 'Cute' },
    tones: { skin: s.deep, top: c.cream },
  },
  'pastor-3': {
    circle: c.rose,
    pick: { body: 'Hoodie', hair: 'GrayShort', face: 'Calm', accessory: 'GlassRound' },
    tones: { skin: s.tan, top: c.cream, hair: c.silver },
  },
};

function busts() {
  return Object.entries(BUSTS).map(([name, { circle, pick, tones }]) => {
    const { markup } = figure({ ...pick, tones }, BUST_SCALE);
    const clip = `<clipPath id="${name}-clip"><circle cx="160" cy="160" r="156"/></clipPath>`;
    const content = `<defs>${clip}</defs><g clip-path="url(#${name}-clip)"><circle cx="160" cy="160" r="156" fill="${circle}"/>${inked(`<g transform="translate(34 22)">${markup}</g>`)}</g>`;
    return { name, text: svg(320, 320, content) };
  });
}

/** Faces of the students and leaders in the demo, small enough for a list: head and shoulders in a square. */

const FACE_SCALE = 0.082;

const FACES = {
  emma: {
    ground: c.pale,
    pick: { body: 'Hoodie', hair: 'MediumShort', face: 'Smile' },
    tones: { skin: s.peach, top: c.clay },
  },
  noah: {
    ground: c.mint,
    pick: { body: 'Hoodie', hair: 'ShortMessy', face: 'Calm' },
    tones: { skin: s.fair, top: c.sage },
  },
  ava: {
    ground: c.rose,
    pick: { body: 'BlazerBlackTee', hair: 'LongAfro', face: 'Cute' },
    tones: { skin: s.brown, over: c.lamp, trim: c.pale },
  },
  jordan: {
    ground: c.pale,
    pick: { body: 'Hoodie', hair: 'Twists', face: 'Smile' },
    tones: { skin: s.deep, top: c.lamp },
  },
  lily: {
    ground: c.mint,
    pick: { body: 'Hoodie', hair: 'LongBangs', face: 'Calm' },
    tones: { skin: s.tan, top: c.cream },
  },
  caleb: {
    ground: c.rose,
    pick: { body: 'Hoodie', hair: 'ShortCurly', face: 'Cheeky', accessory: 'GlassRound' },
    tones: { skin: s.tan, top: c.mint },
  },
  marcus: {
    ground: c.rose,
    pick: { body: 'BlazerBlackTee', hair: 'ShortVolumed', face: 'Smile', facialHair: 'Chin' },
    tones: { skin: s.bronze, over: c.sage, trim: c.mint },
  },
  rachel: {
    ground: c.pale,
    pick: { body: 'BlazerBlackTee', hair: 'Bun', face: 'Smile' },
    tones: { skin: s.fair, over: c.mint, trim: c.clay },
  },
};

const faces = () =>
  Object.entries(FACES).map(([name, { ground, pick, tones }]) => {
    const { markup } = figure({ ...pick, tones }, FACE_SCALE);
    const content = `<path fill="${ground}" d="M0 0h64v64H0z"/>${inked(`<g transform="translate(-8 4)">${markup}</g>`)}`;
    return { name: `faces/${name}`, text: svg(64, 64, content) };
  });

/** Ten people on one ground line in front of a glow, back row first. */

const GROUND = 722;
/** Of coordinates: the picture is never shown larger than it is drawn, and phones load it first. */
const GRID = 1;

const GROUP = [
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

/** A stool for the seated pose, which has none. */
const seat = `<g stroke="${ink}" stroke-width="4.5" stroke-linejoin="round"><path fill="${c.pale}" d="M52 305l-14 153 11 1 16-154zM142 305l17 153-11 1-19-154zM93 305l1 141h11l1-141z"/><path fill="${c.lamp}" d="M36 290q0-8 9-8h112q9 0 9 8l-1 12q-1 8-9 8l-111 1q-8 0-9-8z"/></g>`;

function group() {
  const { share, settle } = shelf('group-');
  const people = GROUP.map(({ seat: sits, ...each }) =>
    standing({ ...each, ...(sits && { behind: seat }) }, GROUND, share, GRID),
  );
  const settled = settle(people.join(''));
  const glow =
    '<radialGradient id="group-glow"><stop stop-color="#ffd98a"/><stop offset=".5" stop-color="#ffd98a" stop-opacity=".55"/><stop offset="1" stop-color="#ffd98a" stop-opacity="0"/></radialGradient>';
  return svg(
    1200,
    760,
    `<defs>${glow}${settled.defs}</defs><ellipse cx="600" cy="390" rx="600" ry="370" fill="url(#group-glow)"/>${inked(settled.markup)}`,
  );
}

const art = new URL('../../apps/web/public/art/', import.meta.url);
await mkdir(new URL('faces/', art), { recursive: true });
for (const { name, text } of [{ name: 'group', text: group() }, ...busts(), ...faces()]) {
  await writeFile(new URL(`${name}.svg`, art), text);
  const kilobytes = (size) => (size / 1024).toFixed(1);
  console.log(`${name}.svg: ${kilobytes(text.length)} KB, ${kilobytes(gzipSync(text).length)} KB gz`);
}
