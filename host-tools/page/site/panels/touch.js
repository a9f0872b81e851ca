// What the ring answered on its own screen: that a touch is awaited, or why it refused.

import { h, icon } from '../dom.js';
import { state } from '../state.js';
import { told } from '../words/index.js';

/** A strip that is there while somebody has to touch the ring, or once it has refused. */
export function touchPart(w) {
  const { touch, refused } = state.ring;
  if (touch) return h('p', { class: 'trouble asks', role: 'alert' }, icon('ask'), h('b', {}, w.call.touch), ' ', touch.hold ? w.ring.call.hold : w.ring.call.confirm);
  return refused ? h('p', { class: 'trouble', role: 'alert' }, icon('ask'), told(refused)) : null;
}
