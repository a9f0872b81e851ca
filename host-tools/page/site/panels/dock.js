// Four buttons for thumbs at the bottom of a phone.

import { $, fill, h, icon } from '../dom.js';
import { on, isAtRing, isYours, state } from '../state.js';
import { onSettings, settings } from '../settings.js';
import { words } from '../words/index.js';
import { endTurn } from '../input/keys.js';
import { openLatestWhy } from './why.js';
import { takeBack } from './calls.js';

export function startDock() {
  on('offers lines turn now over screen', show);
  onSettings(show);
}

function show() {
  const w = words();
  const mayDeclare = isYours() || isAtRing();
  const specials = mayDeclare && state.offers.some((one) => one.kind === 'special');
  const canEnd = mayDeclare && state.offers.some((one) => one.kind === 'end');
  const hasWhy = state.lines.some((line) => line.ground);
  const canUndo = state.lines.length > 0 && !state.now.question;
  fill($('dock'), [settings.language, specials, canEnd, hasWhy, canUndo], () => [
    h('button', { type: 'button', class: specials ? 'on' : '', disabled: !specials, data: { key: 'dock-special' }, on: { click: () => { $('call').scrollIntoView({ block: 'start' }); $('call').querySelector('.offer')?.focus(); } } }, icon('star'), w.dock.special),
    h('button', { type: 'button', disabled: !canUndo, data: { key: 'dock-back' }, on: { click: takeBack } }, icon('undo'), w.dock.back),
    h('button', { type: 'button', disabled: !hasWhy, data: { key: 'dock-why' }, on: { click: openLatestWhy } }, icon('eye'), w.dock.why),
    h('button', { type: 'button', class: canEnd ? 'on' : '', disabled: !canEnd, data: { key: 'dock-end' }, on: { click: endTurn } }, icon('end'), w.dock.end),
  ]);
  $('dock').setAttribute('aria-label', w.dock.special);
}
