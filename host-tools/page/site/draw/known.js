// A real ring: what it knows, and nothing else. Counts on paper over the clay, and the
// places of falls with the order in which they came.

import { beside } from './geometry.js';
import { radiusOf } from './discs.js';
import { drawPiece } from './pieces.js';
import { text } from './paint.js';
import { CARD_TOKENS } from './insects.js';
import { cardOf, sumoLook } from '../poses.js';

const UPRIGHT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
/** Falls that are shown; older ones are in the list of calls. */
const MOST = 3;

const pixels = (ctx) => ctx.getTransform().a;

/** A piece that lies flat, around a point in drawn mm with y downwards. */
function piece(ctx, key, look, x, y, zoom = 1) {
  const radius = radiusOf(key) * zoom;
  drawPiece(ctx, { key, look, position: [x, -y, 0], basis: UPRIGHT, half: [radius, radius, 5 * zoom] }, pixels(ctx));
}

/** Counts of everything on the ring, on a paper disc: where it lies, only people see. */
export function paintPaper(ctx, view, people, w) {
  ctx.save();
  ctx.beginPath();
  ctx.arc(1, 2.5, 78, 0, 7);
  ctx.fillStyle = 'rgb(58 30 8 / .22)';
  ctx.fill();
  ctx.beginPath();
  ctx.arc(0, 0, 78, 0, 7);
  ctx.fillStyle = 'rgb(255 250 240 / .94)';
  ctx.fill();
  ctx.setLineDash([2, 3]);
  ctx.lineWidth = 0.8;
  ctx.strokeStyle = '#c9a877';
  ctx.beginPath();
  ctx.arc(0, 0, 74, 0, 7);
  ctx.stroke();
  ctx.restore();
  text(ctx, w.onRing, 0, -58, 10, '#6f452a', { weight: 700 });
  text(ctx, w.onlyYou, 0, -48.5, 6, '#6f452a', { weight: 500 });
  row(ctx, standing(view, people), -24, 0.74, 42);
  row(ctx, discs(view), 15, 1, 46, 44);
}

/** Wrestlers that are still on the ring, and the belt. */
function standing(view, people) {
  const all = people.filter((one) => one.sumo !== false).map((one) => ({ key: 'sumo', look: sumoLook(one.seat, people) }));
  return view.belt === 'ring' ? [...all, { key: 'belt', look: {} }] : all;
}

/** Kinds of elements on the ring with their counts, the discs first. */
function discs(view) {
  const counts = new Map(view.ring ?? []);
  const known = ['small', 'medium', 'large'].map((key) => ({ key, look: {}, count: counts.get(key) ?? 0 }));
  const tokens = [...counts].filter(([kind]) => /^\d/.test(kind)).map(([kind, count]) => ({ key: 'token', look: { token: CARD_TOKENS[cardOf(Number(kind[0]))]?.[kind[1] === 'b' ? 1 : 0] ?? 'plain' }, count }));
  return [...known, ...tokens];
}

/** A row of pieces around the middle, with their counts below at `number`. */
function row(ctx, items, y, zoom, pitch, number = null) {
  const wide = Math.min(pitch, 132 / Math.max(1, items.length));
  const scale = items.length > 3 ? zoom * 3.4 / items.length : zoom;
  items.forEach(({ key, look, count }, n) => {
    const x = (n - (items.length - 1) / 2) * wide;
    ctx.globalAlpha = count === 0 ? 0.4 : 1;
    // All stand on one line.
    piece(ctx, key, look, x, number == null ? y : y + (20 - radiusOf(key)) * scale, scale);
    if (number != null) text(ctx, String(count), x, number, 17, '#3a2412');
    ctx.globalAlpha = 1;
  });
}

/** Where the last falls were, and their order; the last one with what fell, if it was ruled. */
export function drawKnownFalls(ctx, falls, scale) {
  const first = Math.max(0, falls.length - MOST);
  falls.slice(first).forEach((fall, n) => drawKnownFall(ctx, fall, { isLast: first + n === falls.length - 1, scale }));
}

function drawKnownFall(ctx, { edge, along, width, key, number }, { isLast, scale }) {
  if (along == null) return;
  const wide = key && radiusOf(key) ? 2 * radiusOf(key) : width || 24;
  const [ax, ay] = beside(edge, along - wide / 2);
  const [bx, by] = beside(edge, along + wide / 2);
  ctx.save();
  ctx.lineCap = 'round';
  for (const [thick, colour] of [[isLast ? 6 : 5, 'rgb(40 20 0 / .4)'], [isLast ? 4.5 : 3.4, isLast ? '#fff6e3' : '#f5d9a8']]) {
    ctx.lineWidth = thick;
    ctx.strokeStyle = colour;
    ctx.beginPath();
    ctx.moveTo(ax, -ay);
    ctx.lineTo(bx, -by);
    ctx.stroke();
  }
  const [cx, cy] = beside(edge, along, 23);
  if (isLast && key) {
    const radius = radiusOf(key);
    const look = key === 'token' ? { token: 'plain' } : {};
    if (key !== 'sumo') drawPiece(ctx, { key, look, position: [cx, cy, 0], basis: UPRIGHT, half: [radius, radius, 5] }, scale);
  } else {
    ctx.beginPath();
    ctx.arc(cx, -cy, wide / 2, 0, 7);
    ctx.fillStyle = 'rgb(255 246 227 / .16)';
    ctx.fill();
    ctx.setLineDash([3.4, 2.6]);
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = '#f5d9a8';
    ctx.stroke();
    ctx.setLineDash([]);
    if (!key) text(ctx, '?', cx, -cy, Math.min(20, wide * 0.6), '#fffdf4');
  }
  const [nx, ny] = [cx + wide * 0.33, -cy - wide * 0.36];
  ctx.beginPath();
  ctx.arc(nx, ny, 6.5, 0, 7);
  ctx.fillStyle = '#fffaf0';
  ctx.fill();
  ctx.lineWidth = 1;
  ctx.strokeStyle = '#3a2012';
  ctx.stroke();
  text(ctx, String(number), nx, ny + 0.3, 8.5, '#3a2012');
  ctx.restore();
}
