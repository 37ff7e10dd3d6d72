/**
 * Which piece of a pose is what. Numbers are the outlines of the ink as the library draws them (0 is the outer line):
 * an outline inside the ink is a hole, and a hole is a piece of cloth or skin. `base` is what lies under everything, for
 * the pieces the pen left open; `patches` are corners of it with another tone, as polygons in the library's own units.
 */
export const poses = {
  EasingWB: {
    base: 'skin',
    patches: { over: '35,1545 110,1190 150,1300 160,1530' },
    over: [1, 2, 3, 4, 6, 7],
    top: [5],
    shoes: [13, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
    sole: [30, 31],
  },
  PolkaDots: { base: 'skin', top: [1], bottom: [13], sole: [17, 18] },
  ShirtPantsWB: {
    base: 'skin',
    top: [1, 2, 3, 4, 5, 10],
    trim: [6, 7],
    shoes: [21, 22],
    sole: [23, 24],
  },
  WheelChair: {
    base: 'sole',
    patches: { skin: '350,420 365,500 390,585 473,640 605,615 595,520 600,420' },
    over: [1, 2, 5],
    skin: [3, 6, 36, 41],
    bottom: [10, 11, 12],
    trim: [13],
    shoes: [40, 43],
  },
  CrossedLegs: { base: 'skin', top: [1, 8, 14, 16], crease: [15], shoes: [17, 22] },
  OneLegUpWB: { base: 'skin', top: [1, 5, 6], crease: [7, 8, 9], shoes: [10, 11, 13, 14], sole: [16] },
  BlazerBlackTee: {
    base: 'over',
    patches: { skin: '340,400 356,500 474,640 566,500 580,400' },
    trim: [2],
  },
  Sweater: { base: 'skin', top: [2], trim: [1, 3, 4, 5, 6, 7, 8, 28, 30] },
  Coffee: {
    base: 'top',
    patches: { skin: '386,400 386,490 420,530 440,580 470,625 515,580 565,530 565,400' },
    skin: [9],
    trim: [8],
  },
  Explaining: { base: 'skin', top: [1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 15] },
  Hoodie: { base: 'top', patches: { skin: '395,400 400,490 484,600 570,505 575,400' } },
};

/** Hair drawn as an outline: its holes get the hair's tone. */
export const hairs = {
  GrayShort: { hair: [1] },
  Beanie: { hair: [1] },
  BunFancy: { hair: [2, 3, 4, 7] },
};

/** Outlines of this face that are tears; they are left out. */
export const tears = { SmileLol: [4, 6, 7, 8] };

export const ink = '#1b2440';
export const skins = {
  fair: '#f8d9c4',
  peach: '#efbf9b',
  tan: '#dba578',
  bronze: '#bd8052',
  brown: '#98623c',
  deep: '#744729',
};
export const cloths = {
  lamp: '#f5a524',
  pale: '#ffd98a',
  sage: '#7fa58a',
  mint: '#cfe3d4',
  clay: '#d9765a',
  rose: '#f4cfc4',
  cream: '#fffdf8',
  slate: '#4b5470',
  silver: '#d8d4cc',
};
