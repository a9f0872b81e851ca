// Racks of the players. Only the rack of the person who acts is made of buttons.

import { $, fill, h } from '../dom.js';
import { pieceIcon } from '../draw/pieces.js';
import { WOODS } from '../draw/discs.js';
import { stoneLook } from '../poses.js';
import { camera } from '../scene.js';
import { phase } from '../phase.js';
import { isAtRing, isYours, on, seats, shownView, state } from '../state.js';
import { onSettings, settings } from '../settings.js';
import { nameOfSide, words } from '../words/index.js';
import { choose } from '../input/laying.js';
import { signIcon } from './signs.js';
import { stockOf } from './players.js';

export function startRacks() {
  on('now turn table over frame looking', show);
  onSettings(show);
  $('stage').addEventListener('laid-out', () => show(true));
}

let shown = '';
function show() {
  const view = shownView();
  $('racks').hidden = isAtRing();
  if (!view?.sides || state.screen !== 'play' || isAtRing()) return;
  const isNarrow = matchMedia('(max-width: 900px)').matches;
  const mm = Math.min(2.3, camera.scale);
  const now = phase();
  const isActive = now.isYours && now.kind === 'push' && !now.laid;
  const signature = JSON.stringify([settings.language, view.sides, state.turn?.seat, isYours(), isActive, isNarrow, Math.round(mm * 20), state.setup?.names]);
  if (signature === shown) return;
  shown = signature;
  const racks = $('racks');
  const sides = [...view.sides].sort((a, b) => b.side - a.side);
  fill(racks, signature, () => (view.kind === 'kabuto' ? kabuto(sides, { isNarrow, mm, isActive }) : stones(view, sides)));
}

function kabuto(sides, { isNarrow, mm, isActive }) {
  const own = ownSide(sides);
  const list = isNarrow ? sides.filter((side) => side.side === own) : [...sides.filter((side) => side.side !== own), sides.find((side) => side.side === own)];
  const isCrowded = sides.length > 2;
  return list.filter(Boolean).map((side) => rack(side, { isOwn: side.side === own, isActive: isActive && side.side === own, isSmall: isNarrow || (isCrowded && side.side !== own), mm: isNarrow ? Math.min(1.3, mm * 1.05) : isCrowded && side.side !== own ? mm * 0.42 : fitting(stockOf(side, 1), mm) }));
}

/** Scale at which a full rack is at most half as high as the board. */
function fitting(items, mm) {
  const half = $('racks').clientHeight / 2 - 20;
  const wide = items.reduce((sum, { key }) => sum + 2 * ((WOODS[key]?.radius ?? 12) + 2), 0);
  return Math.max(0.8, Math.min(mm * 0.96, (half - 50 - items.length * 21) / wide));
}

/** Side whose rack is full size: the person's who acts, or the first person's. */
function ownSide(sides) {
  const people = seats();
  const acts = people.find((one) => one.seat === state.turn?.seat && one.kind === 'you');
  const first = acts ?? people.find((one) => one.kind === 'you') ?? people[0];
  // Two at one table keep their places; only with a simulated neighbour the own one is below.
  return people.filter((one) => one.kind === 'you').length > 1 && sides.length === 2 ? 1 : first.side;
}

function rack(side, { isActive, isOwn, isSmall, mm }) {
  const w = words();
  const [first] = seats().filter((one) => one.side === side.side);
  let key = 0;
  const isMine = isActive || (state.turn && seats().find((one) => one.seat === state.turn.seat)?.side === side.side && isYours());
  return h('section', { class: `rack${isSmall ? ' small' : ''}${isMine ? '' : ' idle'}`, data: { side: side.side }, 'aria-label': w.rack.title(nameOfSide(side.side)) },
    (!isSmall || !isOwn) && h('h3', { 'aria-hidden': 'true' }, signIcon(first?.seat ?? 1, 22), nameOfSide(side.side)),
    h('ul', {}, stockOf(side, first?.seat ?? 1).map((item) => h('li', {}, slot(item, { isMine, isActive, mm, number: (key += 1) }, w)))));
}

function slot({ kind, key, look, count }, { isMine, isActive, mm, number }, w) {
  const radius = WOODS[key]?.radius ?? 12;
  const wide = Math.round(2 * (radius + 2) * mm);
  const icons = Array.from({ length: Math.min(3, count) }, () => pieceIcon(key, look, Math.round(2 * (radius + 2.6) * mm)));
  const label = count ? w.rack.put(count, w.disc(key)) : w.rack.empty(w.disc(key));
  const inside = [
    h('span', { class: 'pile', vars: { '--wide': `${wide}px`, '--tall': `${wide + 8}px` } }, icons),
    drawn('count', count),
  ];
  if (!isMine) return h('div', { class: 'slot' }, inside, h('span', { class: 'unseen' }, label));
  return h('button', {
    class: 'slot', type: 'button', data: { piece: kind, key: `slot-${kind}` }, 'aria-label': isActive && count ? `${label}: ${w.rack.mayPut}` : label, 'aria-keyshortcuts': number, 'aria-disabled': isActive && count ? null : 'true',
    on: { click: (event) => { if (event.detail === 0) choose(kind); } },
  }, isActive && drawn('key', number), inside);
}

/** A number that the style draws: as text it would be in the name of the button twice. */
const drawn = (name, number) => h('span', { class: name, 'aria-hidden': 'true', data: { number } });

/** Grid games: what each side has pushed off, in nests. */
function stones(view, sides) {
  if (view.kind !== 'abalone') return [];
  return sides.map((side) => {
    const score = Number(/\d+/.exec(side.note?.en ?? '')?.[0] ?? 0);
    const victim = stoneLook(side.side === 1 ? 2 : 1);
    return h('section', { class: 'rack stones idle', 'aria-label': words().rack.title(nameOfSide(side.side)) },
      h('h3', { 'aria-hidden': 'true' }, nameOfSide(side.side)),
      h('div', { class: 'nests', 'aria-hidden': 'true' }, Array.from({ length: 6 }, (_, n) => h('span', { class: 'nest' }, n < score && pieceIcon('stone', victim, 40)))),
      h('p', { class: 'score' }, `${score} / 6`));
  });
}
