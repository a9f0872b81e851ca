// The chip in the head: whether a real ring is there, and the way to it.

import { changed, state } from '../state.js';
import { canHaveRing, connectRing } from '../ring/source.js';

/** Key of the chip's words. */
export const chipKey = () => state.ring.link;

/** Connects, or opens the ring's own screen. */
export async function pressChip() {
  if (state.ring.link === 'opening') return;
  if (state.ring.link === 'none' && canHaveRing()) {
    // Whether it worked the chip says; why not, the ring's screen.
    if (!await connectRing() && state.ring.why) openRing();
    return;
  }
  openRing();
}

/** Opens the ring's own screen. */
export function openRing() {
  state.ring.from = state.screen === 'ring' ? state.ring.from : state.screen;
  state.screen = 'ring';
  changed('screen', 'ring');
}

/** Goes back to where the screen was opened. */
export function leaveRingScreen() {
  state.screen = state.ring.from ?? 'setup';
  changed('screen');
}
