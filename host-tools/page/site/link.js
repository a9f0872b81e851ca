// The line to where the match is: the worker in which a session runs, or a real ring.
//
// Both send the same events. What only a session can do, such as a hand, goes nowhere
// while the match is on a real ring.

import { changed, forget, isAtRing, seconds, state } from './state.js';
import { factsOf } from './reading.js';

let worker = null;
let moments = () => {};
/** How to tell a real ring something; null while the match is in the worker. */
let toRing = null;

/** Sends answers and commands to a real ring from now on; null: to the worker again. */
export function useRing(tell) {
  toRing = tell;
}

/** The session in the worker stands still, and is shown no more. */
export const leaveSession = () => worker?.postMessage({ pause: true });

/** Calls `listener` with each news event, for sounds and moments. */
export function onMoment(listener) {
  moments = listener;
}

function post(message) {
  if (!toRing) worker?.postMessage(message);
}

/** Starts the worker, which loads the page's own ring; once. */
export function connect() {
  if (worker) return;
  const inOneFile = globalThis.dohyoParts?.worker;
  worker = inOneFile ? new Worker(inOneFile) : new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (error) => {
    state.panic = error.message || 'worker';
    changed('panic');
  };
}

/** Begins a session; what the ring needs to know of the set-up goes to the worker. */
export function begin(setup, seed, script) {
  toRing = null;
  forget();
  Object.assign(state, { source: 'session', lesson: null, setup, seed, isReplay: Boolean(script), table: null, turn: null, platform: null, poses: null, lights: null, now: { view: null, question: null, waiting: [], faults: [] } });
  const { game, players, seats, league, noise, cards } = setup;
  const told = { game, players, seats, league, noise: noise ?? 'nominal' };
  if (cards?.some(Boolean)) told.cards = cards;
  post(script ? { setup: told, seed, script } : { setup: told, seed });
  changed('screen', 'now', 'turn', 'platform', 'table');
}

export const hand = (input) => {
  state.isReplay = false;
  if (state.mistake) {
    state.mistake = null;
    changed('mistake');
  }
  post({ hand: input });
};
/** Tells a real ring something, or the worker. */
function tellEither(message) {
  if (state.mistake) {
    state.mistake = null;
    changed('mistake');
  }
  if (toRing) toRing(message);
  else post(message);
}
export const answer = (question, choice) => tellEither({ answer: { question, choice } });
export const say = (command) => tellEither({ say: command });
/** Begins the last match on a real ring again. */
export const rematch = () => tellEither('rematch');
export const pause = (isPaused) => post({ pause: isPaused });
export const speed = (factor) => post({ speed: factor });

const waitingFor = { script: [], capture: [] };
/** The session as text that replays it. */
export const script = () => new Promise((resolve) => {
  waitingFor.script.push(resolve);
  post({ script: true });
});
/** Drawing of the readings around a ruling. */
export const capture = (seq) => new Promise((resolve) => {
  waitingFor.capture.push(resolve);
  tellEither({ capture: seq });
});

/** Takes an event of a real ring. */
export const hear = (event, data) => take(event, data);
/** Has an event of the page's own taken as if a ring had sent it. */
export const tell = hear;

function receive(message) {
  if (message.ready) {
    state.isReady = true;
    state.cards = message.ready.cards;
    changed('ready');
  }
  // The session that is not shown has nothing to say.
  if (isAtRing() && !message.panic && !message.ready) return;
  if (message.poses) {
    state.poses = message.poses;
    state.lights = message.lights;
    state.step = message.step;
    changed('frame');
  }
  if (message.news) for (const { event, data } of message.news) take(event, data);
  if (message.mistake) {
    state.mistake = { text: message.mistake, at: performance.now() };
    changed('mistake');
  }
  if (message.script) waitingFor.script.splice(0).forEach((resolve) => resolve(message.script));
  if (message.capture) waitingFor.capture.splice(0).forEach((resolve) => resolve(message.capture));
  if (message.panic) {
    state.panic = message.panic;
    changed('panic');
  }
}

const takers = {
  about: (data) => { state.about = data; },
  table: (data) => { state.table = data; },
  now: (data) => { state.now = data; },
  turn: (data) => {
    handOver(data);
    state.turn = data;
  },
  platform: (data) => { state.platform = data; },
  offers: (data) => { state.offers = data ?? []; },
  plays: (data) => { state.plays = data ?? []; },
  touch: (data) => { state.touch = data; },
  over: (data) => { state.over = data; },
  begin: () => forget(),
  link: (data) => { state.link = data; },
  refused: (data) => { state.mistake = { text: data, at: performance.now() }; changed('mistake'); },
  capture: (data) => waitingFor.capture.splice(0).forEach((resolve) => resolve(data)),
  fell: (data) => {
    const fall = { ...data, seen: seconds(), number: 1 };
    // The place of a fall that was ruled on before it was known.
    const line = data.seq == null ? null : state.lines.find((one) => one.seq === data.seq && one.facts.what === 'fell' && one.facts.edge === data.edge && !one.fall);
    if (data.seq != null && !line) return;
    if (line) belong(fall, line);
    state.falls.push(fall);
    state.falls.sort((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity));
    changed('falls', 'lines');
  },
  said: (data) => {
    const line = { ...data, ...(state.ring.isPast && { heard: -Infinity }), facts: factsOf(data), turn: turnNumber(data), index: state.lines.length, table: { poses: state.poses, lights: state.lights, platform: state.platform } };
    if (line.facts.what === 'fell') {
      const fall = state.falls.findLast((one) => !one.ruled && one.edge === line.facts.edge) ?? null;
      if (fall) belong(fall, line);
    }
    state.lines.push(line);
    changed('lines');
  },
};

/** A fall is the one that a line rules on. */
function belong(fall, line) {
  Object.assign(fall, { ruled: true, key: line.facts.piece, line: line.index });
  line.fall = fall;
}

/** A turn that goes from one person at this device to another: the device goes over first. */
function handOver(turn) {
  const before = state.person;
  if (turn?.person) state.person = turn.seat;
  const people = state.setup?.seats?.filter((kind) => kind === 'you').length ?? 0;
  if (!turn || turn.seat !== state.turn?.seat) state.handover = null;
  if (people > 1 && turn?.person && before && before !== turn.seat && !state.isReplay) state.handover = turn.seat;
}

/** Turn that a line belongs to, counted from the first. */
function turnNumber(line) {
  const last = state.lines.at(-1)?.turn ?? 0;
  return line.kind === 'turn' ? last + 1 : last;
}

function take(event, data) {
  takers[event]?.(data);
  changed(event);
  // What was said before the page came is no moment any more.
  if (!(isAtRing() && state.ring.isPast)) moments(event, data);
}
