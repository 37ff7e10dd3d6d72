/**
 * Draws the people of the public pages into `apps/web/app/content/people`: the group picture, founders, pastors, faces. Run by hand
 * when a figure changes: `node tools/node.mjs tools/art/draw-people.mjs`. The drawings are Open Peeps by Pablo Stanley
 * (openpeeps.com), dedicated to the public domain under CC0; the npm package `react-peeps` (MIT) contains their outlines.
 */
import { writeFile } from 'node:fs/promises';
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
    return { name, text: svg(64, 64, content) };
  });

/** Six people on one ground line around a lamp, back row first. */

const GROUND = 722;
/** Of coordinates: the picture is never shown larger than it is drawn, and phones load it first. */
const GRID = 1;

const GROUP = [
  {
    x: 488,
    size: 1.05,
    pick: { body: 'EasingWB', hair: 'Afro', face: 'Smile' },
    tones: { skin: s.brown, over: c.sage, top: c.cream, shoes: c.lamp },
  },
  {
    x: 780,
    size: 0.95,
    flip: true,
    pick: { body: 'PolkaDots', hair: 'BunFancy', face: 'Cute' },
    tones: { skin: s.tan, top: c.cream, bottom: c.sage, hair: c.clay },
  },
  {
    x: 914,
    size: 1.07,
    flip: true,
    pick: { body: 'ShirtPantsWB', hair: 'GrayShort', face: 'Smile', accessory: 'GlassRound' },
    tones: { skin: s.peach, top: c.mint, shoes: c.cream, hair: c.silver },
  },
  {
    x: 160,
    size: 1,
    pick: { body: 'WheelChair', hair: 'MediumBangsFilled', face: 'SmileLol' },
    tones: { skin: s.tan, over: c.pale, bottom: c.sage, trim: c.slate, shoes: c.clay },
  },
  {
    x: 1130,
    size: 1,
    flip: true,
    seat: true,
    pick: { body: 'CrossedLegs', hair: 'Twists', face: 'Smile' },
    tones: { skin: s.bronze, top: c.clay, shoes: c.cream },
  },
  {
    x: 672,
    size: 0.93,
    pick: { body: 'OneLegUpWB', hair: 'Beanie', face: 'Cute' },
    tones: { skin: s.fair, top: c.rose, shoes: c.clay, hair: c.mint },
  },
];

/** A stool for the seated pose, which has none. */
const seat = `<g stroke="${ink}" stroke-width="4.5" stroke-linejoin="round"><path fill="${c.pale}" d="M52 305l-14 153 11 1 16-154zM142 305l17 153-11 1-19-154zM93 305l1 141h11l1-141z"/><path fill="${c.lamp}" d="M36 290q0-8 9-8h112q9 0 9 8l-1 12q-1 8-9 8l-111 1q-8 0-9-8z"/></g>`;

/** A lamp on a stand, in their midst. */
const lamp = `<g transform="translate(34)" stroke="${ink}" stroke-width="4.5" stroke-linejoin="round"><path fill="${c.clay}" d="M612 306h16v400h-16zM570 706h100l10 16H560z"/><path fill="${c.cream}" d="M578 196h84l-10 98h-64z"/><path fill="${c.lamp}" d="M566 178h108v18H566zM580 294h80v14h-80zM596 178l10-26h28l10 26z"/><path fill="none" d="M620 152v-20"/><path fill="${c.lamp}" d="M620 206c16 20 23 31 23 46a23 23 0 0 1-46 0c0-15 7-26 23-46z"/><path fill="${c.cream}" stroke="none" d="M620 240c7 9 10 14 10 20a10 10 0 0 1-20 0c0-6 3-11 10-20z"/></g>`;

function group() {
  const { share, settle } = shelf('group-');
  const people = GROUP.map(({ seat: sits, ...each }) =>
    standing({ ...each, ...(sits && { behind: seat }) }, GROUND, share, GRID),
  );
  const settled = settle(people.join(''));
  // On a dark page, hair, cloth and lines of ink would be as dark as the ground.
  const dark = `<style>@media (prefers-color-scheme: dark) { .ink { fill: #3c4980 } stop { stop-color: #f59a32 } .glow { opacity: .45 } }</style>`;
  const glow =
    '<radialGradient id="group-glow"><stop stop-color="#ffd98a"/><stop offset=".3" stop-color="#ffd98a" stop-opacity=".6"/><stop offset=".65" stop-color="#ffd98a" stop-opacity=".18"/><stop offset="1" stop-color="#ffd98a" stop-opacity="0"/></radialGradient>';
  return svg(
    1200,
    760,
    `${dark}<defs>${glow}${settled.defs}</defs><ellipse class="glow" cx="640" cy="330" rx="560" ry="330" fill="url(#group-glow)"/>${inked(lamp + settled.markup, 'class="ink" ')}`,
  );
}

const folder = new URL('../../apps/web/app/content/people/', import.meta.url);
for (const { name, text } of [{ name: 'group', text: group() }, ...busts(), ...faces()]) {
  await writeFile(new URL(`${name}.svg`, folder), text);
  const kilobytes = (size) => (size / 1024).toFixed(1);
  console.log(`${name}.svg: ${kilobytes(text.length)} KB, ${kilobytes(gzipSync(text).length)} KB gz`);
}
