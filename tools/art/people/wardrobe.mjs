/**
 * Which piece of a pose is what. Numbers are the outlines of the ink as the library draws them (0 is the outer line):
 * an outline inside the ink is a hole, and a hole is a piece of cloth or skin. `base` is what lies under everything, for
 * the pieces the pen left open; `patches` are corners of it with another tone, as polygons in the library's own units;
 * `omit` are outlines that are left out.
 */
export const poses = {
  RestingWB: { base: 'skin', top: [1, 4, 6], shoes: [12, 15] },
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
  CrossedArmsWB: {
    base: 'skin',
    patches: { shoes: '544,2718 586,2692 658,2685 716,2734 836,2854 814,2886 538,2822' },
    top: [1, 5, 6],
    shoes: [7],
    sole: [8, 9],
  },
  RestingBW: { base: 'skin', bottom: [7], crease: [2, 4], sole: [15, 16] },
  CrossedArmsBW: {
    base: 'bottom',
    patches: {
      skin: '396,430 390,488 366,506 326,516 345,610 463,675 560,612 548,560 516,505 510,430zM560,2612 674,2612 674,2670 640,2710 565,2710',
      crease: '655,865 705,865 705,910 655,910',
    },
    skin: [2, 4, 6],
    crease: [1, 3],
    sole: [7, 8],
  },
  BlazerPantsBW: {
    base: 'bottom',
    patches: { skin: '370,412 388,520 395,640 603,640 590,520 600,412' },
    over: [1, 2, 3],
    trim: [4, 5, 6],
    skin: [9, 10, 12, 16],
    shoes: [17, 18],
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
  HandsBackWB: { base: 'skin', top: [2], crease: [7, 11, 12] },
  ClosedLegWB: { base: 'skin', over: [1, 2, 3, 5], trim: [4, 6, 7, 8, 9], shoes: [15, 16], sole: [18, 19] },
  MediumWB: { base: 'skin', top: [1], shoes: [11, 17], sole: [19] },
  PointingFingerWB: { base: 'skin', top: [1], crease: [5], sole: [6, 7] },
  WalkingBW: { base: 'skin', bottom: [5], shoes: [7, 12], sole: [8, 13] },
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
  Geek: {
    base: 'top',
    patches: { skin: '395,400 400,470 470,560 545,480 575,400zM420,930 470,900 600,890 600,1016 460,1016 400,990' },
    skin: [1, 2, 5, 7],
    trim: [4],
    omit: [8, 9],
  },
  Device: {
    base: 'top',
    patches: {
      skin: '340,380 340,560 470,640 600,560 610,380zM612,713 560,765 504,791 458,840 476,923 549,907 600,878 690,850 703,797',
      trim: '657,633 777,640 737,725 703,797 640,790 600,742 616,705',
    },
    top: [1],
  },
  Hoodie: { base: 'top', patches: { skin: '395,400 400,490 484,600 570,505 575,400' } },
};

/** Hair drawn as an outline: its holes get the hair's tone. */
export const hairs = {
  GrayBun: { hair: [1, 2] },
  GrayMedium: { hair: [1] },
  GrayShort: { hair: [1] },
  Beanie: { hair: [1] },
  BunFancy: { hair: [2, 3, 4, 7] },
  BunCurly: { hair: [1] },
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
