// The picture of the table: two canvases, of which only the upper one is drawn each frame.

import { Camera, OUT, POSTS, dockOf, homeSide, lampPlaces, beside } from './draw/geometry.js';
import { paintRing } from './draw/ring.js';
import { drawMarker, drawPlatform, paintPosts } from './draw/furniture.js';
import { drawLamps, paintSockets } from './draw/lamps.js';
import { drawPiece, drawShadows, forgetSprites } from './draw/pieces.js';
import { drawAim, drawAwaited, drawDock, drawFall, drawHalo, drawPetals, drawQuestionMark, drawTrail } from './draw/marks.js';
import { drawCarried, drawCells, drawLitCells, gridPlaces, paintGrid } from './draw/grid.js';
import { rounded, sign, text } from './draw/paint.js';
import { laidOn, piecesOf } from './poses.js';
import { acting, isAtRing, isYours, on, seats, seconds, shownTable, shownView, state } from './state.js';
import { nameOf, words } from './words/index.js';
import { drawKnownFalls, paintPaper } from './draw/known.js';
import { markersOf } from './ring/match.js';
import { $ } from './dom.js';
import { isCalm, mode, settings } from './settings.js';

export const camera = new Camera();
/** What input shows on the board; see `input/`. */
export const aim = { held: null, snap: null, carriesPlatform: null, thumb: null, arrow: null, hint: null, awaited: null, cells: null, carried: null };
/** Pieces of the last drawn frame. */
export let pieces = piecesOf(null);

let [base, top] = [null, null];
let density = 1;
let isStale = true;
let isPainted = false;
let wonAt = null;
let shownFrame = null;

export function startScene() {
  [base, top] = [$('base'), $('top')];
  new ResizeObserver(() => { isPainted = false; }).observe($('stage'));
  on('frame now platform falls lines over turn table looking', () => { isStale = true; });
  on('turn table now screen falls looking', repaintIfChanged);
  document.fonts?.ready.then(() => { forgetSprites(); isPainted = false; });
  requestAnimationFrame(draw);
}

let paintedFor = '';
function repaintIfChanged() {
  const what = JSON.stringify([state.table?.kind, state.table?.names?.length, seats().map((one) => [one.colour, nameOf(one.seat)]), askedPlace(), isAtRing() && [shownView()?.ring, shownView()?.seats, shownView()?.belt, settings.language]]);
  if (what !== paintedFor) isPainted = false;
  paintedFor = what;
}

/** Paints the board anew at the next frame: sizes or names have changed. */
export const repaint = () => { isPainted = false; };
/** Draws the next frame although nothing came from the worker. */
export const touch = () => { isStale = true; };

/** Lays out canvases and board in the stage, and paints what does not move. */
function paint() {
  const stage = $('stage').getBoundingClientRect();
  if (!stage.width) return false;
  const isNarrow = matchMedia('(max-width: 900px)').matches;
  const isGrid = state.table?.kind === 'grid';
  density = Math.min(2.5, window.devicePixelRatio || 1);
  // What lies in the racks of a real ring one sees on the table; the players' counts tell it.
  const rackWidth = isNarrow || mode !== 'table' || isAtRing() ? 0 : 142;
  const [overX, overY] = isNarrow ? [0, 20] : [26, 26];
  const place = isNarrow && state.now.question ? closeUp(stage) : placeBoard(stage, rackWidth, isNarrow);
  camera.scale = place.scale;
  camera.x = place.x + overX;
  camera.y = place.y + overY;
  for (const canvas of [base, top]) {
    canvas.width = Math.round((stage.width + 2 * overX) * density);
    canvas.height = Math.round((stage.height + 2 * overY) * density);
    canvas.style.width = `${stage.width + 2 * overX}px`;
    canvas.style.height = `${stage.height + 2 * overY}px`;
    canvas.style.left = `${-overX}px`;
    canvas.style.top = `${-overY}px`;
  }
  const board = $('board').style;
  const reach = OUT * place.scale;
  [board.left, board.top, board.width, board.height] = [place.x - reach - 20 * place.scale, place.y - reach - 14 * place.scale, 2 * reach + 40 * place.scale, 2 * reach + 36 * place.scale].map((value) => `${value}px`);
  const racks = $('racks').style;
  if (isNarrow) racks.cssText = '';
  else {
    [racks.left, racks.width, racks.top, racks.height] = [place.x + reach + 28, rackWidth, Math.max(0, place.y - reach), Math.min(stage.height, 2 * reach + 20)].map((value) => `${value}px`);
  }
  $('stage').style.setProperty('--mm', `${place.scale}px`);
  const ctx = base.getContext('2d');
  ctx.clearRect(0, 0, base.width, base.height);
  toMillimetres(ctx);
  if (isGrid) paintGrid(ctx, state.table);
  else if (state.table) {
    paintRing(ctx, { hasBlossom: state.setup?.game !== 'ks' });
    paintSockets(ctx, lampCount());
    if (state.now.view?.posts ?? state.setup?.game !== 'ks') paintPosts(ctx);
    if (isAtRing() && shownView()?.kind === 'kabuto') paintPaper(ctx, shownView(), seats(), words().ring);
    paintPlates(ctx);
  }
  $('stage').dispatchEvent(new Event('laid-out'));
  return true;
}

