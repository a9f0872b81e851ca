// Moments: a fall, a marker, a slam, a question, a win; each with motion, sound and voice.

import { $, h } from './dom.js';
import { beside } from './draw/geometry.js';
import { camera } from './scene.js';
import { onMoment } from './link.js';
import { isAtRing, on, seats, state } from './state.js';
import { pieceIcon } from './draw/pieces.js';
import { sumoLook } from './poses.js';
import { nameOf, nameOfSide, told, words } from './words/index.js';
import { ownerOf } from './panels/calls.js';
import { sounds } from './sound.js';
import { hush, speak } from './voice.js';
import { settings } from './settings.js';
import { current } from './panels/call.js';
import { announce } from './announce.js';

/** Milliseconds for which the tag of a fall stays. */
const TAG_STAYS = 3200;
let lastTurn = null;

export function startMoments() {
  onMoment((event, data) => moments[event]?.(data));
  on('over looking screen table', showWin);
  $('stage').addEventListener('laid-out', () => {
    if (!state.over) $('moment').replaceChildren();
    if (isAtRing() && !state.over) tag(lastFall());
  });
}

const moments = {
  begin: () => {
    $('moment').replaceChildren();
    sounds.clap();
    lastTurn = null;
  },
  present: () => tag(lastFall()),
  fell: () => sounds.thud('medium'),
  said: () => ruled(state.lines.at(-1)),
  turn: (turn) => {
    if (!turn || turn.seat === lastTurn) return;
    lastTurn = turn.seat;
    if (turn.person) queueMicrotask(() => speak(current().title, 'turn'));
  },
  over: (over) => {
    if (!over) return;
    sounds.clap();
    speak(words().call.wins(nameOfSide(over.side)), 'ruling');
  },
};

function ruled(line) {
  if (!line) return;
  const { what, piece } = line.facts;
  if (line.kind === 'question') {
    sounds.ask();
    speak(told(line.text), 'question');
  } else if (line.kind === 'refusal') sounds.no();
  else if (what === 'fell') {
    tag(line);
    speak(told(line.text), 'ruling');
    announce('polite', told(line.text));
  } else if (what === 'docked') sounds.wood('large');
  else if (what === 'marker' || what === 'taken') sounds.wood('small');
  else if (what === 'pushed') sounds.wood(piece);
  else if (what === 'slam') {
    sounds.clap();
    speak(told(line.text), 'ruling');
  }
}

const lastFall = () => state.lines.findLast((line) => line.facts.what === 'fell');

/** A small tag beside the place of a fall: what fell, and whose it is. */
function tag(line) {
  if (!line) return;
  const { piece, edge } = line.facts;
  const w = words();
  const fall = line.fall;
  if (!edge || state.table?.kind === 'grid' || !$('stage').clientWidth) return;
  const [x, y] = beside(edge, fall?.along ?? 100, 20);
  const box = $('stage').getBoundingClientRect();
  const canvas = $('top').getBoundingClientRect();
  const [px, py] = camera.toScreen(x, y);
  const left = px + canvas.left - box.left;
  const top = Math.max(70, py + canvas.top - box.top - 22 * camera.scale);
  const owner = ownerOf(line);
  const known = piece && piece !== 'sumo' && piece !== 'belt';
  const node = h('div', { class: 'tag', vars: { '--shift': left > box.width * 0.62 ? '-85%' : left < 120 ? '-15%' : '-50%' } }, isAtRing() ? w.ring.lastFall : known ? w.call.fallen(w.disc(piece)) : told(line.text), known ? h('small', {}, isAtRing() && `${w.disc(piece)}, `, owner ? w.calls.to(nameOf(owner)) : w.calls.lost) : isAtRing() && h('small', {}, told(line.text)));
  node.style.left = `${left}px`;
  node.style.top = `${top}px`;
  $('moment').querySelectorAll('.tag').forEach((one) => one.remove());
  $('moment').append(node);
  // Where things lie on a real ring the page does not know: the place of the fall stays.
  if (!isAtRing()) setTimeout(() => node.remove(), TAG_STAYS);
}

function showWin() {
  const moment = $('moment');
  moment.querySelector('.banner')?.remove();
  if (!state.over || state.screen !== 'play') return;
  const w = words();
  const side = state.over.side ?? state.now.view?.winner ?? 1;
  const [first] = seats().filter((one) => one.side === side);
  if (!first) return;
  const isGrid = state.table?.kind === 'grid';
  moment.querySelectorAll('.tag').forEach((one) => one.remove());
  moment.append(h('div', { class: 'banner', vars: { '--who': `var(--${first.colour})` } },
    h('span', { class: 'hero' }, isGrid ? null : pieceIcon('sumo', sumoLook(first.seat), 104)),
    h('p', {}, w.call.over), h('b', {}, w.call.wins(nameOfSide(side)))));
}

/** Stops the voice when sounds are switched off. */
export const hushIfOff = () => { if (settings.sound !== 'both') hush(); };
