// Grid boards: hexagonal and square, their cells, and what may move.

import { RING, GUTTER } from './geometry.js';
import { lampColour } from './lamps.js';
import { darker, gradient, grain, text } from './paint.js';
import { pixels } from './ring.js';

const cache = new WeakMap();

/** Drawn centres of the cells (y downwards), and how much larger than real they are. */
export function gridPlaces(table) {
  let found = cache.get(table);
  if (!found) {
    const reach = Math.max(...table.cells.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y)))) + table.radius;
    const zoom = (RING + GUTTER - 12) / reach;
    found = table.cells.map(([x, y]) => [x * zoom, -y * zoom]);
    found.zoom = zoom;
    found.radius = table.radius * zoom;
    cache.set(table, found);
  }
  return found;
}

/** Cell at a point in drawn mm (y upwards), or -1. */
export function cellAt(table, x, y) {
  const places = gridPlaces(table);
  let best = -1;
  let least = places.radius * 1.15;
  places.forEach(([cx, cy], n) => {
    const away = Math.hypot(cx - x, -cy - y);
    if (away < least) [best, least] = [n, away];
  });
  return best;
}

function outline(ctx, table, grow) {
  const places = gridPlaces(table);
  ctx.beginPath();
  if (table.cells.length === 61) {
    const far = Math.max(...places.map(([x, y]) => Math.hypot(x, y))) + grow * 1.12;
    for (let n = 0; n < 6; n += 1) ctx.lineTo(Math.cos(n * Math.PI / 3) * far, Math.sin(n * Math.PI / 3) * far);
    ctx.closePath();
  } else {
    const [wide, tall] = [0, 1].map((axis) => Math.max(...places.map((place) => Math.abs(place[axis]))) + grow);
    ctx.roundRect(-wide, -tall, 2 * wide, 2 * tall, 4);
  }
}

/** Paints a grid board around 0, 0. */
export function paintGrid(ctx, table) {
  const places = gridPlaces(table);
  const r = places.radius;
  ctx.save();
  ctx.shadowColor = 'rgb(60 35 12 / .45)';
  ctx.shadowBlur = 24 * pixels(ctx);
  ctx.shadowOffsetY = 10 * pixels(ctx);
  outline(ctx, table, r + 22);
  ctx.fillStyle = '#3b2213';
  ctx.fill();
  ctx.restore();
  ctx.save();
  ctx.translate(0, -3);
  outline(ctx, table, r + 22);
  ctx.fillStyle = gradient(ctx, -150, -150, 150, 150, '#8a5b3a', '#6f452a', '#4c2d19');
  ctx.fill();
  ctx.clip();
  grain(ctx, -170, -170, 340, 340, { seed: 4, lines: 90, wave: 3, colour: 'rgb(30 12 2 / .35)' });
  ctx.restore();
  outline(ctx, table, r + 10);
  ctx.fillStyle = '#263047';
  ctx.fill();
  ctx.lineWidth = 0.8;
  ctx.strokeStyle = 'rgb(10 4 0 / .7)';
  ctx.stroke();
  outline(ctx, table, r + 2.5);
  ctx.save();
  ctx.fillStyle = gradient(ctx, -120, -120, 120, 120, '#ecd0a0', '#dcb583', '#c79a62');
  ctx.fill();
  ctx.clip();
  grain(ctx, -150, -150, 300, 300, { seed: 8, lines: 60, wave: 4, colour: 'rgb(120 70 20 / .2)' });
  ctx.restore();
  places.forEach(([x, y], n) => {
    ctx.beginPath();
    ctx.arc(x, y, r * 0.84, 0, 7);
    ctx.fillStyle = gradient(ctx, x, y - r, x, y + r, '#a97c46', '#c89a60', '#dcb583');
    ctx.fill();
    ctx.lineWidth = 0.7;
    ctx.strokeStyle = darker('#b98a50', 0.25);
    ctx.stroke();
    text(ctx, table.names[n], x, y, r * 0.46, '#fff0d2', { weight: 700 });
  });
}

/** Draws the light of a cell around the piece that covers its lamp. */
export function drawLitCells(ctx, lights, places) {
  if (!lights) return;
  places.forEach(([x, y], led) => {
    const lamp = lampColour(lights, led);
    if (!lamp) return;
    ctx.lineWidth = 2;
    ctx.strokeStyle = `rgb(${lamp.red} ${lamp.green} ${lamp.blue} / ${0.3 + 0.6 * lamp.share})`;
    ctx.beginPath();
    ctx.arc(x, y, places.radius * 0.97, 0, 7);
    ctx.stroke();
  });
}

/** Draws pieces that a pointer drags together, faintly, where they would go. */
export function drawCarried(ctx, carried, places) {
  if (!carried || carried.isLifted) return;
  const [fx, fy] = places[carried.from];
  const [dx, dy] = [carried.at[0] - fx, -carried.at[1] - fy];
  ctx.setLineDash([4, 3]);
  ctx.lineWidth = 2.2;
  ctx.strokeStyle = '#fffdf4';
  for (const cell of carried.cells) {
    ctx.beginPath();
    ctx.arc(places[cell][0] + dx, places[cell][1] + dy, places.radius * 0.86, 0, 7);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

/** Draws which cells may move, which are chosen, and where a play would lead. */
export function drawCells(ctx, cells, table) {
  if (!cells) return;
  const places = gridPlaces(table);
  const circle = (n, colour, width, dash = []) => {
    ctx.setLineDash(dash);
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.beginPath();
    ctx.arc(places[n][0], places[n][1], places.radius * 0.92, 0, 7);
    ctx.stroke();
    ctx.setLineDash([]);
  };
  for (const n of cells.movable ?? []) circle(n, 'rgb(255 253 244 / .5)', 1.2);
  for (const n of cells.targets ?? []) circle(n, '#fffdf4', 2.2, [4, 3]);
  for (const n of cells.chosen ?? []) circle(n, '#8a2f57', 3);
  if (cells.focus != null) circle(cells.focus, '#2b241e', 2.4);
}
