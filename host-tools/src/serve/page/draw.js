// The boards as SVG. Sides are told apart by shape and number, discs by size,
// marbles by letter and pattern: nobody needs to see colours.

const SVG = 'http://www.w3.org/2000/svg';
const COLOURS = { red: '#d55e00', blue: '#0072b2', green: '#009e73', yellow: '#f0e442' };
const INKS = { red: '#fff', blue: '#fff', green: '#fff', yellow: '#1c1c1c' };
const WOOD = { light: '#d8b98a', board: '#caa877', hollow: '#a98652', dark: '#5a4a32' };
const WHITE = { fill: '#f5f3ee', ink: '#1c1c1c' };
const BLACK = { fill: '#141414', ink: '#fff' };
// A light that is off: on the rim of a ring, and in the wood of a grid.
const OFF = { rim: '#2c2c32', wood: '#8f7146' };
// Light around a piece, and the smaller one around an empty cell, so that a lit cell
// does not look like a piece.
const HALOS = { abalone: { piece: 46, empty: 27 }, sumoo: { piece: 58, empty: 38 } };

/** An SVG element with attributes and children. */
function el(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const label = (x, y, size, fill, words, more = {}) =>
  el('text', { x, y, 'font-size': size, fill, 'text-anchor': 'middle', 'dominant-baseline': 'central', ...more }, words);

/** The sign of a side: circle, square, triangle; filled with its colour. */
function sign(side, colour, x, y, r, words = side) {
  const fill = COLOURS[colour] ?? '#777';
  const style = { fill, stroke: '#1c1c1c', 'stroke-width': r / 9 };
  const shape = {
    1: () => el('circle', { cx: x, cy: y, r, ...style }),
    2: () => el('rect', { x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8, ...style }),
    3: () => el('path', { d: `M${x} ${y - r * 1.15}L${x + r * 1.15} ${y + r * 0.85}H${x - r * 1.15}Z`, ...style }),
  }[side] ?? (() => el('path', { d: `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`, ...style }));
  const ink = INKS[colour] ?? '#fff';
  return el('g', {}, shape(), label(x, y + (side === 3 ? r * 0.2 : 0), r * 1.1, ink, String(words), { 'font-weight': 'bold' }));
}

/** The sign alone, for beside a name. */
export function icon(side, colour, words) {
  return el('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true' }, sign(side, colour, 16, 16, 13, words));
}

const RADII = { small: 5, medium: 8, large: 11 };

