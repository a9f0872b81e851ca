// A fall from the side and from the front, drawn from its measured width and the time.
//
// What the ring measures is where and how wide the two rows of light went dark. How the
// disc tumbled in between is not known; the page says so beside the drawing.

import { WOODS } from './discs.js';
import { SEATS, darker, gradient, grain, lighter, rounded, text } from './paint.js';

/** Moments in seconds: on the ring, tips, first row dark, second row dark, at the bottom. */
export const FALL_TIMES = [0, 0.13, 0.25, 0.31, 0.45];

const WALL = { left: 118, edge: 186, far: 290 };
const ROWS = [38, 52];
const FLOOR = 104;

/** Where the disc is at a share of the film: its middle in mm, and its lean. */
function poseAt(share, width) {
  const seconds = share * FALL_TIMES.at(-1);
  const [, tips, first] = FALL_TIMES;
  const over = Math.min(1, seconds / tips);
  if (seconds <= tips) return { x: WALL.edge - width * 0.42 + width * 0.34 * over, y: 20 - 4.5, lean: 0.02 + 0.12 * over * over };
  const since = seconds - tips;
  const tilt = Math.min(1.35, 0.14 + (since / (first - tips)) ** 1.5 * 0.75);
  const drop = 490 * since * since * 2.05;
  return { x: WALL.edge - width * 0.08 + since * 118, y: Math.min(FLOOR - 5, 15.5 + drop), lean: tilt };
}

/** Scales the drawing so that 320 by 120 mm fill the box. */
function fit(ctx, width, height, [wide, tall]) {
  const scale = Math.max(width / wide, height / tall);
  ctx.save();
  ctx.translate((width - wide * scale) * 0.5, (height - tall * scale) * 0.5);
  ctx.scale(scale, scale);
  return scale;
}

/** Draws the fall from the side: ring at the left, gutter, frame with its detectors. */
export function drawSide(ctx, width, height, { at, piece, width: measured, look, colour, push, words }) {
  const wide = measured ?? WOODS[piece]?.radius * 2 ?? 30;
  const seconds = at * FALL_TIMES.at(-1);
  ctx.clearRect(0, 0, width, height);
  ctx.fillStyle = '#100d0c';
  ctx.fillRect(0, 0, width, height);
  const view = [218, 218 * height / width];
  fit(ctx, width, height, view);
  ctx.translate(-104, Math.max(14, (view[1] - 112) / 2));
  // The ring's block, the floor, the frame.
  block(ctx, 60, 20, WALL.edge - 60, 110, '#c98a52', '#7a4826', 1);
  ctx.fillStyle = '#e9c592';
  ctx.fillRect(60, 20, WALL.edge - 60, 2.2);
  ctx.fillStyle = '#2f4470';
  ctx.fillRect(WALL.edge, FLOOR, WALL.far - WALL.edge, 40);
  block(ctx, WALL.far, 34, 60, 110, '#7d4a30', '#4a2818', 7);
  // The rows of light, dark once the disc has cut them.
  ROWS.forEach((y, row) => {
    const isDark = seconds >= FALL_TIMES[2 + row];
    ctx.strokeStyle = isDark ? 'rgb(255 217 138 / .5)' : 'rgb(255 226 163 / .75)';
    ctx.lineWidth = 0.7;
    ctx.setLineDash(isDark ? [1.6, 2.2] : []);
    ctx.beginPath();
    ctx.moveTo(WALL.edge, y);
    ctx.lineTo(WALL.far, y);
    ctx.stroke();
    ctx.setLineDash([]);
    lamp(ctx, WALL.edge - 1.6, y, '#ffe2a3', true);
    lamp(ctx, WALL.far + 1.6, y, isDark ? '#0d0907' : '#ffe2a3', !isDark);
    if (isDark) {
      ctx.lineWidth = 0.9;
      ctx.strokeStyle = '#f2a9bf';
      ctx.beginPath();
      ctx.arc(WALL.far + 1.6, y, 2.6, 0, 7);
      ctx.stroke();
    }
    text(ctx, words.rows[row], WALL.far - 3, y - 4.2, 4.6, isDark ? '#f2a9bf' : '#cbbda9', { weight: 700, align: 'right' });
  });
  ctx.setLineDash([2, 2.4]);
  ctx.strokeStyle = 'rgb(247 237 220 / .6)';
  ctx.lineWidth = 0.5;
  ctx.beginPath();
  ctx.moveTo(WALL.edge, -6);
  ctx.lineTo(WALL.edge, 20);
  ctx.stroke();
  ctx.setLineDash([]);
  text(ctx, words.edge, WALL.edge + 3, -3, 4.8, '#f7eddc', { weight: 500, align: 'left' });
  if (push) {
    const x = WALL.edge - wide - 26;
    text(ctx, push, x + 10, -3, 4.8, lighter(SEATS[colour], 0.35), { weight: 700 });
    ctx.fillStyle = lighter(SEATS[colour], 0.15);
    ctx.beginPath();
    ctx.moveTo(x, 5);
    for (const [px, py] of [[14, 5], [14, 1.6], [22, 6.6], [14, 11.6], [14, 8.2], [0, 8.2]]) ctx.lineTo(x + px, py);
    ctx.fill();
  }
  // Ghosts of where it was, then the disc itself.
  for (let ghost = 1; ghost <= 4; ghost += 1) {
    const earlier = at - ghost * 0.09;
    if (earlier > 0.2) disc(ctx, poseAt(earlier, wide), wide, piece, look, 0.3 - ghost * 0.055);
  }
  disc(ctx, poseAt(at, wide), wide, piece, look, 1);
  ctx.restore();
}

