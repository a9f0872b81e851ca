// The call while the match is on a real ring: hands do it there, so it says what, and not
// where to press.

import { state } from '../state.js';
import { told } from '../words/index.js';
import { mode } from '../settings.js';

/** What is called now on a real ring. */
export function atRing(w, { kind, awaited }, name) {
  const r = w.ring.call;
  const first = told(state.now.waiting?.[0]?.text);
  if (state.offers.some((one) => one.kind === 'table')) return { title: r.right, how: capital(first.replace(/^[^:]*: ?/, '')) };
  switch (kind) {
    case 'dock': return { title: w.call.dock(name), how: awaited.dock.length ? [r.dock(r.posts(awaited.dock)), owed(r)].filter(Boolean).join(' ') : r.anywhere };
    case 'opening': return { title: w.call.opening(name), how: r.mark(r.posts(awaited.mark)) };
    case 'mark': return { title: w.call.mark(name), how: r.mark(r.posts(awaited.mark)) };
    case 'take': return { title: w.call.take(name), how: r.take(r.posts(awaited.take)) };
    case 'push': return { title: w.call.push(name), how: r.push };
    case 'settle': return { title: w.call.settle, how: w.call.settleHow };
    case 'end': return { title: w.call.end(name), how: r.end };
    case 'move': return { title: w.call.move(name), how: r.move };
    default: return { title: name ? w.call.their(name) : w.call.wait, how: capital(first) };
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Posts at which whoever acts has no marker yet, and so owes one: not if that is all four. */
function owed(r) {
  const side = state.now.view?.sides?.find((one) => one.acts);
  if (!side || !state.now.view.posts) return null;
  const free = [1, 2, 3, 4].filter((post) => !side.markers.includes(post));
  return free.length && free.length < 4 ? r.owed(r.posts(free)) : null;
}

/** What is called while no match is on the ring, or the page has not heard of one yet. */
export function idleAtRing(w, base) {
  const r = w.ring.call;
  if (!state.ring.facts) return { ...base, title: r.waiting, how: '' };
  return { ...base, over: w.ring.screen.title, title: r.idle, how: r.idleHow, isIdle: mode === 'table' };
}

/** Sentence about a line that does not stand, or null. */
export function ringStrip(w) {
  const { link, since, wantsCode } = state.ring;
  if (wantsCode) return w.ring.code.how;
  // A ring that speaks another version says which.
  if (link === 'connected' && state.link?.link) return state.link.link;
  if (link !== 'silent' && link !== 'unplugged') return null;
  // Tens of seconds are exact enough, and change less often.
  const seconds = Math.floor((performance.now() - since) / 10_000) * 10;
  return `${w.ring[link]} ${seconds ? w.ring.age(seconds) : ''}`.trim();
}
