// The platform and the markers: where they may go, carried or chosen.

import { dockOf, nearestDock, PLATFORM } from '../draw/geometry.js';
import { postAt } from '../draw/furniture.js';
import { aim, camera, touch } from '../scene.js';
import { hand } from '../link.js';
import { phase } from '../phase.js';
import { state } from '../state.js';
import { asksLamps, isWrongPost } from '../lesson.js';

/** Sets the platform or a marker at a post, or takes a marker off it. */
export function place(what, post) {
  if (what === 'dock') {
    dock({ post });
    return;
  }
  if (isWrongPost(what, post, phase().awaited[what])) return;
  hand({ mark: { mark: { post } }, take: { unmark: { post } } }[what]);
}

/** Sets the platform down; where it lies already it is lifted first, so that the ring sees it. */
export function dock(where) {
  const lies = state.platform?.place;
  if (lies && JSON.stringify(lies) === JSON.stringify(where)) hand('lift');
  hand({ dock: where });
}

/** Shows on the board what is awaited where; called when the turn changes. */
export function showAwaited() {
  const { kind, awaited, laid, isYours } = phase();
  if (!isYours || state.table?.kind !== 'ring') {
    aim.awaited = null;
    return;
  }
  const docks = kind === 'dock' ? awaited.dock.map((post) => ({ post })) : [];
  // In the first match the ring's own lamps show where.
  const posts = asksLamps(kind) ? [1, 2, 3, 4].map((post) => ({ post, kind: kind === 'take' ? 'take' : 'mark', isHidden: true })) : kind === 'take' ? awaited.take.map((post) => ({ post, kind: 'take' }))
    : kind === 'mark' || kind === 'opening' ? awaited.mark.map((post) => ({ post, kind: 'mark' })) : [];
  // Until something lies on it the platform may still go elsewhere, if the rules allow.
  const mayMove = kind === 'push' && !laid && state.platform ? awaited.dock.map((post) => ({ post })) : [];
  aim.awaited = { docks, posts, mayMove, push: kind === 'push', anywhere: kind === 'dock' && awaited.anywhere };
  touch();
}

/** True if a point is on the drawn platform. */
export function isOnPlatform(x, y, platform = state.platform) {
  if (!platform?.at) return false;
  const [dx, dy] = platform.in;
  const [ox, oy] = [x - platform.at[0], y - platform.at[1]];
  const out = -(ox * dx + oy * dy);
  const aside = Math.abs(ox * -dy + oy * dx);
  return out > -2 && out < PLATFORM.length && aside < PLATFORM.width / 2;
}

/** What a press at a point would do with platform or markers; null for nothing. */
export function dockingAt(x, y) {
  const wanted = aim.awaited;
  if (!wanted) return null;
  const post = postAt(x, y);
  const marker = wanted.posts.find((one) => one.post === post);
  if (marker) return { do: marker.kind, post };
  const isCarried = wanted.docks.length || wanted.anywhere || wanted.mayMove.length;
  if (isCarried && state.platform && isOnPlatform(x, y)) return { do: 'carry' };
  if (!wanted.docks.length && !wanted.anywhere) return null;
  const wantedDock = wanted.docks.find((one) => isOnPlatform(x, y, dockOf(one)) || one.post === post);
  if (wantedDock) return { do: 'dock', place: wantedDock };
  if (wanted.anywhere && Math.max(Math.abs(x), Math.abs(y)) > 95) return { do: 'dock', place: nearestDock(x, y, true) };
  return null;
}

/** Carries the platform below the pointer; it turns towards the place it would go to. */
export function carry(px, py) {
  const [x, y] = camera.toTable(px, py);
  const wanted = aim.awaited;
  const docks = wanted?.docks.length ? wanted.docks : wanted?.mayMove ?? [];
  const place = docks.length ? nearest(x, y, docks) : nearestDock(x, y, true);
  const dock = dockOf(place);
  const isNear = Math.hypot(dock.at[0] - dock.in[0] * 40 - x, dock.at[1] - dock.in[1] * 40 - y) < 60;
  aim.carriesPlatform = { place, in: dock.in, at: isNear ? dock.at : [x + dock.in[0] * 42, y + dock.in[1] * 42], isGhost: !isNear };
  touch();
}

function nearest(x, y, docks) {
  const away = (place) => {
    const dock = dockOf(place);
    return Math.hypot(dock.at[0] - dock.in[0] * 40 - x, dock.at[1] - dock.in[1] * 40 - y);
  };
  return docks.reduce((best, one) => (away(one) < away(best) ? one : best));
}

/** Sets the carried platform down where it points. */
export function setDown() {
  const { place: where } = aim.carriesPlatform;
  const isMoved = JSON.stringify(where) !== JSON.stringify(state.platform?.place);
  const isWanted = aim.awaited?.docks.length || aim.awaited?.anywhere;
  aim.carriesPlatform = null;
  if (isMoved || isWanted) dock(where);
}
