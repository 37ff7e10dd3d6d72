/** Heads and shoulders in a circle: two founders and three pastors, until photographs take their place. */
import { figure, inked, svg } from './figure.mjs';
import { cloths as c, skins as s } from './wardrobe.mjs';

const unit = 0.295;

const cast = {
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

export function busts() {
  return Object.entries(cast).map(([name, { circle, pick, tones }]) => {
    const { markup } = figure({ ...pick, tones }, unit);
    const clip = `<clipPath id="${name}-clip"><circle cx="160" cy="160" r="156"/></clipPath>`;
    const content = `<defs>${clip}</defs><g clip-path="url(#${name}-clip)"><circle cx="160" cy="160" r="156" fill="${circle}"/>${inked(`<g transform="translate(34 22)">${markup}</g>`)}</g>`;
    return { name, text: svg(320, 320, content) };
  });
}
