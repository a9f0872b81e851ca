// Posts with their markers, and the bamboo platform.

import { PLATFORM, POST, POSTS } from './geometry.js';
import { gradient, grain, rounded, text } from './paint.js';
import { paintFace, radiusOf } from './discs.js';

/** Paints the four posts without markers, in mm with y downwards. */
export function paintPosts(ctx) {
  POSTS.forEach(([x, y], n) => {
    ctx.save();
    ctx.translate(x, -y);
    ctx.save();
    ctx.shadowColor = 'rgb(0 0 0 / .55)';
    ctx.shadowBlur = 9 * ctx.getTransform().a;
    ctx.shadowOffsetX = 2 * ctx.getTransform().a;
    ctx.shadowOffsetY = 4 * ctx.getTransform().a;
    disc(ctx, 0, 4, POST.radius, '#2f1a0d');
    ctx.restore();
    disc(ctx, 0, 3, POST.radius, '#4a2b17');
    disc(ctx, 0, 0, POST.radius, gradient(ctx, -POST.radius, -POST.radius, POST.radius, POST.radius, '#94633f', '#6f452a', '#53331d'));
    ctx.save();
    ctx.beginPath();
    ctx.arc(0, 0, POST.radius, 0, 7);
    ctx.clip();
    grain(ctx, -20, -20, 40, 40, { seed: 50 + n, lines: 14, wave: 3, colour: 'rgb(32 14 4 / .35)' });
    ctx.restore();
    ctx.lineWidth = 0.8;
    ctx.strokeStyle = 'rgb(255 222 176 / .5)';
    ctx.beginPath();
    ctx.arc(0, 0, POST.radius - 0.5, 0, 7);
    ctx.stroke();
    for (const [sx, sy] of SLOTS) {
      disc(ctx, sx, sy, 5.2, '#2a1508');
      ctx.beginPath();
      ctx.arc(sx, sy + 0.4, 5, 0.3, 2.8);
      ctx.lineWidth = 0.6;
      ctx.strokeStyle = 'rgb(255 220 170 / .35)';
      ctx.stroke();
    }
    text(ctx, String(n + 1), 0, 0.4, 8, '#ffe9c8');
    ctx.restore();
  });
}

/** Slots of a post: one for each seat, in turn order. */
const SLOTS = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [x * POST.slot, y * POST.slot]);

function disc(ctx, x, y, r, fill) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fillStyle = fill;
  ctx.fill();
}

/** Draws a marker in the slot of its post that its place in space is nearest to. */
export function drawMarker(ctx, { position: [x, y], look }) {
  const post = POSTS.reduce((best, it) => (Math.hypot(it[0] - x, it[1] - y) < Math.hypot(best[0] - x, best[1] - y) ? it : best));
  const [dx, dy] = [x - post[0], -(y - post[1])];
  const isAt = Math.hypot(dx, dy) < 30;
  const reach = isAt ? POST.slot / 10 : 1;
  const [sx, sy] = isAt ? [post[0] + dx * reach, -post[1] + dy * reach] : [x, -y];
  ctx.save();
  ctx.translate(sx, sy - 1);
  disc(ctx, 0.5, 1.8, radiusOf('marker'), 'rgb(20 8 0 / .5)');
  paintFace(ctx, 'marker', look);
  ctx.restore();
}

/** Outline of a post at which something is awaited, for pointers and for pictures. */
export const postAt = (x, y) => POSTS.findIndex(([px, py]) => Math.hypot(px - x, py - y) < POST.radius + 4) + 1;

/** Draws the platform in front of the ring's edge, pointing inwards. */
export function drawPlatform(ctx, { at: [x, y], in: [dx, dy] }, { isGhost = false, spot = null, isAsking = false } = {}) {
  ctx.save();
  if (isGhost) ctx.globalAlpha = 0.45;
  ctx.translate(x, -y);
  const turn = Math.atan2(-dy, dx) + Math.PI / 2;
  const { width, length } = PLATFORM;
  // Its thickness shows where the screen's down is.
  if (!isGhost) {
    ctx.save();
    ctx.translate(0, 4.4);
    ctx.rotate(turn);
    ctx.shadowColor = 'rgb(40 20 0 / .45)';
    ctx.shadowBlur = 12 * ctx.getTransform().a;
    ctx.shadowOffsetY = 10;
    rounded(ctx, -width / 2, 0, width, length, 3);
    ctx.fillStyle = '#8f6a2c';
    ctx.fill();
    ctx.restore();
  }
  ctx.rotate(turn);
  rounded(ctx, -width / 2, 0, width, length, 3);
  ctx.fillStyle = gradient(ctx, -width / 2, 0, width / 2, length, '#efd28c', '#dfbb6c', '#cba254');
  ctx.fill();
  ctx.save();
  ctx.clip();
  const slats = 4;
  for (let n = 0; n < slats; n += 1) {
    const left = -width / 2 + n * width / slats;
    ctx.fillStyle = gradient(ctx, left, 0, left + width / slats, 0, 'rgb(255 248 210 / .26)', 'rgb(255 240 190 / 0)', 'rgb(110 70 10 / .2)');
    ctx.fillRect(left, 0, width / slats, length);
    ctx.fillStyle = 'rgb(96 62 14 / .5)';
    if (n) ctx.fillRect(left - 0.3, 0, 0.6, length);
    for (const knot of [0.27 + 0.05 * (n % 2), 0.66 - 0.04 * (n % 2)]) {
      ctx.fillStyle = 'rgb(110 70 16 / .32)';
      ctx.fillRect(left, length * knot, width / slats, 0.8);
      ctx.fillStyle = 'rgb(255 246 206 / .4)';
      ctx.fillRect(left, length * knot + 0.8, width / slats, 0.7);
    }
  }
  ctx.restore();
  ctx.lineWidth = 0.7;
  ctx.strokeStyle = 'rgb(255 248 214 / .7)';
  rounded(ctx, -width / 2 + 0.5, 0.5, width - 1, length - 1, 2.6);
  ctx.stroke();
  // Two chevrons say which way to push.
  ctx.strokeStyle = isAsking ? 'rgb(120 74 16 / .3)' : 'rgb(112 70 16 / .62)';
  ctx.lineWidth = 2.6;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  for (const at of [12, 19]) {
    ctx.beginPath();
    ctx.moveTo(-7, at + 5);
    ctx.lineTo(0, at - 1);
    ctx.lineTo(7, at + 5);
    ctx.stroke();
  }
  ctx.restore();
  if (spot) drawSpot(ctx, spot);
}

/** Place on the platform where the sensors see an element. */
function drawSpot(ctx, [x, y]) {
  ctx.save();
  ctx.setLineDash([3.2, 3]);
  ctx.lineWidth = 1.1;
  ctx.strokeStyle = 'rgb(92 56 8 / .62)';
  ctx.beginPath();
  ctx.arc(x, -y, 12, 0, 7);
  ctx.stroke();
  ctx.restore();
}
