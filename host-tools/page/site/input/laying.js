// A piece from the rack: dragged onto the platform, or chosen by a key.

import { WOODS } from '../draw/discs.js';
import { pieceIcon } from '../draw/pieces.js';
import { aim, camera, touch } from '../scene.js';
import { keyOf } from '../poses.js';
import { hand } from '../link.js';
import { phase } from '../phase.js';
import { state } from '../state.js';
import { $ } from '../dom.js';
import { stockOf } from '../panels/players.js';
import { isOnPlatform } from './docking.js';

/** Most that a piece may lie aside of the spot, unless the ring says so. */
const ROOM = 8;

/** Puts a piece onto the platform, on the spot where it is seen. */
export function choose(kind) {
  const { kind: stage, isYours, laid } = phase();
  if (!isYours || stage !== 'push' || laid || !countOf(kind)) return false;
  aim.hint = null;
  state.hasLaid = true;
  hand({ lay: { piece: kind } });
  return true;
}

/** Puts the n-th kind of the rack onto the platform. */
export function chooseNumber(number) {
  const item = ownStock()[number - 1];
  return item ? choose(item.kind) : false;
}

function ownStock() {
  const side = state.now.view?.sides?.find((one) => one.acts);
  return side ? stockOf(side, state.turn?.seat ?? 1) : [];
}

const countOf = (kind) => ownStock().find((one) => one.kind === kind)?.count ?? 0;

/** Look of a kind in the rack: "small", or a token such as "1a". */
const lookOf = (kind) => (WOODS[kind] ? { key: kind, look: {} } : keyOf(10 + (Number(kind[0]) - 1) * 2 + (kind[1] === 'b' ? 1 : 0)));

/** Takes a piece out of the rack: it follows the pointer until it is let go. */
export function pickUp(kind, px, py) {
  const { isYours, kind: stage, laid } = phase();
  if (!isYours || stage !== 'push' || laid || !countOf(kind)) return false;
  const { key, look } = lookOf(kind);
  const radius = WOODS[key]?.radius ?? 12;
  const size = Math.round((2 * radius + 6) * camera.scale);
  const icon = pieceIcon(key, look, size);
  const held = $('held');
  held.width = icon.width;
  held.height = icon.height;
  held.getContext('2d').drawImage(icon, 0, 0);
  held.style.width = `${size}px`;
  held.style.height = `${size}px`;
  held.hidden = false;
  aim.held = { kind, key, radius, size };
  aim.hint = null;
  state.hasLaid = true;
  carryPiece(px, py);
  return true;
}

/** Moves the held piece; near the spot it snaps there. */
export function carryPiece(px, py, onBoard) {
  const { size, radius } = aim.held;
  const held = $('held');
  held.style.transform = `translate(${px - size / 2}px, ${py - size / 2}px)`;
  const at = onBoard ? spotBelow(...onBoard) : null;
  aim.snap = at ? { at, radius } : null;
  held.style.opacity = at ? '.75' : '1';
  touch();
}

/** Place on the platform for a piece let go at a point: the spot, a little aside at most. */
function spotBelow([x, y]) {
  const platform = state.platform;
  if (!platform?.spot || !isOnPlatform(x, y)) return null;
  const [dx, dy] = platform.in;
  const aside = (x - platform.spot[0]) * -dy + (y - platform.spot[1]) * dx;
  const room = platform.room ?? ROOM;
  const near = Math.abs(aside) < 4 ? 0 : Math.max(-room, Math.min(room, aside));
  return [platform.spot[0] - dy * near, platform.spot[1] + dx * near];
}

/** Lets the piece go: onto the platform, or back into the rack. */
export function letGo(isTap) {
  const { kind } = aim.held;
  const at = aim.snap?.at;
  dropHeld();
  if (at) hand({ lay: { piece: kind, at: at.map((one) => Math.round(one * 10) / 10) } });
  else if (isTap) choose(kind);
}

/** Forgets the held piece: it is back in the rack. */
export function dropHeld() {
  $('held').hidden = true;
  aim.held = null;
  aim.snap = null;
  touch();
}
