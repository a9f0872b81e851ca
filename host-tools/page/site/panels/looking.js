// Looking back: the counts and the table as they were when an earlier line was said.

import { changed, state } from '../state.js';

/** Shows the match as it stood after a line. */
export function lookAt(index) {
  state.lookingAt = Math.max(0, Math.min(state.lines.length - 1, index));
  changed('looking');
}

/** Kinds of lines at which something stood on the table that is worth a look. */
const STOPS = new Set(['ruling', 'question', 'answer']);

/** One ruling back (-1) or on (1); past the newest one is now. */
export function lookBy(steps) {
  const stops = state.lines.filter((line) => STOPS.has(line.kind)).map((line) => line.index);
  const to = steps < 0 ? stops.findLast((index) => index < (state.lookingAt ?? state.lines.length)) : stops.find((index) => index > (state.lookingAt ?? state.lines.length));
  if (to != null) lookAt(to);
  else if (steps > 0) lookAway();
}

export function lookAway() {
  state.lookingAt = null;
  changed('looking');
}
