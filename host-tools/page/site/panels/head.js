// The head: brand, what is played, language, sound, theme.

import { $, fill, h, icon } from '../dom.js';
import { isDark, onSettings, set, settings } from '../settings.js';
import { isAtRing, on, state } from '../state.js';
import { script } from '../link.js';
import { replayLink } from '../replay.js';
import { words } from '../words/index.js';
import { openSetup } from './setup.js';
import { chipKey, pressChip } from './ring_chip.js';

const SOUNDS = ['off', 'sounds', 'both'];
let isCopied = false;

export function startHead() {
  on('screen lines turn over ring', show);
  onSettings(show);
  show();
}

function show() {
  const w = words();
  const turn = state.lines.at(-1)?.turn;
  const isGrid = state.table?.kind === 'grid';
  fill($('head'), [settings.language, settings.sound, isDark(), state.screen, state.setup?.game, turn, isCopied, isAtRing(), state.ring.link], () => [
    h('button', { class: 'brand', type: 'button', 'aria-label': w.head.home, data: { key: 'brand' }, on: { click: openSetup } }, h('img', { src: 'icon.svg', alt: '', width: 32, height: 32 }), 'Dohyo'),
    state.screen === 'play' && h('p', { class: 'what' }, h('b', {}, w.games[state.setup.game]), turn ? ` · ${isGrid ? w.move(turn) : w.turn(turn)}` : ''),
    h('span', { class: 'grow' }),
    h('button', { class: `button chip ring-chip ${state.ring.link}`, type: 'button', data: { key: 'ring' }, on: { click: pressChip } }, state.ring.link === 'connected' ? h('i', { class: 'dot', 'aria-hidden': 'true' }) : icon('plug'), h('span', { class: 'chip-word' }, w.ring.chip[chipKey()])),
    state.screen === 'play' && !isAtRing() && h('button', { class: 'button chip', type: 'button', data: { key: 'share' }, on: { click: share } }, icon(isCopied ? 'check' : 'link'), h('span', { class: 'chip-word' }, isCopied ? w.head.copied : w.head.share)),
    state.screen === 'play' && h('button', { class: 'button chip', type: 'button', data: { key: 'new' }, on: { click: openSetup } }, icon('plus'), h('span', { class: 'chip-word' }, w.head.newMatch)),
    h('div', { class: 'tools' },
      h('button', { class: 'tool', type: 'button', lang: settings.language === 'fr' ? 'en' : 'fr', 'aria-label': w.head.language, title: w.otherName, data: { key: 'language' }, on: { click: () => set({ language: settings.language === 'fr' ? 'en' : 'fr' }) } }, w.other),
      h('button', { class: 'tool', type: 'button', 'aria-label': w.head.sound[settings.sound], title: w.head.sound[settings.sound], data: { key: 'sound' }, on: { click: () => set({ sound: SOUNDS[(SOUNDS.indexOf(settings.sound) + 1) % 3] }) } }, icon({ off: 'mute', sounds: 'sound', both: 'voice' }[settings.sound])),
      h('button', { class: 'tool', type: 'button', 'aria-label': w.head.theme, title: w.head.theme, data: { key: 'theme' }, on: { click: () => set({ theme: isDark() ? 'light' : 'dark' }) } }, icon(isDark() ? 'sun' : 'moon'))),
  ]);
}

/** Copies a link that replays the match up to now. */
export async function share() {
  const link = await replayLink(await script());
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    location.hash = new URL(link).hash;
  }
  isCopied = true;
  show();
  setTimeout(() => { isCopied = false; show(); }, 2400);
}
