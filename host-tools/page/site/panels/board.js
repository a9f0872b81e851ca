// The board for those who cannot see it: one image with one sentence.

import { $ } from '../dom.js';
import { isAtRing, on, state } from '../state.js';
import { onSettings } from '../settings.js';
import { told, words } from '../words/index.js';

export function startBoard() {
  on('now table screen', show);
  onSettings(show);
}

function show() {
  const { view } = state.now;
  const w = words();
  const board = $('board');
  board.setAttribute('role', state.table?.kind === 'grid' ? 'application' : 'img');
  const parts = [told(view?.summary)];
  if (view?.kind === 'kabuto') parts.push(view.platform?.post ? w.board.platform(view.platform.post) : w.board.noPlatform);
  if (isAtRing() && view?.kind === 'kabuto') parts.push(w.ring.note);
  const sentence = w.board.label(parts.filter(Boolean).join('. '));
  if (board.getAttribute('aria-label') !== sentence) board.setAttribute('aria-label', sentence);
  board.setAttribute('aria-description', isAtRing() ? '' : w.board.keys);
}
