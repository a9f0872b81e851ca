// What a match came to: numbers for both sides, from the rulings alone.

import { h } from '../dom.js';
import { state } from '../state.js';
import { nameOfSide } from '../words/index.js';
import { actorOf } from './calls.js';

/** Discs knocked off and corner slams of each side, as a small table. */
export function resultOf(w) {
  const sides = state.now.view?.sides ?? [];
  if (state.table?.kind === 'grid' || sides.length !== 2) return null;
  const count = (what, side) => state.lines.filter((line) => line.facts.what === what && sideOf(line) === side).reduce((sum, line) => sum + (line.facts.count ?? 1), 0);
  const rows = [['fell', w.result.fell], ['slam', w.result.slam], ['pushed', w.result.pushed]];
  return h('table', { class: 'result' },
    h('caption', { class: 'unseen' }, w.call.over),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, nameOfSide(1)), h('td'), h('th', { scope: 'col' }, nameOfSide(2)))),
    h('tbody', {}, rows.map(([what, label]) => h('tr', {}, h('td', {}, count(what, 1)), h('th', { scope: 'row' }, label), h('td', {}, count(what, 2))))));
}

const sideOf = (line) => {
  const seat = actorOf(line);
  return line.view?.seats?.find((one) => one.seat === seat)?.side ?? seat;
};
