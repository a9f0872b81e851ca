// The doctor: a drawing of the ring with the bad sensors in red, and a sentence for each.

import { h, icon } from '../dom.js';
import { badPlaces, boardPicture, sensors } from '../draw/checkup.js';
import { state } from '../state.js';
import { settings } from '../settings.js';
import { tellRing } from '../ring/source.js';

/** A text of both languages, without names in it. */
const plain = (text) => text?.[settings.language] ?? text?.en ?? '';
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export function doctorPart(w) {
  const { board, faults, facts } = state.ring;
  const d = w.ring.doctor;
  const all = faults ?? [];
  const isBroken = facts?.storage === 'broken';
  return h('section', { class: 'card part doctor' }, h('h2', {}, d.title),
    h('div', { class: 'beside' },
      board && boardPicture(board, d.picture(all.length), sensors(board), badPlaces(all)),
      h('div', {},
        h('p', { class: `verdict ${all.length || isBroken ? 'ill' : 'well'}`, role: 'status' }, icon(all.length || isBroken ? 'ask' : 'check'), faults == null ? d.unknown : all.length ? d.faults(all.length) : d.well),
        isBroken && h('p', { class: 'trouble' }, h('b', {}, d.memory), ' ', d.memoryHow),
        h('ol', { class: 'numbered faults' }, all.map((fault) => h('li', {},
          h('b', {}, `${capital(plain(fault.name))}: ${plain(fault.fault)}`),
          h('small', {}, `${d.where}: ${plain(fault.where)}`),
          h('small', {}, `${d.check}: ${plain(fault.check)}`),
          fault.edge && h('button', { class: 'button quiet', type: 'button', data: { key: `blink-${fault.edge}-${fault.beam ?? ''}` }, on: { click: () => tellRing({ identify: fault.edge }) } }, icon('eye'), d.blink)))))));
}
