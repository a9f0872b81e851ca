// A real ring as the source of a match: who has the port, how the line stands, and what
// the ring says. The protocol is in WebAssembly; the bytes pass through here.

import { changed, forget, state } from '../state.js';
import { hear, leaveSession, tell, useRing } from '../link.js';
import { set, settings } from '../settings.js';
import { loadLine } from './line.js';
import { canSerial, choosePort, knownPorts, onPlugged, openSerial } from './serial.js';
import { isHubOffered, openHub, showCode } from './hub.js';
import { atMatch, setupFromView, tableFromView } from './match.js';

/** Milliseconds of silence after which the ring is asked whether it is there. */
const ASKED_AFTER = 4000;
/** Milliseconds of silence after which the page says so. */
const SILENT_AFTER = 11_000;
/** Milliseconds between two looks for a port that was unplugged. */
const LOOK = 1000;

/** Events that are about the match, and none of the page's while it shows another. */
const OF_MATCH = new Set(['about', 'table', 'begin', 'said', 'now', 'turn', 'offers', 'over', 'fell', 'touch', 'refused', 'capture', 'match', 'link', 'present']);

let line = null;
let transport = null;
let port = null;
let heardAt = 0;
let askedAt = 0;
/** Whatever is written waits for what was written before. */
let written = Promise.resolve();

/** Looks what this browser can, and takes a ring that it may have. */
export async function startRing() {
  state.ring.link = canSerial() ? 'none' : 'cannot';
  changed('ring');
  onPlugged(comeBack);
  setInterval(watch, LOOK);
  const [known] = await knownPorts();
  const isHub = !known && await isHubOffered();
  if (isHub) {
    state.ring.link = 'none';
    state.ring.how = 'hub';
    changed('ring');
  }
  if (!isHub && !known) return false;
  // A match in the address comes first.
  const isAskedElse = /^#m=/.test(location.hash) || new URLSearchParams(location.search).has('learn');
  if (isAskedElse || (!settings.isAtRing && state.ring.wanted !== true)) return false;
  return join(known ?? null);
}

/** True if a ring can be had here at all. */
export const canHaveRing = () => canSerial() || state.ring.how === 'hub';

/** Connects to a ring that the reader chooses; true if it is there. */
export async function connectRing() {
  if (state.ring.link === 'connected') return true;
  if (state.ring.how === 'hub') return join(null);
  try {
    const [known] = await knownPorts();
    const chosen = known ?? await choosePort();
    return chosen ? await join(chosen) : false;
  } catch (error) {
    fail(error);
    return false;
  }
}

/** Opens the line and shows the ring's match. */
async function join(chosen) {
  port = chosen;
  // Another ring, perhaps: nothing is known of it.
  line?.free();
  line = null;
  if (!await open()) return false;
  turnToRing();
  set({ isAtRing: true });
  state.screen = 'play';
  changed('screen');
  return true;
}

function standing(link, why = null) {
  Object.assign(state.ring, { link, why, since: performance.now() });
  changed('ring');
}

function fail(error) {
  // Chromium says InvalidStateError for a port of its own tab, NetworkError for another's.
  const isTaken = ['InvalidStateError', 'NetworkError'].includes(error.name);
  standing('none', isTaken ? { taken: true } : { text: error.message || String(error) });
}

async function open() {
  standing('opening');
  try {
    const { Line, cards } = await loadLine();
    state.ring.cards = cards;
    line ??= new Line();
    transport = port ? await openSerial(port, heard, gone) : await openHub(heard, gone, barred);
  } catch (error) {
    transport = null;
    fail(error);
    return false;
  }
  heardAt = performance.now();
  askedAt = heardAt;
  line.open();
  flush();
  return true;
}

function heard(bytes) {
  heardAt = performance.now();
  if (state.ring.link !== 'connected') standing('connected');
  line.receive(bytes);
  flush();
}

/** Sends what the line has to say, and takes its news. */
function flush() {
  const bytes = line.outgoing();
  const to = transport;
  if (bytes.length && to) written = written.then(() => to.write(bytes)).catch(() => {});
  const text = line.news();
  if (text) for (const news of text.split('\n')) take(JSON.parse(news));
}

/** The port has gone, or the server. */
function gone() {
  transport = null;
  line.lost();
  flush();
  standing('unplugged');
}

