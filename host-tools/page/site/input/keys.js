// Keys: 1 to 5 choose or answer, arrows aim and push, W why, Z take back, E end the turn.

import { $ } from '../dom.js';
import { on, isYours, state } from '../state.js';
import { say } from '../link.js';
import { phase } from '../phase.js';
import { answerByNumber } from '../panels/question.js';
import { takeDevice } from '../panels/call.js';
import { takeBack } from '../panels/calls.js';
import { closeWhy, isWhyOpen, openLatestWhy } from '../panels/why.js';
import { lookAway, lookBy } from '../panels/looking.js';
import { place } from './docking.js';
import { chooseNumber } from './laying.js';
import { aimBy, pushByItself, pushByKey, release, showArrow } from './pushing.js';
import { moveFocus, pressFocused } from './cells.js';
import { aim } from '../scene.js';
import { asksLamps } from '../lesson.js';

const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function startKeys() {
  window.addEventListener('keydown', down);
  window.addEventListener('keyup', up);
  window.addEventListener('blur', release);
  on('frame', () => {
    const { laid, kind, isYours: mine } = phase();
    if (!mine || kind !== 'push' || !laid || aim.thumb) aim.arrow = null;
    else if (usesKeys && !aim.arrow) showArrow(laid);
  });
}

let usesKeys = false;

function down(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || state.screen !== 'play') return;
  const isTyping = event.target.closest?.('input, select, textarea');
  if (isTyping) return;
  if (isWhyOpen()) {
    if (event.key === 'Escape') closeWhy();
    return;
  }
  if (handle(event)) {
    usesKeys = true;
    event.preventDefault();
  }
}

function handle(event) {
  const { key } = event;
  if (state.handover && (key === ' ' || key === 'Enter') && !event.target.closest?.('button, a')) return takeDevice();
  if (/^[1-5]$/.test(key)) return number(Number(key));
  if (ARROWS[key]) return arrow(event);
  const onButton = event.target.closest?.('button, a, [role=button]');
  if (key === ' ' && !onButton) return state.table?.kind === 'grid' ? pressFocused() : event.repeat || pushByItself();
  if (key === 'Enter' && event.target === $('board')) return state.table?.kind === 'grid' ? pressFocused() : pushByItself();
  switch (key.toLowerCase()) {
    case 'w': return openLatestWhy();
    case 'z': takeBack(); return true;
    case 'e': return endTurn();
    case 'escape': if (state.lookingAt == null) return false; lookAway(); return true;
    default: return false;
  }
}

/** Ends the turn, if the rules leave that to the player. */
export function endTurn() {
  const offer = state.offers.find((one) => one.kind === 'end');
  if (offer) say(offer.say);
  return Boolean(offer);
}

function number(n) {
  if (state.now.question) return answerByNumber(n);
  const { kind, awaited, isYours: mine } = phase();
  if (!mine) return false;
  const [what, posts] = { dock: ['dock', awaited.dock], mark: ['mark', awaited.mark], opening: ['mark', awaited.mark], take: ['take', awaited.take] }[kind] ?? [];
  if (what) {
    if (posts.includes(n) || asksLamps(kind)) place(what, n);
    return true;
  }
  return kind === 'push' && chooseNumber(n);
}

/** The arrow that points where the push goes pushes; those across it aim. */
function arrow(event) {
  const direction = ARROWS[event.key];
  if (event.shiftKey) {
    if (direction[0]) lookBy(direction[0]);
    return Boolean(direction[0]);
  }
  if (state.table?.kind === 'grid') return moveFocus(direction);
  if (!isYours() || !state.platform) return false;
  const { laid, kind } = phase();
  if (kind !== 'push' || !laid) return false;
  const [dx, dy] = state.platform.in;
  const along = direction[0] * dx + direction[1] * dy;
  if (along > 0) {
    if (!event.repeat) pushByKey();
  } else if (along === 0) aimBy((direction[0] * -dy + direction[1] * dx) * 2);
  return true;
}

function up(event) {
  if (ARROWS[event.key] && aim.thumb?.isKey && !aim.thumb.isWhole) release();
}
