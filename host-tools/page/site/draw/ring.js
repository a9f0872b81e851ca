// The ring without anything that moves: frame, gutter, clay, rope. Painted once for a size.

import { FRAME, GUTTER, OUT, RING } from './geometry.js';
import { chances, gradient, grain, rounded } from './paint.js';

const WALNUT = ['#8a5b3a', '#6f452a', '#54331f', '#3b2213'];

/** Paints the ring around 0, 0, in millimetres with y downwards. */
export function paintRing(ctx, { hasRope = true, hasBlossom = true } = {}) {
  paintFrame(ctx);
  paintGutter(ctx);
  paintClay(ctx, hasBlossom);
  if (hasRope) paintRope(ctx, 88);
}

function paintFrame(ctx) {
  ctx.save();
  ctx.shadowColor = 'rgb(60 35 12 / .42)';
  ctx.shadowBlur = 26 * pixels(ctx);
  ctx.shadowOffsetY = 9 * pixels(ctx);
  rounded(ctx, -OUT, -OUT, 2 * OUT, 2 * OUT + 5, 9);
  ctx.fillStyle = WALNUT[3];
  ctx.fill();
  ctx.restore();
  // The four boards, mitred, each with grain along its length.
  const inner = RING + GUTTER;
  for (let side = 0; side < 4; side += 1) {
    ctx.save();
    ctx.rotate(side * Math.PI / 2);
    ctx.beginPath();
    ctx.moveTo(-OUT + 3, -OUT);
    ctx.lineTo(OUT - 3, -OUT);
    ctx.lineTo(OUT, -OUT + 3);
    ctx.lineTo(inner, -inner);
    ctx.lineTo(-inner, -inner);
    ctx.lineTo(-OUT, -OUT + 3);
    ctx.closePath();
    ctx.clip();
    // Light from the upper left, whatever way the board lies.
    const tone = [[WALNUT[0], WALNUT[1]], [WALNUT[1], WALNUT[2]], [WALNUT[1], WALNUT[2]], [WALNUT[0], WALNUT[1]]][side];
    ctx.fillStyle = gradient(ctx, 0, -OUT, 0, -inner, ...(side % 3 ? tone.toReversed() : tone));
    ctx.fillRect(-OUT, -OUT, 2 * OUT, FRAME + 2);
    grain(ctx, -OUT, -OUT, 2 * OUT, FRAME, { seed: 11 + side, lines: 16, wave: 1.1, colour: 'rgb(38 18 6 / .5)', thick: 0.55 });
    // The groove in which the lamps sit.
    ctx.fillStyle = '#3f2616';
    ctx.fillRect(-OUT, -inner - 9.5, 2 * OUT, 9.5);
    grain(ctx, -OUT, -inner - 9.5, 2 * OUT, 9.5, { seed: 31 + side, lines: 7, wave: 0.6, colour: 'rgb(20 8 2 / .6)', thick: 0.5 });
    ctx.restore();
  }
  ctx.strokeStyle = 'rgb(255 222 170 / .34)';
  ctx.lineWidth = 0.7;
  rounded(ctx, -OUT + 0.7, -OUT + 0.7, 2 * OUT - 1.4, 2 * OUT - 1.4, 8.5);
  ctx.stroke();
  ctx.strokeStyle = 'rgb(20 9 2 / .4)';
  ctx.lineWidth = 0.5;
  for (const [sx, sy] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
    ctx.beginPath();
    ctx.moveTo(sx * (OUT - 2), sy * (OUT - 2));
    ctx.lineTo(sx * (inner + 9.5), sy * (inner + 9.5));
    ctx.stroke();
  }
}

function paintGutter(ctx) {
  const inner = RING + GUTTER;
  rounded(ctx, -inner, -inner, 2 * inner, 2 * inner, 4);
  ctx.save();
  ctx.clip();
  ctx.fillStyle = '#263047';
  ctx.fillRect(-inner, -inner, 2 * inner, 2 * inner);
  const chance = chances(5);
  for (let n = 0; n < 2600; n += 1) {
    ctx.fillStyle = chance() < 0.5 ? 'rgb(255 255 255 / .022)' : 'rgb(0 0 0 / .07)';
    ctx.fillRect((chance() * 2 - 1) * inner, (chance() * 2 - 1) * inner, 0.5 + chance(), 0.5);
  }
  // The frame shades the felt below it, most at the top and the left.
  for (const [x0, y0, x1, y1, depth] of [[0, -inner, 0, -inner + 22, 0.62], [-inner, 0, -inner + 20, 0, 0.55], [0, inner, 0, inner - 9, 0.32], [inner, 0, inner - 9, 0, 0.32]]) {
    ctx.fillStyle = gradient(ctx, x0, y0, x1, y1, `rgb(8 9 20 / ${depth})`, 'rgb(8 9 20 / 0)');
    ctx.fillRect(-inner, -inner, 2 * inner, 2 * inner);
  }
  // The ring's own shadow.
  ctx.shadowColor = 'rgb(4 5 14 / .8)';
  ctx.shadowBlur = 16 * pixels(ctx);
  ctx.shadowOffsetX = 5 * pixels(ctx);
  ctx.shadowOffsetY = 7 * pixels(ctx);
  ctx.fillStyle = '#3b2213';
  ctx.fillRect(-RING, -RING, 2 * RING, 2 * RING + 9);
  ctx.restore();
  ctx.strokeStyle = 'rgb(10 4 0 / .7)';
  ctx.lineWidth = 0.8;
  rounded(ctx, -inner, -inner, 2 * inner, 2 * inner, 4);
  ctx.stroke();
}