/** The server wants the table code before it lets anything through that changes a match. */
function barred() {
  if (state.ring.wantsCode) return;
  Object.assign(state.ring, { wantsCode: true, from: state.screen });
  state.screen = 'ring';
  changed('ring', 'screen');
}

/** Shows the table code; what was asked before must be asked again. */
export async function giveCode(code) {
  const why = await showCode(code);
  state.ring.wantsCode = Boolean(why);
  state.ring.codeRefused = why;
  changed('ring');
  return !why;
}

/** Takes the ring again when it is there again. */
async function comeBack() {
  // One that was shown last, and was not there when the page was opened.
  if (state.ring.link === 'none' && settings.isAtRing && !state.ring.why && state.screen === 'setup') {
    const [known] = await knownPorts();
    if (known && state.ring.link === 'none') await join(known);
    return;
  }
  if (state.ring.link !== 'unplugged') return;
  if (port) {
    const [known] = await knownPorts();
    if (!known) return;
    port = known;
  }
  if (state.ring.link === 'unplugged' && !await open()) standing('unplugged', state.ring.why);
}

/** Asks a ring that has been silent whether it is there. */
function watch() {
  if (state.ring.link === 'unplugged') comeBack();
  if (!transport) return;
  const now = performance.now();
  if (now - heardAt > SILENT_AFTER && state.ring.link === 'connected') standing('silent');
  else if (state.ring.link === 'silent' || (state.ring.link === 'opening' && now - state.ring.since > SILENT_AFTER)) {
    if (state.ring.link === 'opening') standing('silent');
    else changed('ring');
  }
  if (Math.min(now - heardAt, now - askedAt) > ASKED_AFTER) {
    askedAt = now;
    input('info');
  }
}

/** Gives the line an input; a sentence if it makes no sense. */
function input(message) {
  try {
    line.input(JSON.stringify(message));
  } catch (error) {
    return error.message;
  }
  flush();
  return null;
}

/** Asks the ring for something; what makes no sense, or cannot be said now, is a mistake. */
export function tellRing(message) {
  if (!transport) {
    tell('refused', { key: 'notConnected' });
    return false;
  }
  const why = input(message);
  if (why) tell('refused', { en: why, fr: why });
  return !why;
}

function take({ event, data }) {
  takers[event]?.(data);
  if (OF_MATCH.has(event) && state.source !== 'ring') return;
  if (event === 'match') atMatch(data);
  hear(event, data);
  if (event === 'now') {
    setupFromView(data.view);
    tableFromView(data.view);
  }
}

const takers = {
  present: () => { state.ring.isPast = false; },
  ring: (data) => { state.ring.facts = data; changed('ring'); },
  doctor: (data) => { state.ring.faults = data; changed('ring'); },
  table: (data) => { state.ring.board = data; changed('ring'); },
  calibration: (data) => {
    const { ring } = state;
    ring.measuring = Math.max(0, (ring.measuring ?? 0) - 1);
    ring.calibration = data;
    changed('ring');
  },
  stroke: (data) => { state.ring.stroke = data; changed('ring'); },
  touch: (data) => { state.ring.touch = data; changed('ring'); },
  refused: (data) => { Object.assign(state.ring, { refused: data, measuring: 0 }); changed('ring'); },
  restarts: () => { state.ring.restarts = true; changed('ring'); },
};

/** The page is for the ring's match from now on. */
function turnToRing() {
  leaveSession();
  forget();
  Object.assign(state, { source: 'ring', lesson: null, table: state.ring.board ?? null, turn: null, platform: null, poses: null, lights: null, setup: null, now: { view: null, question: null, waiting: [], faults: [] } });
  setupFromView(null);
  state.ring.isPast = true;
  useRing(tellRing);
  changed('now', 'turn', 'platform', 'table', 'ring');
}

/** The page is for its own ring again. */
function turnToSession() {
  leaveSession();
  state.source = 'session';
  useRing(null);
  changed('ring');
}

/** Shows the match of the ring that is connected, from its first line. */
export function showRing() {
  turnToRing();
  state.screen = 'play';
  changed('screen');
  input('tell');
}

/** Gives the port back, and the page to its own ring. */
export async function leaveRing() {
  const to = transport;
  transport = null;
  port = null;
  standing('none');
  set({ isAtRing: false });
  Object.assign(state.ring, { facts: null, faults: null, calibration: null, stroke: null });
  await to?.end();
  if (state.source === 'ring') {
    turnToSession();
    state.screen = 'setup';
    changed('screen');
  }
}
