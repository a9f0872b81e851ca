// A match on a real ring as the panels know matches: who plays what, and what lies where,
// as far as the ring has said it.

import { dockOf, POSTS } from '../draw/geometry.js';
import { changed, state } from '../state.js';
import { keepNames, namesOf } from './names.js';

/** Names that were given to a match that has not begun yet. */
let given = null;

/** Gives names to the match that is being set up. */
export const giveNames = (names) => { given = names; };

/** A match is known: it gets its names. */
export function atMatch(match) {
  if (given) {
    keepNames(match, given);
    given = null;
  }
  state.ring.names = namesOf(match);
  if (state.setup) state.setup.names = state.ring.names;
}

/** Game and players of the match on the ring. */
export function setupFromView(view) {
  const game = gameOf(view);
  state.setup = { game, players: playersOf(view), seats: [], names: state.ring.names ?? [], league: 'full' };
}

function gameOf(view) {
  if (view?.kind === 'abalone' || view?.kind === 'sumoo') return view.kind;
  return view && !view.posts ? 'ks' : 'ss';
}

const playersOf = (view) => view?.seats?.length ?? view?.sides?.length ?? 2;

/** Platform and pieces, as far as the ring knows where they are. */
export function tableFromView(view) {
  const place = view?.platform ?? null;
  const before = state.platform?.place ?? null;
  if (JSON.stringify(place) !== JSON.stringify(before)) {
    state.platform = place ? { ...dockOf(place), place } : null;
    changed('platform');
  }
  state.poses = view?.cells ? cellPoses(view) : null;
  changed('frame');
}

const MARBLES = ['black', 'white', 'red', 'green'];
/** Half sizes of a drawn piece of a grid board, by the radius of its cell. */
const WIDE = 0.82;
const TALL = 4;

/** Pieces of a grid board lie where its sensors feel them: 12 numbers each. */
function cellPoses({ kind, cells }) {
  const { table } = state;
  if (table?.kind !== 'grid') return null;
  const numbers = [];
  cells.forEach((piece, cell) => {
    if (!piece) return;
    const [x, y] = table.cells[cell];
    const which = kind === 'abalone' ? 40 + Math.max(0, MARBLES.indexOf(piece)) : tile(piece);
    numbers.push(cell, which, table.radius * WIDE, table.radius * WIDE, TALL, x, y, TALL, 0, 0, 0, 1);
  });
  return Float32Array.from(numbers);
}

/** Kind of a token, by colour and force. */
const tile = ({ colour, name }) => 50 + (/black/i.test(colour) ? 3 : 0) + Number(name[0]) - 1;

/** Markers on the posts, as drawn pieces: each seat has a slot of its own. */
export function markersOf(view, seats) {
  const offsets = [[-1, 1], [1, 1], [1, -1], [-1, -1]];
  return (view?.sides ?? []).flatMap((side) => (side.markers ?? []).map((post) => {
    const one = seats.find((it) => it.side === side.side);
    const [dx, dy] = offsets[(one?.seat ?? 1) - 1];
    const [x, y] = POSTS[post - 1];
    return { position: [x + dx * 10, y + dy * 10, 4], look: { colour: one?.colour ?? 'red', seat: one?.seat ?? 1 } };
  }));
}
