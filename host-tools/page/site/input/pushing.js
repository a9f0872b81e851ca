// The push: a thumb that follows pointer or keys behind the piece on the platform.

import { aim, touch } from '../scene.js';
import { hand } from '../link.js';
import { phase } from '../phase.js';
import { changed, isYours, state } from '../state.js';

/** Gap between thumb and piece before the push, mm; speed of a push by key, mm/s. */
const GAP = 2;
const KEY_SPEED = 130;
/** Farthest that a push by key goes beyond the ring's edge: the thumb stops at it. */
const KEY_REACH = 0;

/** Starts to push with the pointer at a point of the table; false if nothing lies there. */
export function pressAt(x, y) {
  const { laid, kind } = phase();
  if (!isYours() || kind !== 'push' || !laid || !state.platform) return false;
  const [lx, ly] = laid.position;
  const [dx, dy] = state.platform.in;
  const ahead = (x - lx) * dx + (y - ly) * dy;
  const aside = Math.abs((x - lx) * -dy + (y - ly) * dx);
  const isOnPiece = Math.hypot(x - lx, y - ly) < laid.half[0] + 6;
  const isBehind = ahead < 0 && ahead > -90 && aside < 30;
  if (!isOnPiece && !isBehind) return false;
  const back = laid.half[0] + GAP;
  const start = isOnPiece || ahead > -back ? [lx - dx * back, ly - dy * back] : [lx + dx * ahead, ly + dy * ahead];
  aim.thumb = { start, from: [x, y], at: start };
  aim.hint = null;
  hand({ down: round(start) });
  changed('turn');
  touch();
  return true;
}

const round = (point) => point.map((one) => Math.round(one * 10) / 10);

/** The pointer moves: the thumb moves by as much. */
export function dragTo(x, y) {
  const { start, from } = aim.thumb;
  aim.thumb.at = [start[0] + x - from[0], start[1] + y - from[1]];
  hand({ move: round(aim.thumb.at) });
}

/** The thumb is lifted. */
export function release() {
  if (!aim.thumb) return;
  cancelAnimationFrame(aim.thumb.timer);
  aim.thumb = null;
  hand('up');
  changed('turn');
}

/** Shifts the aim of a push by keys to a side: the thumb will come down there. */
export function aimBy(mm) {
  const { laid } = phase();
  if (!laid) return;
  const shift = Math.max(-6, Math.min(6, (aim.shift ?? 0) + mm));
  aim.shift = shift;
  showArrow(laid);
}

/** Shows where a push by keys would begin. */
export function showArrow(laid) {
  if (!laid || !state.platform) {
    aim.arrow = null;
    return;
  }
  const [dx, dy] = state.platform.in;
  const shift = aim.shift ?? 0;
  const [x, y] = laid.position;
  aim.arrow = { from: [x - dy * shift + dx * laid.half[0], y + dx * shift + dy * laid.half[0]], length: 34 };
  touch();
}

/** Begins a push by keys: it goes on until `release`, or until the thumb is at the edge. */
export function pushByKey(isWhole = false) {
  const { laid, kind } = phase();
  if (!isYours() || kind !== 'push' || !laid || aim.thumb || !state.platform) return false;
  const [dx, dy] = state.platform.in;
  const shift = aim.shift ?? 0;
  const back = laid.half[0] + GAP;
  const [lx, ly] = laid.position;
  const start = [lx - dx * back - dy * shift, ly - dy * back + dx * shift];
  const [ex, ey] = state.platform.at;
  const way = (ex - start[0]) * dx + (ey - start[1]) * dy + KEY_REACH;
  aim.thumb = { start, from: start, at: start, isKey: true };
  aim.arrow = null;
  aim.shift = 0;
  hand({ down: round(start) });
  let begun = null;
  const go = (now) => {
    if (!aim.thumb?.isKey) return;
    begun ??= now;
    const gone = Math.min(way, (now - begun) / 1000 * KEY_SPEED);
    dragTo(start[0] + dx * gone, start[1] + dy * gone);
    if (gone < way) aim.thumb.timer = requestAnimationFrame(go);
    else setTimeout(release, 160);
  };
  aim.thumb.timer = requestAnimationFrame(go);
  aim.thumb.isWhole = isWhole;
  changed('turn');
  return true;
}

/** A whole straight push, for a button and for the space bar. */
export const pushByItself = () => pushByKey(true);

/** Takes the piece off the platform again. */
export function takeOff() {
  const { laid } = phase();
  if (laid && !aim.thumb) hand({ take: laid.id });
}
