// What the page adds to the table: hints, aims, places of falls, questions, petals.

import { PLATFORM, beside } from './geometry.js';
import { SEATS, gradient, text } from './paint.js';

/** Dotted path from one point to another, in drawn mm; `phase` lets the dots travel. */
export function drawTrail(ctx, from, to, phase = 0) {
  const bend = [(from[0] + to[0]) / 2 - (to[1] - from[1]) * 0.16, (from[1] + to[1]) / 2 + Math.abs(to[0] - from[0]) * 0.16];
  ctx.save();
  ctx.lineCap = 'round';
  for (const [width, colour] of [[5, 'rgb(58 30 8 / .5)'], [3.4, '#fff8e8']]) {
    ctx.setLineDash([0.1, 8]);
    ctx.lineDashOffset = -phase;
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.quadraticCurveTo(...bend, ...to);
    ctx.stroke();
  }
  ctx.restore();
  return bend;
}

/** Ring around something that is held or pointed at. */
export function drawHalo(ctx, x, y, radius, { colour = '#fffdf4', isDashed = false, turn = 0 } = {}) {
  ctx.save();
  ctx.lineWidth = 2.2;
  ctx.strokeStyle = colour;
  ctx.shadowColor = 'rgb(40 20 0 / .5)';
  ctx.shadowBlur = 4;
  if (isDashed) ctx.setLineDash([5, 4]);
  ctx.lineDashOffset = turn;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.stroke();
  ctx.restore();
}

/** Arrow from where the element lies, as long as the push is meant to be. */
export function drawAim(ctx, [x, y], [dx, dy], length, colour) {
  ctx.save();
  ctx.translate(x, -y);
  ctx.rotate(Math.atan2(-dy, dx));
  ctx.lineJoin = 'round';
  ctx.beginPath();
  ctx.moveTo(0, -2.4);
  ctx.lineTo(length - 7, -2.4);
  ctx.lineTo(length - 7, -6.5);
  ctx.lineTo(length + 4, 0);
  ctx.lineTo(length - 7, 6.5);
  ctx.lineTo(length - 7, 2.4);
  ctx.lineTo(0, 2.4);
  ctx.closePath();
  ctx.fillStyle = gradient(ctx, 0, 0, length, 0, `${SEATS[colour]}55`, `${SEATS[colour]}ee`);
  ctx.fill();
  ctx.lineWidth = 1;
  ctx.strokeStyle = 'rgb(255 250 236 / .9)';
  ctx.stroke();
  ctx.restore();
}

/**
 * Place of a fall: a white bar as wide as the disc on the ring's edge, its number in the
 * order, and the measured disc in the gutter; a "?" if nobody knows what it was. The
 * whole edge if the place was not measured.
 */
export function drawFall(ctx, { edge, along, width, number, key, isOld, age }) {
  ctx.save();
  if (along == null) {
    ctx.lineWidth = 5;
    ctx.strokeStyle = 'rgb(255 253 244 / .5)';
    ctx.beginPath();
    const [ax, ay] = beside(edge, 0);
    const [bx, by] = beside(edge, 200);
    ctx.moveTo(ax, -ay);
    ctx.lineTo(bx, -by);
    ctx.stroke();
    ctx.restore();
    return;
  }
  const wide = width ?? 24;
  const [ax, ay] = beside(edge, along - wide / 2);
  const [bx, by] = beside(edge, along + wide / 2);
  ctx.lineCap = 'round';
  ctx.globalAlpha = isOld ? 0.5 : 1;
  if (isOld) ctx.setLineDash([3, 4]);
  for (const [thick, colour] of [[5, 'rgb(40 20 0 / .45)'], [3.4, '#fffdf4']]) {
    ctx.lineWidth = isOld ? thick * 0.6 : thick;
    ctx.strokeStyle = colour;
    ctx.beginPath();
    ctx.moveTo(ax, -ay);
    ctx.lineTo(bx, -by);
    ctx.stroke();
  }
  const [cx, cy] = beside(edge, along, 21);
  ctx.setLineDash([3.2, 3]);
  ctx.lineWidth = 1.2;
  ctx.strokeStyle = '#fffdf4';
  ctx.globalAlpha = isOld ? 0.35 : 0.9;
  ctx.beginPath();
  ctx.arc(cx, -cy, wide / 2, 0, 7);
  ctx.stroke();
  if (!key) text(ctx, '?', cx, -cy, Math.min(22, wide * 0.6), '#fffdf4');
  else if (!isOld && number > 1) text(ctx, String(number), cx, -cy, 9, '#fffdf4');
  if (!isOld && age < 0.7) drawHalo(ctx, cx, -cy, wide / 2 + 4 + age * 20, { colour: `rgb(255 253 244 / ${0.8 - age})` });
  ctx.restore();
}

