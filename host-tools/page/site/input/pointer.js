// Mouse, finger and pen: what a press means where it begins, until it ends.

import { $ } from '../dom.js';
import { aim, camera, touch } from '../scene.js';
import { on, state, isYours } from '../state.js';
import { carry, dock, dockingAt, place, setDown, showAwaited } from './docking.js';
import { carryPiece, dropHeld, letGo, pickUp } from './laying.js';
import { dragTo, pressAt, release } from './pushing.js';
import { dragCell, dropCell, pressCell } from './cells.js';
import { takeDevice } from '../panels/call.js';
import { phase } from '../phase.js';
import { showHint } from './hint.js';

/** What the one pointer that counts is doing: 'piece', 'platform', 'push', 'cell', or null. */
let doing = null;
let pointer = null;
let began = [0, 0];
/** Farther than this it is a drag, in CSS pixels. */
const TAP = 7;

export function startPointer() {
  const stage = $('stage');
  $('board').addEventListener('pointerdown', press);
  stage.addEventListener('pointerdown', pressRack);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', cancel);
  stage.addEventListener('contextmenu', (event) => event.preventDefault());
  on('turn now platform over frame', () => { showAwaited(); showHint(); cursor(); });
}

/** Pixel in the stage, and the point of the table below it. */
function where(event) {
  const box = $('stage').getBoundingClientRect();
  const canvas = $('top').getBoundingClientRect();
  const px = event.clientX - canvas.left;
  const py = event.clientY - canvas.top;
  return { px, py, x: camera.toTable(px, py)[0], y: camera.toTable(px, py)[1], box };
}

function take(event, what) {
  doing = what;
  pointer = event.pointerId;
  began = [event.clientX, event.clientY];
  event.preventDefault();
}

function press(event) {
  if (!doing && event.button === 0 && takeDevice()) return;
  if (doing || event.button > 0 || !isYours()) return;
  const { px, py, x, y } = where(event);
  if (state.table?.kind === 'grid') {
    if (pressCell(x, y)) take(event, 'cell');
    return;
  }
  const docking = dockingAt(x, y);
  if (docking?.do === 'carry') {
    take(event, 'platform');
    carry(px, py);
  } else if (docking?.do === 'dock') dock(docking.place);
  else if (docking) place(docking.do, docking.post);
  else if (pressAt(x, y)) take(event, 'push');
}

function pressRack(event) {
  const slot = event.target.closest?.('button.slot');
  if (!slot || doing || event.button > 0) return;
  if (pickUp(slot.dataset.piece, event.clientX, event.clientY)) {
    take(event, 'piece');
    slot.classList.add('held-from');
  }
}

function move(event) {
  if (event.pointerId !== pointer || !doing) return;
  const { px, py, x, y } = where(event);
  if (doing === 'piece') carryPiece(event.clientX, event.clientY, [[x, y]]);
  else if (doing === 'platform') carry(px, py);
  else if (doing === 'cell') {
    if (Math.hypot(event.clientX - began[0], event.clientY - began[1]) >= TAP) dragCell(x, y);
  }
  else {
    // Browsers gather moves between frames: the thumb needs only the latest.
    dragTo(x, y);
  }
}

function end(event) {
  if (event.pointerId !== pointer || !doing) return;
  const isTap = Math.hypot(event.clientX - began[0], event.clientY - began[1]) < TAP;
  const was = doing;
  doing = null;
  pointer = null;
  document.querySelector('.held-from')?.classList.remove('held-from');
  if (was === 'piece') letGo(isTap);
  else if (was === 'cell') dropCell(where(event));
  else if (was === 'platform') {
    if (isTap) setWhereItLies();
    else setDown();
  } else release();
  touch();
}

/** A tap on the platform sets it down again where it lies, if it may lie there. */
function setWhereItLies() {
  aim.carriesPlatform = null;
  const lies = state.platform?.place;
  const wanted = aim.awaited;
  if (lies && (wanted?.anywhere || wanted?.docks.some((one) => one.post === lies.post))) dock(lies);
}

function cancel(event) {
  if (event.pointerId !== pointer || !doing) return;
  const was = doing;
  doing = null;
  pointer = null;
  document.querySelector('.held-from')?.classList.remove('held-from');
  if (was === 'piece') dropHeld();
  else if (was === 'cell') dropCell(null);
  else if (was === 'platform') aim.carriesPlatform = null;
  else release();
  touch();
}

function cursor() {
  const { laid, kind, isYours: mine } = phase();
  $('board').classList.toggle('can-grab', mine && ((kind === 'push' && Boolean(laid)) || kind === 'dock'));
  $('board').classList.toggle('grabs', doing === 'push' || doing === 'platform');
}
