// Wrestlers and tokens of the house deck as small pictures, in a square from -10 to 10.
//
// b: filled body; w: translucent wings; l: lines (legs, feelers); d: fine dark lines on the
// body. Each is the text of an SVG path. The figures are seen from above, head up.

const ellipse = (x, y, rx, ry) => `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
/** Both halves of a path that is written for the right side. */
const both = (...points) => [1, -1].map((side) => points.map((line) => line
  .map(([x, y], n) => `${n ? 'L' : 'M'}${x * side} ${y}`).join('')).join('')).join('');
const wings = (x, y, rx, ry, lean) => [1, -1].map((side) => `M${side * 1} ${y - 1}C${side * (x + lean)} ${y - ry} ${side * (x + rx)} ${y + ry * 0.2} ${side * x} ${y + ry}C${side * (x - rx * 0.5)} ${y + ry * 1.1} ${side * 1.2} ${y + ry * 0.4} ${side * 1} ${y - 1}z`).join('');
const feelers = (x, y) => both([[0.6, -6], [x * 0.6, -7.6], [x, y]]);

export const INSECTS = {
  'Ember Fly': {
    w: wings(4.2, 0.5, 3.4, 6.4, 1), b: ellipse(0, -4.6, 2.3, 2) + ellipse(0, -1.4, 1.9, 2.2) + ellipse(0, 3.4, 2.2, 4.4),
    l: feelers(3.4, -9), d: 'M-2 3h4M-1.9 5.2h3.8', glow: ellipse(0, 5.8, 1.8, 2),
  },
  'Clay Wasp': {
    w: wings(5.4, -0.6, 2.6, 4.2, 2), b: ellipse(0, -5.2, 2.1, 1.8) + ellipse(0, -2.2, 1.7, 2) + 'M-.5 -.6h1L1 1C3.6 2.6 2.8 7 0 9.4C-2.8 7 -3.6 2.6 -1 1z',
    l: feelers(2.6, -9.4) + both([[1.5, -1.6], [4.6, 1.4], [5, 5]]), d: 'M-2.3 3.2h4.6M-2.1 5.2h4.2M-1.3 7.1h2.6',
  },
  'Reed Skater': {
    w: '', b: ellipse(0, -4.6, 1.3, 1.4) + 'M-1.2 -3.4h2.4L.9 7.4L0 9L-.9 7.4z',
    l: both([[1, -2.4], [5.4, -3], [8.8, -8]], [[1, 0], [6, 0.4], [9, 5]], [[0.9, 1.6], [4.6, 4], [6.4, 9]]) + feelers(2, -9), d: 'M-.8 0h1.6M-.7 3h1.4',
  },
  'Dust Moth': {
    w: [1, -1].map((s) => `M${s * 0.8} -3C${s * 4} -8.4 ${s * 9.4} -7.2 ${s * 9} -3.4C${s * 8.8} -0.6 ${s * 5} 1 ${s * 1} 0z M${s * 1} 0.4C${s * 5} 0 ${s * 7.6} 2.4 ${s * 6.4} 5.6C${s * 5.4} 8.2 ${s * 1.8} 6 ${s * 0.8} 2z`).join(''),
    b: ellipse(0, -4, 1.3, 1.3) + ellipse(0, 1, 1.4, 4.8), l: both([[0.6, -5], [2, -8], [4, -8.8]]), d: 'M-1.2 1h2.4M-1.2 3h2.4',
    eyes: ellipse(5.6, -3.6, 1.2, 1.2) + ellipse(-5.6, -3.6, 1.2, 1.2),
  },
  'Bell Cricket': {
    w: '', b: ellipse(0, -4.8, 2, 1.8) + 'M-2.4 -3C-3.6 0 -3 6 0 8C3 6 3.6 0 2.4 -3z',
    l: both([[0.9, -6.2], [4, -9], [8.4, -8.6]], [[2.4, 1], [6.4, -3.6], [7.4, 6.6]], [[2, -2.4], [4.6, -3], [5.4, -0.6]]), d: 'M0 -2.6V7.4M-2.2 1L2.2 3M-2.2 4L2.2 5.6',
  },
  'Knot Weaver': {
    w: '', b: ellipse(0, -2.6, 2.3, 2.4) + ellipse(0, 3.2, 3.4, 3.9),
    l: both([[1.6, -3.6], [4.6, -6.8], [4.2, -9.4]], [[2, -2.6], [6.6, -4.6], [8.6, -7.4]], [[2, -1.8], [6.8, -0.6], [9, 3]], [[1.6, -0.8], [5.4, 3.4], [6.4, 8.6]]), d: 'M-1.6 3.2h3.2M0 1.4v3.6',
  },
  'Tinker Ant': {
    w: '', b: ellipse(0, -5.4, 2.3, 2) + ellipse(0, -1.4, 1.5, 2.2) + ellipse(0, 4.4, 2.9, 3.7),
    l: both([[0.9, -7], [2.4, -8.4], [4.4, -8]], [[1.4, -2.4], [5, -4.4], [6.6, -7]], [[1.5, -1.2], [5.8, -0.6], [7.4, 2]], [[1.3, 0], [5, 2.4], [6, 6.6]]), d: 'M-2.4 4h4.8M-2.2 6h4.4',
  },
  'Hook Mantis': {
    w: '', b: 'M-2.2 -6.4L2.2 -6.4L0 -3.6z' + ellipse(0, -1.8, 0.9, 2.2) + 'M-1.4 .4C-3 3 -2.4 7.4 0 9.4C2.4 7.4 3 3 1.4 .4z',
    l: both([[0.8, -2.4], [4.4, -3.8], [6.2, -8.6], [4, -5.6]], [[1.4, 1.4], [5.4, 1], [7, 4.6]], [[1.6, 3.4], [4.8, 5.4], [5.4, 9]]) + feelers(2.6, -9.4), d: 'M0 1.6V8.4',
  },
  'Gale Beetle': {
    w: '', b: ellipse(0, -5, 2.5, 1.9) + 'M-4.2 -2.4C-5 3 -3.4 8.4 0 9.2C3.4 8.4 5 3 4.2 -2.4z',
    l: both([[1.2, -6.4], [2.8, -9.4], [5.4, -8.8]], [[4, -1], [7, -3.4]], [[4.4, 2], [8, 1.6]], [[3.8, 5], [6.6, 7.6]]), d: 'M0 -2.4V9M-2.4 1C-1.6 2 -1.6 4 -2.4 5M2.4 1C1.6 2 1.6 4 2.4 5',
  },
  'Thorn Bug': {
    w: '', b: 'M0 -9.4L2.2 -3.4C5 -3 6 1 4 5L0 9L-4 5C-6 1 -5 -3 -2.2 -3.4z',
    l: both([[4.6, -1], [7.4, -3.6]], [[4.8, 1.6], [8.2, 2]], [[3.8, 5], [6.4, 7.8]]), d: 'M0 -6V7M-3.6 0L0 2L3.6 0',
  },
  'Crane Fly': {
    w: wings(6, -1.6, 2.2, 4, 2.6), b: ellipse(0, -4.6, 1.5, 1.5) + ellipse(0, -2.4, 1.6, 1.7) + ellipse(0, 3, 1, 5),
    l: both([[1.2, -3.4], [6, -7], [9, -9.4]], [[1.2, -2], [5, 3], [8.8, 5.8]], [[1, -1.4], [3.4, 4], [5.2, 9.6]]) + both([[0.5, -6], [1.6, -8.4]]), d: 'M-.8 2h1.6M-.8 4.4h1.6',
  },
  'Root Weevil': {
    w: '', b: 'M-.7 -9.2C1.4 -9 1.4 -6 .9 -4.4L-1.1 -4.4C-.6 -6 -1 -7.6 -1.8 -8z' + ellipse(0, -3.2, 2.3, 2) + ellipse(0, 3.4, 3.9, 5.2),
    l: both([[0.8, -6], [3.2, -7.4], [4, -5.6]], [[2.2, -2.4], [5.6, -4], [7, -1.4]], [[3.6, 2.2], [7, 1.2], [8, 4]], [[3.2, 5.4], [5.8, 7.2], [5.4, 9.6]]), d: 'M0 -1.4V8.4M-2 1v5M2 1v5',
  },
  plain: { w: '', b: ellipse(0, -3.2, 3.2, 3.2) + 'M-6 8C-6 1.6 6 1.6 6 8z', l: '', d: '' },
};

/** Wrestlers of players without a card, by seat: the Junior League has none. */
export const FACES = ['Ember Fly', 'Knot Weaver', 'Dust Moth', 'Gale Beetle'];

/** Tokens of each card of the house deck, in the order of their slots. */
export const CARD_TOKENS = {
  'Ember Fly': ['Lantern'], 'Clay Wasp': ['Brick'], 'Reed Skater': ['Reed'], 'Dust Moth': ['Cocoon'], 'Bell Cricket': ['Bell'], 'Knot Weaver': ['Web'],
  'Tinker Ant': ['Gear'], 'Hook Mantis': ['Hook'], 'Thorn Bug': ['Thorn'], 'Root Weevil': ['Stake'],
};

/** Lines of the pictures on special tokens. */
export const TOKENS = {
  Lantern: 'M-2 -3.6h4M-2.6 3.4h5.2M-2.4 -2.4C-4 -1 -4 2 -2.4 3.4M2.4 -2.4C4 -1 4 2 2.4 3.4M0 -2.4v5.8M0 -3.6v-2',
  Brick: 'M-4 -3h8v6h-8zM-4 0h8M0 -3v3M-2 0v3M2 0v3',
  Reed: 'M-3 5L3 -5M-1 1.6C-4 1 -4 -2 -3.4 -3.4M1 -1.6C4 -1 4 2 3.4 3.4',
  Cocoon: 'M0 -5C3.4 -3 3.4 3 0 5C-3.4 3 -3.4 -3 0 -5zM-2.3 -1.6L2.3 -.4M-2.4 1L2.4 2.2',
  Bell: 'M-3.6 2.6C-2 1 -3 -4 0 -4C3 -4 2 1 3.6 2.6zM-1 4.4h2',
  Web: 'M0 -5V5M-4.4 -2.6L4.4 2.6M-4.4 2.6L4.4 -2.6M0 -3L2.6 -1.5V1.5L0 3L-2.6 1.5V-1.5z',
  Gear: 'M-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0M0 -4.6v1.4M0 3.2v1.4M-4.6 0h1.4M3.2 0h1.4M-3.2 -3.2l1 1M2.2 2.2l1 1M-3.2 3.2l1 -1M2.2 -2.2l1 -1',
  Hook: 'M1 -5V1.6A2.6 2.6 0 1 1 -4.2 1.6L-2.6 0M1 -5h2',
  Thorn: 'M0 -5C1 -1 3 2 4 5H-4C-3 2 -1 -1 0 -5z',
  Stake: 'M-1.4 -5h2.8V2L0 5.4L-1.4 2zM-3 -3h6',
  plain: 'M0 -4L1.2 -1.2L4 -1L1.8 .9L2.6 3.8L0 2.2L-2.6 3.8L-1.8 .9L-4 -1L-1.2 -1.2z',
};