/** A disc or token: sizes differ, tokens are squares on edge. */
export function pieceIcon(kind) {
  const r = RADII[kind];
  const shape = r
    ? el('circle', { cx: 12, cy: 12, r, fill: WOOD.light, stroke: WOOD.dark, 'stroke-width': 2 })
    : el('rect', { x: 6, y: 6, width: 12, height: 12, transform: 'rotate(45 12 12)', fill: '#f7d6e6', stroke: '#7a2f5a', 'stroke-width': 2 });
  return el('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, shape);
}

/** Draws the board of a view; `words` says what it shows. */
export function board(view, about, words) {
  const grid = view?.kind === 'abalone' || view?.kind === 'sumoo';
  const svg = el('svg', { viewBox: grid ? '0 0 1000 1000' : '-95 -95 1190 1190', role: 'img', 'font-family': 'sans-serif' });
  svg.append(el('title', {}, words));
  svg.append(el('rect', { x: 0, y: 0, width: 1000, height: 1000, rx: 40, fill: '#101014' }));
  if (view?.kind === 'abalone') abalone(svg, view, about);
  else if (view?.kind === 'sumoo') sumoo(svg, view, about);
  else ring(svg, view, about);
  const lights = el('g', { class: 'leds', 'aria-hidden': 'true' });
  const r = (about?.radius ?? 0.02) * 1000;
  (about?.places ?? []).forEach(([x, y], n) => {
    const at = { cx: x * 1000, cy: y * 1000 };
    const piece = grid && view.cells[n];
    lights.append(grid
      ? el('circle', { ...at, r: HALOS[view.kind][piece ? 'piece' : 'empty'], fill: 'none', stroke: OFF.wood, 'stroke-width': piece ? 8 : 6 })
      : el('circle', { ...at, r: r * 0.8, fill: OFF.rim }));
  });
  svg.append(lights);
  return svg;
}

/** Shows a frame of the lights on a board that was drawn. */
export function light(svg, frame) {
  const lights = svg.querySelector('.leds')?.children ?? [];
  for (let n = 0; n < lights.length; n += 1) {
    const hex = frame?.slice(6 * n, 6 * n + 6);
    const on = hex && hex !== '000000';
    const [paint, off] = lights[n].getAttribute('fill') === 'none' ? ['stroke', OFF.wood] : ['fill', OFF.rim];
    const colour = on ? `#${hex}` : off;
    if (lights[n].getAttribute(paint) !== colour) lights[n].setAttribute(paint, colour);
  }
}

// Post 1 is in the north-east, then clockwise.
const POSTS = { 1: [950, 50], 2: [950, 950], 3: [50, 950], 4: [50, 50] };
// How far the platform is turned at an edge, and where the edge is.
const EDGES = { north: [0, [500, -2]], east: [90, [1002, 500]], south: [180, [500, 1002]], west: [270, [-2, 500]] };

function ring(svg, view, about) {
  svg.append(el('rect', { x: 120, y: 120, width: 760, height: 760, rx: 14, fill: WOOD.board, stroke: WOOD.dark, 'stroke-width': 6 }));
  if (!view) return;
  platform(svg, view.platform, about);
  if (view.posts) {
    for (const [post, [x, y]] of Object.entries(POSTS)) {
      svg.append(el('circle', { cx: x, cy: y, r: 40, fill: WOOD.light, stroke: WOOD.dark, 'stroke-width': 6 }));
      svg.append(label(x, y, 44, '#1c1c1c', post, { 'font-weight': 'bold' }));
      const here = view.sides.filter((side) => side.markers.includes(Number(post)));
      const [dx, dy] = [x < 500 ? 1 : -1, y < 500 ? 1 : -1];
      here.forEach((side, n) => {
        const seat = view.seats.find((one) => one.side === side.side);
        svg.append(sign(side.side, seat?.colour, x + dx * (130 + n * 82), y + dy * 130, 34));
      });
    }
  }
  const sumos = view.seats.filter((seat) => seat.sumo);
  sumos.forEach((seat, n) => {
    const x = 500 + (n - (sumos.length - 1) / 2) * 150;
    svg.append(sign(seat.side, seat.colour, x, 350, 56, seat.seat));
  });
  if (view.belt === 'ring') {
    svg.append(el('rect', { x: 440, y: 442, width: 120, height: 36, rx: 18, fill: '#f6d860', stroke: WOOD.dark, 'stroke-width': 5 }));
    svg.append(el('circle', { cx: 500, cy: 460, r: 13, fill: WOOD.dark }));
  }
  // Discs in one row, tokens in the next ones.
  const discs = view.ring.filter(([kind]) => RADII[kind]);
  const tokens = view.ring.filter(([kind]) => !RADII[kind]);
  discs.forEach(([kind, count], n) => {
    const [x, y] = [500 + (n - (discs.length - 1) / 2) * 210, 570];
    svg.append(el('circle', { cx: x - 42, cy: y, r: 4.2 * RADII[kind], fill: '#f3e6cf', stroke: WOOD.dark, 'stroke-width': 6 }));
    svg.append(label(x + 16, y, 50, '#1c1c1c', `×${count}`, { 'font-weight': 'bold', 'text-anchor': 'start' }));
  });
  tokens.forEach(([kind, count], n) => {
    const inRow = Math.min(4, tokens.length - 4 * Math.floor(n / 4));
    const [x, y] = [500 + ((n % 4) - (inRow - 1) / 2) * 170, 690 + 90 * Math.floor(n / 4)];
    svg.append(el('rect', { x: x - 54, y: y - 24, width: 48, height: 48, transform: `rotate(45 ${x - 30} ${y})`, fill: '#f7d6e6', stroke: '#7a2f5a', 'stroke-width': 6 }));
    svg.append(label(x - 30, y, 30, '#1c1c1c', kind));
    svg.append(label(x + 14, y, 44, '#1c1c1c', `×${count}`, { 'font-weight': 'bold', 'text-anchor': 'start' }));
  });
}

function platform(svg, place, about) {
  if (!place) return;
  const shape = () => el('rect', { x: -75, y: -58, width: 150, height: 60, rx: 8, fill: '#8fb8c9', stroke: '#1c1c1c', 'stroke-width': 5 });
  let at;
  let turn;
  if (place.post) {
    const [x, y] = POSTS[place.post];
    at = [x < 500 ? 12 : 988, y < 500 ? 12 : 988];
    turn = { 1: 45, 2: 135, 3: 225, 4: 315 }[place.post];
  } else {
    const [angle, [x, y]] = EDGES[place.edge];
    const along = 120 + 760 * Math.min(1, place.at / (about?.side ?? 200));
    at = { north: [along, y], east: [x, along], south: [1000 - along, y], west: [x, 1000 - along] }[place.edge];
    turn = angle;
  }
  svg.append(el('g', { transform: `translate(${at}) rotate(${turn})`, class: 'platform' }, shape(),
    el('path', { d: 'M0 -46V-14M-12 -26L0 -12L12 -26', fill: 'none', stroke: '#1c1c1c', 'stroke-width': 6 })));
}

const MARBLES = {
  black: { ...BLACK, letter: 'B' }, white: { ...WHITE, letter: 'W' },
  red: { fill: '#d55e00', ink: '#fff', letter: 'R' }, green: { fill: '#7fd8b8', ink: '#00352a', letter: 'G' },
};
// The cells in the corners of the board, all around.
const CORNERS = [0, 4, 34, 60, 56, 26];

function abalone(svg, view, about) {
  const places = (about?.places ?? []).map(([x, y]) => [x * 1000, y * 1000]);
  const corners = CORNERS.map((cell) => places[cell] ?? []);
  svg.append(el('polygon', { points: corners.join(' '), fill: WOOD.board, stroke: WOOD.board, 'stroke-width': 116, 'stroke-linejoin': 'round' }));
  places.forEach(([cx, cy], n) => {
    const owner = view.cells[n];
    if (!owner) {
      svg.append(el('circle', { cx, cy, r: 27, fill: WOOD.hollow }));
      svg.append(label(cx, cy, 24, '#2e2413', view.names[n]));
      return;
    }
    const { fill, ink, letter } = MARBLES[owner];
    svg.append(el('circle', { cx, cy, r: 38, fill, stroke: '#8a7d63', 'stroke-width': 3 }));
    if (view.last.includes(n)) svg.append(el('circle', { cx, cy, r: 29, fill: 'none', stroke: ink, 'stroke-width': 4, 'stroke-dasharray': '8 7' }));
    svg.append(label(cx, cy, 34, ink, letter, { 'font-weight': 'bold' }));
  });
}

function sumoo(svg, view, about) {
  (about?.places ?? []).forEach(([x, y], n) => {
    const [cx, cy] = [x * 1000, y * 1000];
    svg.append(el('rect', { x: cx - 64, y: cy - 64, width: 128, height: 128, rx: 8, fill: WOOD.board }));
    const token = view.cells[n];
    if (!token) {
      svg.append(label(cx, cy, 26, '#2e2413', view.names[n]));
      return;
    }
    const white = token.colour === 'White';
    const { fill, ink } = white ? WHITE : BLACK;
    const paint = { fill, stroke: '#8a7d63', 'stroke-width': 4 };
    svg.append(white ? el('circle', { cx, cy, r: 46, ...paint }) : el('rect', { x: cx - 42, y: cy - 42, width: 84, height: 84, ...paint }));
    svg.append(label(cx, cy, 38, ink, token.name, { 'font-weight': 'bold' }));
    if (view.last.includes(n)) svg.append(el('path', { d: `M${cx - 30} ${cy + 30}h60`, stroke: ink, 'stroke-width': 5, 'stroke-dasharray': '9 6' }));
  });
}
