// The real ring's own screen: connect, what it is, its sensors, calibration, firmware.

import { $, fill, h, icon } from '../dom.js';
import { onSettings, settings } from '../settings.js';
import { isAtRing, on, state } from '../state.js';
import { words } from '../words/index.js';
import { canHaveRing, connectRing, giveCode, leaveRing, showRing, tellRing } from '../ring/source.js';
import { leaveRingScreen } from './ring_chip.js';
import { openSetup } from './setup.js';
import { doctorPart } from './doctor.js';
import { calibratePart } from './calibrate.js';
import { touchPart } from './touch.js';

export function startRingScreen() {
  on('screen ring link', show);
  onSettings(show);
}

const isThere = () => ['connected', 'silent'].includes(state.ring.link);

function show() {
  const note = $('note');
  note.hidden = !isAtRing() || state.ring.board?.kind === 'grid';
  fill(note, [settings.language], () => [icon('eye'), h('span', {}, words().ring.note)]);
  const panel = $('ring');
  panel.hidden = state.screen !== 'ring';
  if (panel.hidden) return;
  const w = words();
  const { link, why, facts, faults, board, calibration, measuring, stroke, touch, refused, restarts, wantsCode, codeRefused, isRodOver } = state.ring;
  fill(panel, [settings.language, link, why, facts && { ...facts, frames: 0, health: 0, unread: 0, next: 0, stored: 0 }, faults, board?.kind, calibration, measuring, stroke, touch, refused, restarts, wantsCode, codeRefused, isRodOver, Boolean(state.now.view), state.link], () => [
    h('header', {}, h('h1', { tabindex: '-1' }, w.ring.screen.title), h('button', { class: 'button chip', type: 'button', data: { key: 'ring-back' }, on: { click: leaveRingScreen } }, icon('close'), w.ring.screen.back)),
    touchPart(w),
    h('div', { class: 'ring-parts' }, isThere() ? [aboutPart(w), doctorPart(w), calibratePart(w), firmwarePart(w)] : [connectPart(w), link === 'unplugged' && firmwarePart(w)]),
  ]);
}

/** A part of the screen with a heading. */
const part = (name, title, ...inside) => h('section', { class: `card part ${name}` }, h('h2', {}, title), inside);

function connectPart(w) {
  const { link, why } = state.ring;
  const r = w.ring;
  const sentence = link === 'unplugged' ? r.unplugged : !canHaveRing() ? r.cannot : why?.taken ? r.taken : why?.text ? r.failed(why.text) : null;
  return part('connect', r.chip[link], sentence && h('p', { class: 'remark' }, sentence), h('p', { class: 'remark' }, r.note),
    canHaveRing() && link !== 'unplugged' && h('div', { class: 'row' }, h('button', { class: 'button main', type: 'button', disabled: link === 'opening', data: { key: 'connect' }, on: { click: connectRing } }, icon('plug'), r.screen.connect)),
    link === 'unplugged' && h('div', { class: 'row' }, h('button', { class: 'button', type: 'button', data: { key: 'disconnect' }, on: { click: leaveRing } }, r.screen.disconnect)));
}

function aboutPart(w) {
  const { facts, wantsCode, codeRefused, link } = state.ring;
  const r = w.ring.screen;
  const isRunning = state.source === 'ring' && state.now.view && !state.over;
  const ask = (label, key, message, name) => h('button', { class: 'button', type: 'button', data: { key }, on: { click: () => tellRing(message) } }, icon(name), label);
  return part('about', facts ? (facts.identity.name ? r.named(facts.identity.name) : r.nameless) : r.loading,
    link === 'silent' && h('p', { class: 'trouble' }, w.ring.silent),
    state.link?.link && h('p', { class: 'trouble', lang: 'en' }, state.link.link),
    facts && h('ul', { class: 'lines' },
      h('li', {}, r.firmware(facts.firmware, facts.protocol)),
      h('li', {}, `${r.storage(facts.storage)}`),
      facts.identity.virtual && h('li', {}, r.simulated),
      facts.crash && h('li', { lang: 'en' }, `${r.crash}: ${facts.crash.sentence}`)),
    wantsCode && codePart(w, codeRefused),
    h('div', { class: 'row' },
      h('button', { class: 'button main', type: 'button', data: { key: 'follow' }, on: { click: () => (state.source === 'ring' ? follow() : showRing()) } }, icon('eye'), r.follow),
      h('button', { class: 'button', type: 'button', data: { key: 'ring-new' }, on: { click: newMatch } }, icon('plus'), w.head.newMatch),
      !isRunning && ask(r.rematch, 'rematch', 'rematch', 'again'),
      isRunning && ask(r.redo, 'redo', { say: 'Redo' }, 'after'),
      isRunning && ask(r.abort, 'abort', { say: 'Abort' }, 'end'),
      h('button', { class: 'button', type: 'button', data: { key: 'disconnect' }, on: { click: leaveRing } }, icon('close'), r.disconnect)));
}

/** Back to the ring's match, which is shown already. */
function follow() {
  state.ring.from = 'play';
  leaveRingScreen();
}

function newMatch() {
  if (state.source !== 'ring') showRing();
  openSetup();
}

/** The table code of the server, without which the page only watches. */
function codePart(w, refused) {
  const c = w.ring.code;
  const input = h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', maxlength: 12, 'aria-label': c.title, data: { key: 'code' } });
  return h('form', { class: 'code', on: { submit: (event) => { event.preventDefault(); giveCode(input.value.trim()); } } },
    h('p', {}, h('b', {}, c.title), ' ', h('span', { class: 'remark' }, c.how)),
    refused && h('p', { class: 'trouble', role: 'alert' }, refused),
    h('div', { class: 'row' }, input, h('button', { class: 'button main', type: 'submit', data: { key: 'send-code' } }, c.send)));
}

function firmwarePart(w) {
  const f = w.ring.firmware;
  return part('firmware', f.title, h('p', { class: 'remark' }, f.how),
    state.ring.restarts ? h('p', { class: 'trouble' }, f.left) : null,
    h('ol', { class: 'numbered' }, f.steps.map((step) => h('li', {}, step))),
    isThere() && h('div', { class: 'row' }, h('button', { class: 'button', type: 'button', data: { key: 'boot' }, on: { click: () => tellRing({ restart: 'boot loader' }) } }, icon('again'), f.restart)));
}