/** On a phone a question shows the place it is about, as wide as the window. */
function closeUp(stage) {
  const [x, y] = askedPlace() ?? [0, 0];
  const scale = stage.width / 190;
  const clamp = (value, reach) => Math.max(-OUT - 12 + reach, Math.min(OUT + 12 - reach, value));
  const [cx, cy] = [clamp(x, 95), clamp(-y, stage.height / scale / 2)];
  return { scale, x: stage.width / 2 - cx * scale, y: stage.height / 2 - cy * scale };
}

/** Place that the ring's question is about: the fall, or where something was pushed. */
function askedPlace() {
  const { question } = state.now;
  if (!question || state.table?.kind === 'grid') return null;
  const fall = state.falls.findLast((one) => !one.ruled);
  if (fall && /fall|fell/i.test(question.text.en)) return beside(fall.edge, fall.along ?? 100, 20);
  if (!state.platform?.at || !/push/i.test(question.text.en)) return null;
  return [0, 1].map((axis) => state.platform.at[axis] + state.platform.in[axis] * 14);
}

function placeBoard(stage, rackWidth, isNarrow) {
  if (isNarrow) {
    const scale = Math.min(stage.width / (2 * OUT + 5), stage.height / (2 * OUT + 26));
    return { scale, x: stage.width / 2, y: (OUT + 2) * scale };
  }
  const scale = Math.min((stage.width - (rackWidth && rackWidth + 40)) / (2 * OUT + 4), stage.height / (2 * OUT + 30));
  const used = 2 * OUT * scale + (rackWidth && rackWidth + 28);
  const spare = Math.max(0, stage.width - used - (rackWidth && 12));
  return { scale, x: OUT * scale + (rackWidth && 12) + spare / 2, y: Math.max((OUT + 3) * scale, stage.height / 2 - 10 * scale) };
}

const lampCount = () => (state.lights ? state.lights.length / 3 : state.about?.places?.length ?? 64);

function toMillimetres(ctx) {
  ctx.setTransform(camera.scale * density, 0, 0, camera.scale * density, camera.x * density, camera.y * density);
}

/** Name plates on the frame, each at its player's side. */
function paintPlates(ctx) {
  const people = seats();
  for (const { seat, colour } of people) {
    const side = homeSide(seat, people.length);
    const name = nameOf(seat);
    ctx.save();
    const [x, y] = [[-8, -OUT + 6.4], [OUT - 6.4, 0], [-22, OUT - 6.4], [-OUT + 6.4, 0]][side];
    ctx.translate(x, y);
    if (side % 2) ctx.rotate(side === 1 ? Math.PI / 2 : -Math.PI / 2);
    ctx.font = '700 8px "Zen Maru Gothic", ui-rounded, system-ui, sans-serif';
    const wide = Math.min(70, ctx.measureText(name).width) + 24;
    rounded(ctx, -wide / 2, -5.6, wide, 11.2, 5.6);
    ctx.fillStyle = '#2f1a0d';
    ctx.fill();
    ctx.lineWidth = 0.5;
    ctx.strokeStyle = 'rgb(255 222 170 / .35)';
    ctx.stroke();
    sign(ctx, seat, colour, -wide / 2 + 7.4, 0, 3.9);
    text(ctx, name, 5, 0.5, 8, '#ffeccb', { weight: 700 });
    ctx.restore();
  }
}

function draw() {
  requestAnimationFrame(draw);
  if (state.screen !== 'play' || document.hidden) return;
  if (!isPainted) {
    isPainted = paint();
    isStale = true;
    if (!isPainted) return;
  }
  const { poses } = shownTable();
  const isNew = poses !== shownFrame;
  if (!isNew && !isStale && !isMoving()) return;
  isStale = false;
  if (isNew) pieces = piecesOf(poses);
  shownFrame = poses;
  const ctx = top.getContext('2d');
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.clearRect(0, 0, top.width, top.height);
  toMillimetres(ctx);
  if (state.table?.kind === 'grid') drawGrid(ctx);
  else drawRing(ctx);
  if (state.over && !isCalm()) {
    wonAt ??= performance.now();
    ctx.setTransform(density, 0, 0, density, 0, 0);
    drawPetals(ctx, (performance.now() - wonAt) / 1000, top.width / density, top.height / density);
  } else wonAt = null;
}

/** True while something on the page itself moves, without news from the worker. */
const isMoving = () => Boolean(state.over || aim.held || aim.carriesPlatform || aim.hint || aim.awaited || state.now.question) && !isCalm();

