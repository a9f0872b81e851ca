// Starts the page: panels, input, the worker; and reads what the address asks for.

import { $ } from './dom.js';
import { applySettings, mode, onSettings } from './settings.js';
import { changed, isAtRing, on, state } from './state.js';
import { begin, connect } from './link.js';
import { replayInAddress } from './replay.js';
import { repaint, startScene } from './scene.js';
import { startBoard } from './panels/board.js';
import { startCall } from './panels/call.js';
import { startCalls } from './panels/calls.js';
import { startDock } from './panels/dock.js';
import { startHead } from './panels/head.js';
import { startPlayers } from './panels/players.js';
import { startRacks } from './panels/racks.js';
import { startRingScreen } from './panels/ring_screen.js';
import { startRing } from './ring/source.js';
import { setupOf, startSetup } from './panels/setup.js';
import { startWhy } from './panels/why.js';
import { words } from './words/index.js';
import { startCells } from './input/cells.js';
import { startKeys } from './input/keys.js';
import { startPointer } from './input/pointer.js';
import { hushIfOff, startMoments } from './moments.js';
import { beginLesson, startLesson } from './lesson.js';

applySettings();
for (const start of [startSetup, startHead, startBoard, startCall, startPlayers, startRacks, startCalls, startDock, startWhy, startRingScreen, startScene, startCells, startPointer, startKeys, startMoments, startLesson]) start();
onSettings(() => {
  repaint();
  hushIfOff();
});
on('looking', () => $('play').classList.toggle('looking', state.lookingAt != null));
on('screen ring', () => {
  $('play').classList.toggle('at-ring', isAtRing());
  $('stage').classList.toggle('stale', isAtRing() && ['silent', 'unplugged'].includes(state.ring.link));
});
on('screen', () => {
  $('play').hidden = state.screen !== 'play' || !$('why').hidden;
  document.title = state.screen === 'play' ? 'Dohyo · match' : 'Dohyo';
});
// Who only follows a real ring loads no other one.
let [isStarted, isOpened] = [false, false];
state.ring.wanted = mode !== 'table';
startRing().then((isThere) => {
  isStarted = true;
  if (isThere) isOpened = true;
  else connect();
});
on('screen', () => { if (isStarted && state.screen === 'setup') connect(); });
// From a disk there is nothing to keep: the page is one file.
if (location.protocol !== 'file:') navigator.serviceWorker?.register('offline.js').catch(() => {});
on('ready', openWhatIsAsked);
changed('screen');

/** A match in the address is played; a room screen without one shows simulated players. */
async function openWhatIsAsked() {
  if (isOpened) return;
  isOpened = true;
  const replay = await replayInAddress();
  if (replay) {
    state.screen = 'play';
    begin({ ...replay.setup, names: replay.setup.names ?? [] }, replay.seed, replay.text);
  } else if (new URLSearchParams(location.search).has('learn')) {
    beginLesson(words().setup.names.slice(0, 2));
  } else if (mode !== 'table') {
    state.screen = 'play';
    const seed = Number(new URLSearchParams(location.search).get('seed')) || 1;
    begin(setupOf({ game: 'ss', players: 2, seats: ['greedy', 'careful'], names: ['', ''], league: 'junior', noise: 'nominal' }), seed);
  } else return;
  changed('screen');
}