/** The ring's question where something crossed the platform. */
export function drawQuestionMark(ctx, [x, y], turn) {
  ctx.save();
  ctx.translate(x, -y);
  drawHalo(ctx, 0, 0, 20, { isDashed: true, turn });
  ctx.fillStyle = 'rgb(60 34 8 / .62)';
  ctx.beginPath();
  ctx.arc(0, 0, 14, 0, 7);
  ctx.fill();
  text(ctx, '?', 0, 1, 21, '#fffdf4');
  ctx.restore();
}

/** Posts at which something is awaited swell; `kind` says what. */
export function drawAwaited(ctx, [x, y], kind, colour, swell) {
  ctx.save();
  ctx.globalAlpha = 0.55 + 0.45 * swell;
  ctx.lineWidth = 2.4;
  ctx.strokeStyle = kind === 'take' ? '#fffdf4' : SEATS[colour];
  if (kind === 'take') ctx.setLineDash([4, 4]);
  ctx.beginPath();
  ctx.arc(x, -y, 20 + 1.6 * swell, 0, 7);
  ctx.stroke();
  ctx.strokeStyle = 'rgb(255 253 244 / .9)';
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.arc(x, -y, 22 + 1.6 * swell, 0, 7);
  ctx.stroke();
  ctx.restore();
}

/** Outline of a place where the platform may go. */
export function drawDock(ctx, { at: [x, y], in: [dx, dy] }, colour, swell, isNear) {
  ctx.save();
  ctx.translate(x, -y);
  ctx.rotate(Math.atan2(-dy, dx) + Math.PI / 2);
  ctx.beginPath();
  ctx.roundRect(-PLATFORM.width / 2, 1, PLATFORM.width, PLATFORM.length * 0.72, 4);
  ctx.fillStyle = isNear ? 'rgb(255 250 230 / .34)' : `rgb(255 250 230 / ${0.1 + 0.08 * swell})`;
  ctx.fill();
  ctx.setLineDash([6, 5]);
  ctx.lineWidth = isNear ? 2.6 : 1.7;
  ctx.strokeStyle = isNear ? '#fffdf4' : `${SEATS[colour]}`;
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.lineWidth = 2.4;
  ctx.lineCap = 'round';
  ctx.strokeStyle = 'rgb(255 250 230 / .85)';
  for (const at of [20, 28]) {
    ctx.beginPath();
    ctx.moveTo(-6, at + 5 - 3 * swell);
    ctx.lineTo(0, at - 3 * swell);
    ctx.lineTo(6, at + 5 - 3 * swell);
    ctx.stroke();
  }
  ctx.restore();
}

/** Petals of a win, drifting down; each is a function of the time alone. */
export function drawPetals(ctx, seconds, width, height) {
  ctx.save();
  for (let n = 0; n < 26; n += 1) {
    const speed = 0.05 + 0.05 * ((n * 37 % 17) / 17);
    const fall = (seconds * speed + (n * 0.618) % 1) % 1.15;
    const x = ((n * 0.377 + seconds * 0.012) % 1) * width + Math.sin(seconds * 0.9 + n) * width * 0.02;
    ctx.save();
    ctx.translate(x, (fall - 0.08) * height);
    ctx.rotate(seconds * (0.4 + n % 3 * 0.2) + n);
    ctx.scale(1, 0.55 + 0.45 * Math.sin(seconds + n * 2));
    ctx.globalAlpha = 0.85;
    ctx.fillStyle = n % 3 ? '#f3b3c9' : '#fbdbe6';
    ctx.beginPath();
    const r = Math.max(5, width * 0.008);
    ctx.moveTo(0, -r);
    ctx.bezierCurveTo(r * 1.2, -r * 0.6, r * 0.9, r * 0.9, 0, r);
    ctx.bezierCurveTo(-r * 0.9, r * 0.9, -r * 1.2, -r * 0.6, 0, -r);
    ctx.fill();
    ctx.restore();
  }
  ctx.restore();
}

