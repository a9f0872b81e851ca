// Pictures of the set-up: the four games, and signs of seats before a match exists.

import { paintFace } from '../draw/discs.js';
import { RING } from '../draw/geometry.js';
import { sign } from '../draw/paint.js';
import { paintPosts } from '../draw/furniture.js';
import { paintRing } from '../draw/ring.js';
import { paintGrid } from '../draw/grid.js';

const SIZE = 76;
const painted = new Map();

/** Small picture of a game's board, painted once. */
export function gamePicture(game) {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE * 3;
  canvas.height = SIZE * 3;
  canvas.style.width = `${SIZE}px`;
  canvas.style.height = `${SIZE}px`;
  canvas.setAttribute('aria-hidden', 'true');
  if (!painted.has(game)) painted.set(game, paint(game));
  canvas.getContext('2d').drawImage(painted.get(game), 0, 0);
  return canvas;
}

function paint(game) {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE * 3;
  canvas.height = SIZE * 3;
  const ctx = canvas.getContext('2d');
  const scale = canvas.width / (game === 'abalone' ? 360 : game === 'sumoo' ? 340 : 344);
  ctx.setTransform(scale, 0, 0, scale, canvas.width / 2, canvas.height / 2 - 2);
  if (game === 'abalone') abalone(ctx);
  else if (game === 'sumoo') sumoo(ctx);
  else ring(ctx, game);
  return canvas;
}

function ring(ctx, game) {
  paintRing(ctx, { hasBlossom: false });
  if (game === 'ss') paintPosts(ctx);
  const put = (key, look, x, y, zoom = 1.7) => {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(zoom, zoom);
    paintFace(ctx, key, look);
    ctx.restore();
  };
  if (game === 'ss') put('token', { token: 'plain' }, 0, 0, 4);
  else {
    put('medium', {}, -RING / 2, 36);
    put('small', {}, 52, 40);
    put('belt', {}, 0, -6, 2.2);
  }
}

function abalone(ctx) {
  const cells = [];
  for (let row = -4; row <= 4; row += 1) for (let n = 0; n < 9 - Math.abs(row); n += 1) cells.push([(n - (8 - Math.abs(row)) / 2) * 26, row * 22.5]);
  paintGrid(ctx, { cells, radius: 13, names: cells.map(() => '') });
  for (const [n, colour] of [...[0, 1, 2, 3, 4, 6, 7, 8].map((at) => [at, 'black']), ...[60, 59, 58, 57, 56, 54, 53, 52].map((at) => [at, 'white'])]) {
    ctx.save();
    ctx.translate(cells[n][0] * 1.12, -cells[n][1] * 1.12);
    ctx.scale(1.35, 1.35);
    paintFace(ctx, 'stone', { colour });
    ctx.restore();
  }
}

function sumoo(ctx) {
  const cells = [];
  for (let row = -3; row <= 3; row += 1) for (let column = -2; column <= 2; column += 1) cells.push([column * 30, row * 30]);
  paintGrid(ctx, { cells, radius: 15, names: cells.map(() => '') });
  for (const [n, colour, isBig] of [[1, 'white', false], [2, 'white', true], [3, 'white', false], [31, 'black', false], [32, 'black', true], [33, 'black', false]]) {
    ctx.save();
    ctx.translate(cells[n][0] * 1.26, -cells[n][1] * 1.26);
    ctx.scale(1.6, 1.6);
    paintFace(ctx, 'tile', { colour, isBig });
    ctx.restore();
  }
}

/** Sign of a seat as a canvas. */
export function seatSign(seat, colour) {
  const canvas = document.createElement('canvas');
  canvas.width = 72;
  canvas.height = 72;
  canvas.style.width = '24px';
  canvas.style.height = '24px';
  canvas.setAttribute('aria-hidden', 'true');
  const ctx = canvas.getContext('2d');
  ctx.setTransform(3, 0, 0, 3, 36, 36);
  sign(ctx, seat, colour, 0, 0, 9.4);
  return canvas;
}
