// A real ring from above with its sensors, for those who build it: what is bad is red, and
// what a calibration wants is where it goes. In millimetres, as the ring's board has them.

import { EDGES, beside } from './geometry.js';

const SVG = 'http://www.w3.org/2000/svg';
const GUTTER = 60;
const FRAME = 26;

/** Element of a drawing. */
export function s(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(props)) if (value != null) node.setAttribute(key, value);
  node.append(...children.flat(3).filter((child) => child != null && child !== false));
  return node;
}

const line = (x1, y1, x2, y2, props) => s('line', { x1, y1: -y1, x2, y2: -y2, ...props });

/** A drawing of the board, as wide as its place, with one sentence for who does not see it. */
export function boardPicture(board, label, ...marks) {
  const isGrid = board?.kind === 'grid';
  const reach = isGrid ? Math.max(...board.cells.flat().map(Math.abs)) + board.radius + 16 : 100 + GUTTER + FRAME + 8;
  return s('svg', { viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}`, class: 'checkup', role: 'img', 'aria-label': label }, isGrid ? gridBase(board) : ringBase(), marks);
}

function ringBase() {
  const out = 100 + GUTTER + FRAME;
  const inner = 100 + GUTTER;
  const square = (half, props) => s('rect', { x: -half, y: -half, width: 2 * half, height: 2 * half, ...props });
  return [
    square(out, { rx: 8, class: 'wood' }),
    square(inner, { rx: 3, class: 'felt' }),
    square(100, { class: 'clay' }),
    [[100, 100], [100, -100], [-100, -100], [-100, 100]].map(([x, y], n) => s('g', {}, s('circle', { cx: x, cy: -y, r: 17, class: 'post' }), s('text', { x, y: -y + 4, class: 'on-post' }, String(n + 1)))),
  ];
}

function gridBase({ cells, radius, names }) {
  return cells.map(([x, y], n) => s('g', {}, s('circle', { cx: x, cy: -y, r: radius, class: 'cell' }), s('text', { x, y: -y + 2.5, class: 'on-cell' }, names[n])));
}

/** All sensors that are well, faintly: beams across the gutter, dots for the others. */
export function sensors(board) {
  if (!board?.beams) return [];
  const rows = Object.entries(board.beams).flatMap(([plane, alongs]) => Object.keys(EDGES).flatMap((edge) => alongs.map((along) => beam(edge, along, { class: `beam ${plane}` }))));
  const dots = (board.sensors ?? []).map(([x, y]) => s('circle', { cx: x, cy: -y, r: 1.6, class: 'sensor' }));
  return [...rows, ...dots];
}

/** A beam across the gutter, at a distance from the start of its side. */
export function beam(edge, along, props) {
  const [x1, y1] = beside(edge, along, 2);
  const [x2, y2] = beside(edge, along, GUTTER - 2);
  return line(x1, y1, x2, y2, props);
}

/** Bad places up to which each has its number; more would hide each other. */
const MOST = 12;

/** The bad places, each with its number in the list. */
export function badPlaces(faults) {
  const badge = (x, y, number) => (faults.length <= MOST ? numbered(x, y, number) : null);
  return faults.map((fault, n) => {
    const number = String(n + 1);
    if (fault.kind === 'beam' && fault.along != null) {
      const [x, y] = beside(fault.edge, fault.along, GUTTER / 2);
      return [beam(fault.edge, fault.along, { class: 'bad' }), badge(x, y, number)];
    }
    if (fault.kind === 'side') {
      const [ax, ay] = beside(fault.edge, 4, GUTTER / 2);
      const [bx, by] = beside(fault.edge, 196, GUTTER / 2);
      return [line(ax, ay, bx, by, { class: 'bad side' }), badge(...beside(fault.edge, 100, GUTTER / 2), number)];
    }
    if (fault.at) return [s('circle', { cx: fault.at[0], cy: -fault.at[1], r: 7, class: 'bad' }), badge(fault.at[0] + 11, fault.at[1] + 11, number)];
    return null;
  });
}

function numbered(x, y, number) {
  return s('g', {}, s('circle', { cx: x, cy: -y, r: 9, class: 'badge' }), s('text', { x, y: -y + 4, class: 'on-badge' }, number));
}

/** What a step of a calibration puts on the board. */
export function putThere(board, step) {
  if (!step) return null;
  if (step.put === 'marker' && step.at) return hand(step.at, s('circle', { cx: step.at[0], cy: -step.at[1], r: 6, class: 'put' }));
  if (step.put === 'platform' || step.put === 'disc') {
    const edge = { 1: 'east', 2: 'south', 3: 'west', 4: 'north' }[step.post];
    const corner = (along, out) => { const [x, y] = beside(edge, along, out); return `${x},${-y}`; };
    const platform = s('polygon', { points: [corner(12, 0), corner(68, 0), corner(68, 84), corner(12, 84)].join(' '), class: step.put === 'platform' ? 'put' : 'bamboo' });
    if (step.put === 'platform') return hand(beside(edge, 40, 42), platform);
    const at = beside(edge, 40, 34);
    return [platform, hand(at, s('circle', { cx: at[0], cy: -at[1], r: 15, class: 'put' }))];
  }
  if (step.put === 'piece' && board?.cells?.[step.cell]) {
    const [x, y] = board.cells[step.cell];
    return hand([x, y], s('circle', { cx: x, cy: -y, r: board.radius * 0.8, class: 'put' }));
  }
  return null;
}

/** A thing with an arrow that points at it from above. */
function hand([x, y], thing) {
  return [thing, s('path', { d: `M${x} ${-y - 6}m0 -34v22m-8 -9l8 10l8 -10`, class: 'arrow' })];
}
