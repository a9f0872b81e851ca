// Who plays: face, name, stock, corners; who acts, who is out.

import { $, fill, h } from '../dom.js';
import { CARD_TOKENS } from '../draw/insects.js';
import { pieceIcon } from '../draw/pieces.js';
import { keyOf, cardOf, stoneLook } from '../poses.js';
import { isAtRing, on, seats, shownView, state } from '../state.js';
import { onSettings, settings } from '../settings.js';
import { nameOf, nameOfSide, told, words } from '../words/index.js';
import { cornersIcon, faceIcon } from './signs.js';

export function startPlayers() {
  on('now turn table over looking about', show);
  onSettings(show);
}

function show() {
  const view = shownView();
  const w = words();
  const panel = $('players');
  panel.hidden = !view;
  if (!view) return;
  const sides = order(view.sides);
  fill(panel, [settings.language, sides, state.setup?.names, view.winner, state.over], () => [
    h('h2', { class: 'unseen' }, w.players.title),
    h('ul', {}, sides.map((side) => player(side, view, w))),
  ]);
}

/** The first seat sits at the reader's side of the table: last in the list. */
const order = (sides) => [...sides].sort((a, b) => b.side - a.side);

function player(side, view, w) {
  const people = seats().filter((one) => one.side === side.side);
  const [first] = people;
  const isGrid = view.kind !== 'kabuto';
  const acts = side.acts && !state.over;
  const kinds = people.map((one) => (one.kind === 'you' || isAtRing() ? null : w.setup[one.kind])).filter(Boolean);
  const cards = people.map((one) => cardOf(one.seat)).filter((card) => card && !isGrid && card !== nameOf(first.seat));
  const sub = [...cards, ...kinds.slice(0, 1)].join(' · ').replace(/^./, (letter) => letter.toUpperCase());
  const classes = ['player', acts && 'acts', side.out && 'out'].filter(Boolean).join(' ');
  return h('li', { class: classes, vars: { '--who': `var(--${first?.colour ?? 'red'})` } },
    h('span', { class: 'faces' }, people.map((one) => (isGrid ? gridFace(view, side) : faceIcon(one.seat, 50)))),
    h('div', {},
      h('p', { class: 'name' }, nameOfSide(side.side), acts && h('span', { class: 'unseen' }, `, ${w.players.acts}`), side.out && h('span', { class: 'unseen' }, `, ${w.players.out}`)),
      sub && h('p', { class: 'sub' }, sub),
      isGrid ? h('p', { class: 'sub' }, told(side.note)) : stock(side, first, w)),
    isGrid ? null : corners(side, first, view, w));
}

function gridFace(view, side) {
  return view.kind === 'abalone' ? pieceIcon('stone', stoneLook(side.side), 46) : pieceIcon('tile', { colour: side.side === 1 ? 'white' : 'black', isBig: true }, 46);
}

/** What a side holds: always the three discs, and its tokens if it has any. */
export function stockOf(side, seat) {
  const held = new Map((side.stock ?? []).map((one) => [one.kind, one.count ?? Number(/\d+/.exec(one.text?.en ?? '')?.[0] ?? 1)]));
  const discs = ['large', 'medium', 'small'].map((kind) => ({ kind, key: kind, look: {}, count: held.get(kind) ?? 0 }));
  const known = CARD_TOKENS[cardOf(seat)] ?? [];
  const names = new Set([...held.keys()].filter((kind) => /^\d/.test(kind)));
  known.forEach((_, slot) => names.add(`${seat}${'ab'[slot]}`));
  const tokens = [...names].sort().map((kind) => {
    const owner = Number(kind[0]);
    const number = 10 + (owner - 1) * 2 + (kind[1] === 'b' ? 1 : 0);
    return { kind, ...keyOf(number), count: held.get(kind) ?? 0 };
  });
  return [...discs, ...tokens];
}

function stock(side, first, w) {
  return h('p', { class: 'stock' }, stockOf(side, first?.seat ?? 1).map(({ key, look, count }) => h('span', { class: count ? '' : 'none' }, pieceIcon(key, look, { large: 21, medium: 18, small: 15 }[key] ?? 18), h('span', { 'aria-hidden': 'true' }, count), h('span', { class: 'unseen' }, w.players.stock(count, w.disc(key))))));
}

function corners(side, first, view, w) {
  if (!view.posts) return null;
  return h('p', { class: 'posts' }, cornersIcon(side.markers, first?.seat ?? 1), h('span', { 'aria-hidden': 'true' }, `${side.markers.length} / 4`), h('span', { class: 'unseen' }, w.players.marker(side.markers.length)));
}
