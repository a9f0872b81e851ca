// The calibration, step by step: a picture of what to put where, and at the end a rod.

import { h, icon } from '../dom.js';
import { badPlaces, boardPicture, putThere } from '../draw/checkup.js';
import { changed, state } from '../state.js';
import { settings } from '../settings.js';
import { tellRing } from '../ring/source.js';

const plain = (text) => text?.[settings.language] ?? text?.en ?? '';
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** Milliseconds between two looks at the beams that the rod has darkened. */
const LOOK = 700;

let looking = null;

/** Tells the ring a word of the calibration; a measurement ends with a second state. */
function calibrate(word) {
  Object.assign(state.ring, { refused: null, stroke: null, isRodOver: false, measuring: word === 'ready' ? 2 : 0 });
  if (!tellRing({ calibrate: word })) state.ring.measuring = 0;
  if (word === 'restore') state.ring.calibration = { restored: true };
  changed('ring');
}

export function calibratePart(w) {
  const { calibration } = state.ring;
  const c = w.ring.calibrate;
  return h('section', { class: 'card part calibrate' }, h('h2', {}, c.title), calibration?.step ? stepPart(w, calibration) : endPart(w, calibration));
}

const button = (label, key, click, { isMain = false, name = null, isOff = false } = {}) => h('button', { class: `button${isMain ? ' main' : ''}`, type: 'button', disabled: isOff, data: { key }, on: { click } }, name && icon(name), label);

function stepPart(w, { done, steps, step, refused }) {
  const c = w.ring.calibrate;
  const { board, measuring } = state.ring;
  const bad = refused ? badPlaces([refused.sensor]) : [];
  return h('div', { class: 'beside' },
    boardPicture(board, `${c.picture}: ${plain(step.text)}`, putThere(board, step), bad),
    h('div', {},
      h('p', { class: 'progress' }, c.step(done + 1, steps)),
      h('p', { class: 'say', role: 'status' }, `${capital(plain(step.text))}.`),
      refused && !measuring && h('p', { class: 'trouble', role: 'alert' }, h('b', {}, c.refused), ' ', `${capital(plain(refused.text))}.`),
      h('div', { class: 'row' },
        button(measuring ? c.measuring : c.ready, 'calibrate-ready', () => calibrate('ready'), { isMain: true, name: 'check', isOff: Boolean(measuring) }),
        button(c.stop, 'calibrate-stop', () => calibrate('cancel'), { name: 'close' }))));
}

function endPart(w, calibration) {
  const c = w.ring.calibrate;
  const isDone = calibration && calibration.done === calibration.steps;
  return [
    h('p', { class: isDone ? 'verdict well' : 'remark', role: 'status' }, isDone && icon('check'), calibration?.restored ? c.restored : isDone ? c.done : c.how),
    isDone && state.ring.board?.beams && rodPart(w),
    h('div', { class: 'row' },
      button(isDone ? c.restart : c.start, 'calibrate-start', () => calibrate('start'), { isMain: !isDone }),
      button(c.restore, 'calibrate-restore', () => calibrate('restore'), { name: 'undo' })),
  ];
}

function rodPart(w) {
  const c = w.ring.calibrate;
  const { board, stroke, isRodOver } = state.ring;
  const start = () => {
    state.ring.isRodOver = false;
    if (!tellRing({ stroke: 'start' })) return;
    clearInterval(looking);
    looking = setInterval(() => tellRing({ stroke: 'report' }), LOOK);
  };
  const end = () => {
    clearInterval(looking);
    state.ring.isRodOver = true;
    tellRing({ stroke: 'finish' });
  };
  const lit = stroke?.lit ?? [];
  return h('div', { class: 'rod' }, h('h3', {}, c.rod), h('p', { class: 'remark' }, c.rodHow),
    stroke && h('div', { class: 'beside' },
      boardPicture(board, c.dark(stroke.dark, stroke.all), isRodOver ? badPlaces(lit) : stillLit(lit)),
      h('div', {},
        h('p', { class: 'say', role: 'status' }, c.dark(stroke.dark, stroke.all)),
        isRodOver && h('p', { class: lit.length ? 'trouble' : 'verdict well' }, lit.length ? `${c.lit(lit.length)}. ${c.litHow}` : c.allDark))),
    h('div', { class: 'row' }, stroke && !isRodOver ? button(c.rodEnd, 'rod-end', end, { isMain: true, name: 'check' }) : button(c.rodStart, 'rod-start', start)));
}

/** While the rod is drawn, what it has not reached yet is no fault. */
const stillLit = (lit) => badPlaces(lit).map((marks) => marks?.[0] ?? null);