function block(ctx, x, y, wide, tall, light, dark, seed) {
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y, wide, tall);
  ctx.clip();
  ctx.fillStyle = gradient(ctx, x, y, x, y + tall, light, dark);
  ctx.fillRect(x, y, wide, tall);
  grain(ctx, x, y, wide, tall, { seed, lines: 12, wave: 5, colour: 'rgb(50 22 6 / .35)', thick: 0.7 });
  ctx.restore();
}

function lamp(ctx, x, y, colour, shines) {
  if (shines) {
    const soft = ctx.createRadialGradient(x, y, 0.5, x, y, 7);
    soft.addColorStop(0, 'rgb(255 226 163 / .6)');
    soft.addColorStop(1, 'rgb(255 226 163 / 0)');
    ctx.fillStyle = soft;
    ctx.fillRect(x - 7, y - 7, 14, 14);
  }
  ctx.beginPath();
  ctx.arc(x, y, 2.1, 0, 7);
  ctx.fillStyle = colour;
  ctx.fill();
}

function disc(ctx, { x, y, lean }, wide, piece, look, alpha) {
  const wood = WOODS[piece]?.wood ?? (piece === 'sumo' ? SEATS[look.colour] : '#e8b93c');
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.translate(x, y);
  ctx.rotate(lean);
  rounded(ctx, -wide / 2, -4.5, wide, 9, 1.4);
  if (alpha < 1) {
    ctx.strokeStyle = lighter(wood, 0.2);
    ctx.lineWidth = 0.8;
    ctx.stroke();
  } else {
    ctx.fillStyle = gradient(ctx, 0, -4.5, 0, 4.5, lighter(wood, 0.2), wood, darker(wood, 0.3));
    ctx.fill();
    ctx.clip();
    grain(ctx, -wide / 2, -4.5, wide, 9, { seed: 5, lines: 5, wave: 0.6, colour: darker(wood, 0.4), thick: 0.4 });
  }
  ctx.restore();
}

/** Draws the fall from the front: the two rows of light, and those that went dark. */
export function drawFront(ctx, width, height, { at, piece, width: measured, along, look }) {
  const wide = measured ?? WOODS[piece]?.radius * 2 ?? 30;
  const seconds = at * FALL_TIMES.at(-1);
  ctx.clearRect(0, 0, width, height);
  const view = [104, Math.max(46, 104 * height / width)];
  fit(ctx, width, height, view);
  block(ctx, 0, 0, 104, view[1], '#8a5a36', '#4b2a15', 3);
  ctx.fillStyle = '#100d0c';
  ctx.fillRect(0, 0, 104, 10);
  ctx.fillStyle = '#e9c592';
  ctx.fillRect(0, 10, 104, 1.6);
  const middle = 52;
  const { y } = poseAt(at, wide);
  const cy = Math.min(view[1] - 8, y - 4);
  const lights = [22, 34];
  lights.forEach((row, plane) => {
    const isPast = seconds >= FALL_TIMES[2 + plane];
    for (let n = -12; n <= 12; n += 1) {
      // The lights sit every 10 mm along the edge, the second row between those of the first.
      const x = middle + (n + Math.round((along ?? 100) / 10)) * 10 + 2.5 + plane * 5 - (along ?? 100);
      const isCut = measured != null && isPast && Math.abs(x - middle) < wide / 2;
      if (isCut) {
        ctx.beginPath();
        ctx.arc(x, row, 2.1, 0, 7);
        ctx.fillStyle = '#1a0f0b';
        ctx.fill();
        ctx.lineWidth = 0.8;
        ctx.strokeStyle = '#f2a9bf';
        ctx.stroke();
      } else lamp(ctx, x, row, '#ffe2a3', true);
    }
  });
  ctx.save();
  ctx.globalAlpha = 0.62;
  ctx.beginPath();
  ctx.ellipse(middle, cy + 6, wide / 2, Math.max(5, wide / 2 * Math.min(1, 0.25 + at)), 0, 0, 7);
  ctx.fillStyle = WOODS[piece]?.wood ? darker(WOODS[piece].wood, 0.12) : piece === 'sumo' ? SEATS[look.colour] : '#c9a056';
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.lineWidth = 0.9;
  ctx.strokeStyle = '#fff0d8';
  ctx.stroke();
  ctx.restore();
  if (measured != null && seconds >= FALL_TIMES[2]) {
    const base = Math.min(view[1] - 5, 43);
    ctx.strokeStyle = '#fffdf4';
    ctx.lineWidth = 0.9;
    ctx.beginPath();
    ctx.moveTo(middle - wide / 2, base - 3);
    ctx.lineTo(middle - wide / 2, base);
    ctx.lineTo(middle + wide / 2, base);
    ctx.lineTo(middle + wide / 2, base - 3);
    ctx.stroke();
    rounded(ctx, middle - 11, base - 3.6, 22, 7.2, 3.6);
    ctx.fillStyle = '#100d0c';
    ctx.fill();
    text(ctx, `${Math.round(measured)} mm`, middle, base + 0.2, 5.2, '#fffdf4', { weight: 700 });
  }
  ctx.restore();
}
