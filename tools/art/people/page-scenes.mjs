/** The openings of pages. */
import { cloths as c, skins as s } from './wardrobe.mjs';

export const pageScenes = {
  help: {
    tone: c.mint,
    busts: [
      { x: 40, pick: { body: 'Explaining', hair: 'BantuKnots', face: 'Smile' }, tones: { skin: s.brown, top: c.lamp } },
      {
        x: 320,
        flip: true,
        pick: { body: 'Hoodie', hair: 'Short', face: 'Calm', facialHair: 'Full' },
        tones: { skin: s.fair, top: c.cream },
      },
    ],
  },
  start: {
    tone: c.pale,
    busts: [
      {
        x: 60,
        pick: { body: 'Device', hair: 'LongBangs', face: 'Cute' },
        tones: { skin: s.fair, top: c.clay, trim: c.cream },
      },
      {
        x: 320,
        flip: true,
        pick: { body: 'Hoodie', hair: 'TwistsVolumed', face: 'Smile' },
        tones: { skin: s.deep, top: c.mint },
      },
    ],
  },
  questions: {
    tone: c.rose,
    busts: [
      {
        x: 50,
        pick: { body: 'Coffee', hair: 'GrayMedium', face: 'Smile', accessory: 'GlassRound' },
        tones: { skin: s.peach, top: c.sage, trim: c.cream, hair: c.silver },
      },
      {
        x: 320,
        flip: true,
        pick: { body: 'Explaining', hair: 'ShortWavy', face: 'Cute' },
        tones: { skin: s.bronze, top: c.cream },
      },
    ],
  },
  tools: {
    tone: c.mint,
    busts: [
      {
        x: 170,
        pick: { body: 'Geek', hair: 'LongCurly', face: 'Smile' },
        tones: { skin: s.tan, top: c.cream, trim: c.pale },
      },
    ],
  },
  guide: {
    tone: c.pale,
    people: [
      {
        x: 190,
        size: 0.84,
        pick: { body: 'MediumWB', hair: 'ShortVolumed', face: 'Smile', facialHair: 'Chin' },
        tones: { skin: s.peach, top: c.sage, shoes: c.clay },
      },
      {
        x: 460,
        size: 0.86,
        flip: true,
        pick: { body: 'OneLegUpWB', hair: 'CornRowsFilled', face: 'Cheeky' },
        tones: { skin: s.deep, top: c.rose, shoes: c.cream },
      },
    ],
  },
  ambassador: {
    tone: c.rose,
    busts: [
      { x: 170, pick: { body: 'Explaining', hair: 'Pomp', face: 'SmileLol' }, tones: { skin: s.tan, top: c.lamp } },
    ],
  },
};
