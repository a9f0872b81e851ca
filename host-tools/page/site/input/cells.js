// Grid boards: choose the pieces of a play one by one, then where they go.

import { cellAt, gridPlaces } from '../draw/grid.js';
import { aim, pieces, touch } from '../scene.js';
import { hand } from '../link.js';
import { isYours, on, state } from '../state.js';

let chosen = [];
let focus = null;
/** Piece below the pointer: its cell, whether it was chosen before, whether a hand lifts it. */
let drag = null;

export function startCells() {
  on('plays turn over table', () => { chosen = []; show(); });
}

/** Plays that still fit what is chosen: every chosen cell moves in them. */
const fitting = () => state.plays.filter(({ slide }) => chosen.every((cell) => slide.some(([from]) => from === cell)));

/** Own pieces are those that some play begins with. */
const movable = () => new Set(state.plays.flatMap(({ slide }) => slide.map(([from]) => from)));

function show() {
  if (state.table?.kind !== 'grid') {
    aim.cells = null;
    return;
  }
  const plays = isYours() ? fitting() : [];
  aim.cells = { movable: isYours() && !chosen.length ? [...movable()] : [], chosen, targets: chosen.length ? [...new Set(plays.flatMap(targets))] : [], focus };
  touch();
}

/** Cells onto which chosen pieces go in a play, but for those they leave. */
function targets({ slide }) {
  const leaves = new Set(slide.map(([from]) => from));
  return slide.filter(([from, to]) => to != null && (chosen.includes(from)) && (!leaves.has(to) || !chosen.includes(to))).map(([, to]) => to);
}

/** A press on a cell: chooses a piece, or plays onto it. True if it may become a drag. */
export function pressCell(x, y) {
  const cell = cellAt(state.table, x, y);
  if (cell < 0) return false;
  const wasChosen = chosen.includes(cell);
  if (!wasChosen) press(cell);
  drag = chosen.includes(cell) ? { cell, wasChosen, isLifted: false } : null;
  return drag != null;
}

/**
 * The pointer drags: one piece is lifted by a hand, so that the ring sees it leave its
 * cell; several slide together once they are let go.
 */
export function dragCell(x, y) {
  if (!drag) return;
  if (!aim.carried && chosen.length === 1) {
    drag.isLifted = true;
    hand({ grab: drag.cell });
  }
  aim.carried = { cells: chosen, from: drag.cell, at: [x, y], isLifted: drag.isLifted };
  if (drag.isLifted) hand({ move: real(x, y) });
  touch();
}

/** A point of the drawn board as one of the real board. */
function real(x, y) {
  const { zoom } = gridPlaces(state.table);
  return [x, y].map((length) => Math.round(length / zoom * 10) / 10);
}

/** The pointer lets go at a point, or not at all: then everything is as before. */
export function dropCell(at) {
  const { cell, wasChosen, isLifted } = drag ?? {};
  const isDrag = aim.carried != null;
  const to = at && isDrag ? cellAt(state.table, at.x, at.y) : -1;
  drag = null;
  aim.carried = null;
  if (!isDrag) {
    if (wasChosen) press(cell);
  } else if (isLifted) {
    // A cell that is taken would be refused: the piece goes back where it was.
    const isFree = to >= 0 && !isTaken(to);
    hand({ drop: isFree ? to : cell });
    chosen = [];
  } else if (to >= 0 && to !== cell && fitting().some((play) => targets(play).includes(to))) press(to);
  show();
}

/** True if a piece lies on a cell, as drawn. */
function isTaken(cell) {
  const [cx, cy] = gridPlaces(state.table)[cell];
  const { zoom, radius } = gridPlaces(state.table);
  return pieces.bodies.some(({ position: [x, y, z], half }) => z - half[2] < 2 && Math.hypot(x * zoom - cx, -y * zoom - cy) < radius * 0.5);
}

function press(cell) {
  const plays = fitting();
  const isTarget = chosen.length && !chosen.includes(cell) && plays.some((play) => targets(play).includes(cell));
  // With a neighbour of one's own chosen, a press on it means "this one too", unless only a play leads there.
  const isOwn = state.plays.some(({ slide }) => slide[0][0] === cell) || movable().has(cell);
  const wider = [...chosen, cell];
  const canWiden = isOwn && state.plays.some(({ slide }) => wider.every((one) => slide.some(([from]) => from === one)));
  if (isTarget && !(canWiden && isMine(cell))) {
    const exact = plays.filter((play) => targets(play).includes(cell));
    const best = exact.reduce((few, one) => (one.slide.length < few.slide.length ? one : few));
    hand({ slide: best.slide });
    chosen = [];
  } else if (chosen.includes(cell)) chosen = chosen.filter((one) => one !== cell);
  else if (canWiden) chosen = wider;
  else chosen = isOwn ? [cell] : [];
  show();
}

/** True if the piece on a cell belongs to who acts. */
function isMine(cell) {
  const view = state.now.view;
  const piece = view?.cells?.[cell];
  const first = chosen.length ? view?.cells?.[chosen[0]] : null;
  return piece && first && (piece.colour ?? piece) === (first.colour ?? first);
}

/** Moves the keyboard's cell into a direction. */
export function moveFocus([dx, dy]) {
  const { cells } = state.table;
  if (focus == null) focus = [...movable()][0] ?? 0;
  else {
    const [x, y] = cells[focus];
    let best = null;
    cells.forEach(([cx, cy], n) => {
      const [ox, oy] = [cx - x, cy - y];
      const ahead = ox * dx + oy * dy;
      const aside = Math.abs(ox * dy) + Math.abs(oy * dx);
      if (ahead > 1 && (best == null || ahead + 2.2 * aside < best.cost)) best = { n, cost: ahead + 2.2 * aside };
    });
    if (best) focus = best.n;
  }
  show();
  return true;
}

/** Presses the keyboard's cell. */
export function pressFocused() {
  if (focus != null) press(focus);
  return true;
}