function paintClay(ctx, hasBlossom) {
  // The wall at the south, of which one sees the height.
  ctx.fillStyle = gradient(ctx, 0, RING, 0, RING + 11, '#8a5a36', '#633b20', '#452512');
  ctx.fillRect(-RING, RING - 1, 2 * RING, 12);
  ctx.save();
  ctx.beginPath();
  ctx.rect(-RING, RING, 2 * RING, 11);
  ctx.clip();
  grain(ctx, -RING, RING, 2 * RING, 11, { seed: 3, lines: 6, wave: 1, colour: 'rgb(30 12 2 / .5)' });
  ctx.restore();

  ctx.save();
  ctx.beginPath();
  ctx.rect(-RING, -RING, 2 * RING, 2 * RING);
  ctx.clip();
  ctx.fillStyle = '#dcb583';
  ctx.fillRect(-RING, -RING, 2 * RING, 2 * RING);
  const light = ctx.createRadialGradient(-34, -42, 10, 0, 0, 155);
  light.addColorStop(0, 'rgb(255 240 208 / .55)');
  light.addColorStop(0.55, 'rgb(255 236 200 / .08)');
  light.addColorStop(1, 'rgb(120 70 20 / .22)');
  ctx.fillStyle = light;
  ctx.fillRect(-RING, -RING, 2 * RING, 2 * RING);
  const chance = chances(9);
  for (let n = 0; n < 1500; n += 1) {
    ctx.fillStyle = chance() < 0.55 ? 'rgb(120 72 28 / .11)' : 'rgb(255 248 226 / .16)';
    ctx.beginPath();
    ctx.ellipse((chance() * 2 - 1) * RING, (chance() * 2 - 1) * RING, 0.25 + 0.7 * chance(), 0.25 + 0.3 * chance(), chance() * 3, 0, 7);
    ctx.fill();
  }
  if (hasBlossom) {
    ctx.globalAlpha = 0.06;
    ctx.fillStyle = '#a8305f';
    for (const [x, y, r, turn] of [[-60, -56, 17, 0.2], [62, 58, 20, 0.9], [-66, 64, 11, 1.4]]) {
      blossom(ctx, x, y, r, turn);
      ctx.fill();
    }
    ctx.globalAlpha = 1;
  }
  // Starting lines.
  for (const y of [-32, 32]) {
    rounded(ctx, -9, y - 1.4, 18, 2.8, 1.2);
    ctx.fillStyle = 'rgb(255 250 236 / .62)';
    ctx.fill();
  }
  ctx.restore();
  ctx.strokeStyle = 'rgb(255 244 216 / .75)';
  ctx.lineWidth = 0.9;
  ctx.beginPath();
  ctx.moveTo(-RING + 0.4, RING);
  ctx.lineTo(-RING + 0.4, -RING + 0.4);
  ctx.lineTo(RING, -RING + 0.4);
  ctx.stroke();
  ctx.strokeStyle = 'rgb(92 52 18 / .6)';
  ctx.beginPath();
  ctx.moveTo(RING - 0.3, -RING);
  ctx.lineTo(RING - 0.3, RING - 0.3);
  ctx.lineTo(-RING, RING - 0.3);
  ctx.stroke();
}

/** Path of a five-petalled blossom. */
export function blossom(ctx, x, y, r, turn = 0) {
  ctx.beginPath();
  for (let n = 0; n < 5; n += 1) {
    const angle = turn + n * Math.PI * 2 / 5 - Math.PI / 2;
    const at = (a, d) => [x + Math.cos(a) * d * r, y + Math.sin(a) * d * r];
    const [tip, left, right] = [at(angle, 0.86), at(angle - 0.4, 1.1), at(angle + 0.4, 1.1)];
    if (!n) ctx.moveTo(...at(angle - 0.62, 0.36));
    ctx.bezierCurveTo(...at(angle - 0.72, 0.8), ...at(angle - 0.5, 1.06), ...left);
    ctx.quadraticCurveTo(...at(angle - 0.1, 1.06), ...tip);
    ctx.quadraticCurveTo(...at(angle + 0.1, 1.06), ...right);
    ctx.bezierCurveTo(...at(angle + 0.5, 1.06), ...at(angle + 0.72, 0.8), ...at(angle + 0.62, 0.36));
  }
  ctx.closePath();
}

function paintRope(ctx, radius) {
  const circle = (width, colour, dx = 0, dy = 0) => {
    ctx.beginPath();
    ctx.arc(dx, dy, radius, 0, 7);
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.stroke();
  };
  circle(5.4, 'rgb(96 56 18 / .28)', 0.7, 1.1);
  circle(4.6, '#a57f47');
  circle(3.6, '#e7cf9c');
  ctx.strokeStyle = 'rgb(120 82 34 / .55)';
  ctx.lineWidth = 0.55;
  const twists = 150;
  for (let n = 0; n < twists; n += 1) {
    const angle = n * Math.PI * 2 / twists;
    const at = (a, r) => [Math.cos(a) * r, Math.sin(a) * r];
    ctx.beginPath();
    ctx.moveTo(...at(angle, radius - 1.8));
    ctx.quadraticCurveTo(...at(angle + 0.022, radius), ...at(angle + 0.028, radius + 1.8));
    ctx.stroke();
  }
}

/** Pixels of the canvas to a millimetre: shadows ignore the transform. */
export const pixels = (ctx) => ctx.getTransform().a;
