// Looking back: the counts of an earlier line; the table itself stays as it is.

import { changed, state } from '../state.js';

/** Shows the match as it stood after a line. */
export function lookAt(index) {
  state.lookingAt = Math.max(0, Math.min(state.lines.length - 1, index));
  changed('looking');
}

/** One line back (-1) or on (1); past the newest line is now. */
export function lookBy(steps) {
  const from = state.lookingAt ?? state.lines.length;
  const to = from + steps;
  if (to >= state.lines.length) lookAway();
  else if (state.lines.length) lookAt(to);
}

export function lookAway() {
  state.lookingAt = null;
  changed('looking');
}
