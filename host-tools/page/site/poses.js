// Poses of the worker as pieces: 12 numbers each become a key, a look and a place.

import { axes } from './draw/geometry.js';
import { CARD_TOKENS, FACES } from './draw/insects.js';
import { seats, state } from './state.js';

const STRIDE = 12;
const DISCS = ['small', 'medium', 'large'];
const PLATFORM = 90;

/** Pieces of the latest poses: `bodies` that are drawn by height, `markers`, `platform`, `thumb`. */
export function piecesOf(poses) {
  const all = { bodies: [], markers: [], platform: false, hands: [] };
  if (!poses) return all;
  const people = seats();
  for (let at = 0; at + STRIDE <= poses.length; at += STRIDE) {
    const [id, kind, hx, hy, hz, x, y, z, qx, qy, qz, qw] = poses.subarray(at, at + STRIDE);
    const piece = { id, kind, half: [hx, hy, hz], position: [x, y, z] };
    if (kind === PLATFORM) all.platform = true;
    else if (kind > PLATFORM) all.hands.push(piece);
    else if (kind >= 60) all.markers.push({ ...piece, look: markerLook(kind - 60, people) });
    else all.bodies.push({ ...piece, ...keyOf(kind, people), basis: axes(qx, qy, qz, qw) });
  }
  all.bodies.sort((a, b) => a.position[2] - b.position[2] || b.position[1] - a.position[1]);
  return all;
}

function markerLook(colourIndex, people) {
  const colour = state.table?.colours?.[colourIndex] ?? people[colourIndex]?.colour ?? 'red';
  return { colour, seat: people.find((one) => one.colour === colour)?.seat ?? 1 };
}

/** Key and look of a kind of piece, as the painters know them. */
export function keyOf(kind, people = seats()) {
  if (kind < 3) return { key: DISCS[kind], look: NO_LOOK };
  if (kind < 20) return { key: 'token', look: { token: tokenName(kind - 10) } };
  if (kind < 30) return { key: 'sumo', look: sumoLook(kind - 19, people) };
  if (kind === 30) return { key: 'belt', look: NO_LOOK };
  if (kind < 50) return { key: 'stone', look: stoneLook(kind - 39) };
  return { key: 'tile', look: { colour: kind > 52 ? 'black' : 'white', force: 1 + (kind - 50) % 3 } };
}

const NO_LOOK = {};
/** Tints of the marbles of sides one to four. */
const STONES = ['black', 'white', 'red', 'blue'];
const TINTS = { black: '#2b2b33', red: '#a83a22', blue: '#1d5d96' };

export function stoneLook(side) {
  const colour = STONES[side - 1] ?? 'black';
  return { colour, tint: TINTS[colour] };
}

/** Name of a seat's token: that of its card, by the number of the kind. */
function tokenName(index) {
  return CARD_TOKENS[cardOf((index >> 1) + 1)]?.[index & 1] ?? 'plain';
}

/** Wrestler of a seat, in its colour. */
export function sumoLook(seat, people = seats()) {
  const one = people.find((it) => it.seat === seat);
  return { seat, colour: one?.colour ?? 'red', face: faceOf(seat, people) };
}

/** Picture of a seat: its card's wrestler, or one of our choice without cards. */
export function faceOf(seat, people = seats()) {
  const card = cardOf(seat);
  return card ?? people.find((it) => it.seat === seat)?.face ?? FACES[(seat - 1) % FACES.length];
}

/** Name of a seat's card, or null. */
export function cardOf(seat) {
  const player = state.now.view?.sides?.flatMap((side) => side.players ?? []).find((one) => one.seat === seat);
  const name = player?.name?.en?.replace(/, [^,]*$/, '');
  return !name || /player \d/i.test(name) ? null : name;
}

/** Element that lies on the platform, or null. */
export function laidOn(bodies, platform) {
  if (!platform?.at) return null;
  const [px, py] = platform.at;
  const [dx, dy] = platform.in;
  return bodies.find(({ position: [x, y, z], half }) => {
    const out = -((x - px) * dx + (y - py) * dy);
    const aside = Math.abs((x - px) * -dy + (y - py) * dx);
    return out > half[0] * 0.35 && out < 110 && aside < 30 && z > -3;
  }) ?? null;
}
