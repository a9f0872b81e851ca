// What the page knows of the match: filled by the worker's messages, read by all panels.
//
// Nothing is computed here that the ring has not said; panels are told when it changes.

export const state = {
  /** 'setup', 'play', 'ring': a real ring's own screen. */
  screen: 'setup',
  /** Where the match is: 'session' in the page, 'ring' on a real one. */
  source: 'session',
  /**
   * The real ring: `link` is 'cannot', 'none', 'opening', 'connected', 'silent' or
   * 'unplugged'; with it what the ring said of itself, its sensors and its calibration.
   */
  ring: { link: 'none', how: 'serial', why: null, since: 0, facts: null, faults: null, board: null, calibration: null, stroke: null, cards: null, names: [] },
  setup: null,
  seed: 0,
  isReady: false,
  /** True while a recorded match plays and nobody has put a hand in. */
  isReplay: false,
  /** Cards that can be chosen, by game and league. */
  cards: null,
  /** Seat of the person who acted last, and of the one to whom the device goes now. */
  person: null,
  handover: null,
  /** The first match: what is learnt, whether it is over; null outside it. */
  lesson: null,
  about: null,
  table: null,
  now: { view: null, question: null, waiting: [], faults: [] },
  turn: null,
  platform: null,
  offers: [],
  plays: [],
  touch: null,
  over: null,
  /** Lines of the match, oldest first, each with its facts and the fall that it rules on. */
  lines: [],
  /** Falls that the sensors measured, oldest first. */
  falls: [],
  /** Sentence that refused or could not take the last input, and when it came. */
  mistake: null,
  /** Number of the line one looks back at; null: now. */
  lookingAt: null,
  /** Latest poses, lamps and step. */
  poses: null,
  lights: null,
  step: 0,
  panic: null,
};

const listeners = new Map();

/** Calls `listener` after one of these topics changed. */
export function on(topics, listener) {
  for (const topic of topics.split(' ')) {
    if (!listeners.has(topic)) listeners.set(topic, []);
    listeners.get(topic).push(listener);
  }
}

const due = new Set();
/** Announces a change; listeners run once for all changes of one message. */
export function changed(...topics) {
  const isFirst = due.size === 0;
  for (const topic of topics) for (const listener of listeners.get(topic) ?? []) due.add(listener);
  if (isFirst && due.size) {
    queueMicrotask(() => {
      const all = [...due];
      due.clear();
      for (const listener of all) listener();
    });
  }
}

/** Forgets the match: a new one begins. */
export function forget() {
  Object.assign(state, { person: null, handover: null, lines: [], falls: [], over: null, mistake: null, lookingAt: null, touch: null, offers: [], plays: [] });
  changed('lines', 'now', 'over', 'offers', 'plays', 'falls');
}

/** Seconds of the match: simulated ones, or on a real ring those of the clock. */
export const seconds = () => (state.source === 'ring' ? performance.now() / 1000 : state.step * 0.002);

/** True if the match is on a real ring. */
export const isAtRing = () => state.source === 'ring';

/** View of the match: now, or at the line one looks back at. */
export function shownView() {
  if (state.lookingAt == null) return state.now.view;
  return state.lines[state.lookingAt]?.view ?? state.now.view;
}

/** Seats of the shown match: number, side, colour, name and whether its sumo is on the ring. */
export function seats() {
  const view = state.now.view;
  const count = state.setup?.players ?? 2;
  const colours = state.table?.colours ?? [];
  return Array.from({ length: count }, (_, n) => {
    const seat = n + 1;
    const known = view?.seats?.find((one) => one.seat === seat);
    return {
      seat,
      side: known?.side ?? (view?.sides?.length === 2 && count === 4 ? (n % 2) + 1 : seat),
      colour: known?.colour ?? colours[n] ?? ['red', 'blue', 'green', 'yellow'][n],
      sumo: known?.sumo ?? true,
      kind: state.setup?.seats?.[n] ?? 'you',
      name: state.setup?.names?.[n] ?? '',
      face: state.setup?.faces?.[n],
    };
  });
}

/** Seat that acts, as an object of `seats()`, or null. */
export function acting() {
  if (!state.turn) return null;
  return seats().find((one) => one.seat === state.turn.seat) ?? null;
}

/** True if a person at this device acts now, with the table as it is. */
export const isYours = () => Boolean(state.turn?.person) && !state.over && !state.handover && state.lookingAt == null;

/** The table as it is, or as it was when the line was said that one looks back at. */
export const shownTable = () => (state.lookingAt == null ? state : state.lines[state.lookingAt]?.table ?? state);