function drawRing(ctx) {
  const time = isCalm() ? 0.4 : performance.now() / 1000;
  const swell = isCalm() ? 0.7 : 0.5 - 0.5 * Math.cos(time * 3.2);
  const colour = acting()?.colour ?? 'red';
  const { lights, platform } = shownTable();
  drawLamps(ctx, lights, lampPlaces(lampCount()));
  const isDown = ({ position }) => position[2] < -3;
  for (const piece of pieces.bodies) if (isDown(piece)) drawPiece(ctx, piece, camera.scale * density);
  if (isAtRing()) drawKnownFalls(ctx, shownFalls(), camera.scale * density);
  else drawFalls(ctx);
  for (const place of aim.awaited?.docks ?? []) drawDock(ctx, dockOf(place), colour, swell, JSON.stringify(place) === JSON.stringify(aim.carriesPlatform?.place));
  const laid = laidOn(pieces.bodies, platform);
  if (platform) {
    const wantsDisc = isYours() && aim.awaited?.push && !laid;
    drawPlatform(ctx, platform, { spot: wantsDisc ? platform.spot : null });
  }
  const up = pieces.bodies.filter((piece) => !isDown(piece));
  drawShadows(ctx, up);
  for (const piece of up) drawPiece(ctx, piece, camera.scale * density);
  for (const marker of isAtRing() ? markersOf(shownView(), seats()) : pieces.markers) drawMarker(ctx, marker);
  for (const { post, kind } of aim.awaited?.posts.filter((one) => !one.isHidden) ?? []) drawAwaited(ctx, POSTS[post - 1], kind, colour, swell);
  if (aim.carriesPlatform) drawPlatform(ctx, aim.carriesPlatform, { isGhost: aim.carriesPlatform.isGhost });
  if (aim.snap) drawHalo(ctx, aim.snap.at[0], -aim.snap.at[1], aim.snap.radius + 3, { isDashed: true, turn: time * 8 });
  if (laid && isYours() && !aim.thumb && aim.awaited?.push) drawHalo(ctx, laid.position[0], -laid.position[1] - 4, laid.half[0] + 3.5);
  if (aim.arrow && state.platform) drawAim(ctx, aim.arrow.from, state.platform.in, aim.arrow.length, colour);
  if (aim.hint) drawHint(ctx, time);
  drawAsked(ctx, time);
}

/** Ghost disc on a dotted path from the rack to the platform, until the first push. */
function drawHint(ctx, time) {
  const { from, to, key } = aim.hint;
  const [fx, fy] = camera.toTable(...from);
  drawTrail(ctx, [fx, -fy], [to[0], -to[1]], isCalm() ? 0 : -time * 14);
  const share = isCalm() ? 0.6 : (time * 0.45) % 1;
  const at = [fx + (to[0] - fx) * share, fy + (to[1] - fy) * share];
  ctx.globalAlpha = 0.82;
  drawPiece(ctx, { key, look: {}, position: [at[0], at[1], 6], basis: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], half: aim.hint.half }, camera.scale * density);
  ctx.globalAlpha = 1;
}

/** Places of this turn's falls; those of the turn before are dashed. */
function drawFalls(ctx) {
  const turn = state.lines[state.lookingAt ?? state.lines.length - 1]?.turn ?? 0;
  const now = seconds();
  for (const fall of state.falls) {
    const ruledIn = fall.line == null ? turn : state.lines[fall.line]?.turn ?? turn;
    if (turn - ruledIn > 1 || ruledIn > turn) continue;
    drawFall(ctx, { ...fall, isOld: ruledIn < turn, age: now - fall.seen });
  }
}

/** Falls of a real ring up to the line one looks at, oldest first. */
function shownFalls() {
  const last = state.lookingAt ?? Infinity;
  const shown = state.falls.filter((fall) => (fall.line == null ? state.lookingAt == null : fall.line <= last));
  // Of a match that the page joined late, the places of early falls may be gone: they count.
  const ruled = state.lines.filter((line) => line.facts.what === 'fell').map((line) => line.index);
  let next = ruled.length;
  return shown.map((fall) => ({ ...fall, number: fall.line == null ? (next += 1) : ruled.indexOf(fall.line) + 1 }));
}

function drawAsked(ctx, time) {
  const place = askedPlace();
  if (place) drawQuestionMark(ctx, place, time * 10);
}

function drawGrid(ctx) {
  const places = gridPlaces(state.table);
  const { lights } = shownTable();
  drawLamps(ctx, lights, places, { radius: 2.2, reach: 15 });
  const drawn = pieces.bodies.map((piece) => ({ ...piece, ...scaled(piece, places.zoom) }));
  drawShadows(ctx, drawn);
  for (const piece of drawn) drawPiece(ctx, piece, camera.scale * density);
  drawLitCells(ctx, lights, places);
  drawCarried(ctx, aim.carried, places);
  drawCells(ctx, aim.cells, state.table);
}

/** Drawn half height of a piece on a grid board, mm: its full one would hide its neighbour. */
const LOW = 4;

/** A grid board is drawn larger than the ring, so that its cells are as big as fingers. */
function scaled({ position: [x, y, z], half }, zoom) {
  return { position: [x * zoom, y * zoom, Math.max(LOW, (z - half[2]) * zoom + LOW)], half: [half[0] * zoom, half[1] * zoom, LOW] };
}
