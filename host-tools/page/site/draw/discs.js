// Faces of the pieces: painted once for a size, then only placed and turned.

import { INSECTS, TOKENS } from './insects.js';
import { SEATS, ON_SEATS, chances, darker, gradient, lighter, sign } from './paint.js';
import { blossom } from './ring.js';

/** Colours of the three discs, and the number of grooves that tell them apart by touch. */
export const WOODS = {
  small: { wood: '#f6e6c4', grooves: 0, radius: 10 },
  medium: { wood: '#e4b673', grooves: 1, radius: 15 },
  large: { wood: '#a9703f', grooves: 2, radius: 20 },
};
const SUMO_RADIUS = 21;
const TOKEN_RADIUS = 12;

/** Radius of a piece's face, in mm, by its key. */
export function radiusOf(key) {
  if (WOODS[key]) return WOODS[key].radius;
  if (key.startsWith('sumo')) return SUMO_RADIUS;
  if (key.startsWith('marker')) return 5.6;
  if (key.startsWith('belt')) return 15;
  if (key.startsWith('stone') || key.startsWith('tile')) return 10;
  return TOKEN_RADIUS;
}

/** Colour of a piece's rim, by its key and look. */
export function rimOf(key, look) {
  if (WOODS[key]) return darker(WOODS[key].wood, key === 'large' ? 0.42 : 0.3);
  if (key.startsWith('sumo')) return darker(SEATS[look.colour], 0.45);
  if (key.startsWith('stone')) return look.colour === 'white' ? '#b9ab98' : darker(look.tint ?? '#2b2b33', 0.5);
  if (key.startsWith('tile')) return look.colour === 'white' ? '#b59a72' : '#14110f';
  if (key.startsWith('belt')) return '#8a6420';
  if (key.startsWith('token')) return '#b76a87';
  return '#3b2213';
}

/** Paints the face of a piece around 0, 0, in mm. */
export function paintFace(ctx, key, look = {}) {
  if (WOODS[key]) paintDisc(ctx, WOODS[key]);
  else if (key.startsWith('sumo')) paintSumo(ctx, look);
  else if (key.startsWith('token')) paintToken(ctx, look);
  else if (key.startsWith('belt')) paintBelt(ctx);
  else if (key.startsWith('stone')) paintStone(ctx, look);
  else if (key.startsWith('tile')) paintTile(ctx, look);
  else if (key.startsWith('marker')) paintMarker(ctx, look);
}

function paintDisc(ctx, { wood, grooves, radius }) {
  ctx.save();
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, 7);
  ctx.fillStyle = gradient(ctx, -radius, -radius, radius, radius, lighter(wood, 0.28), wood, darker(wood, 0.13));
  ctx.fill();
  ctx.clip();
  const chance = chances(Math.round(radius) * 7);
  // Rings of the tree, off centre.
  ctx.strokeStyle = darker(wood, 0.3);
  for (let r = 3; r < radius * 2.2; r += 2.1 + chance() * 1.9) {
    ctx.globalAlpha = 0.10 + 0.14 * chance();
    ctx.lineWidth = 0.3 + 0.4 * chance();
    ctx.beginPath();
    ctx.ellipse(-radius * 0.35, radius * 1.2, r * 1.5, r, 0.12, 0, 7);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  for (let n = 1; n <= grooves; n += 1) {
    const r = radius * (grooves === 1 ? 0.62 : 0.34 + 0.3 * (n - 1));
    ring(ctx, r, 0.9, darker(wood, 0.36), 0.6);
    ring(ctx, r + 0.55, 0.5, lighter(wood, 0.4), 0.5);
  }
  ctx.restore();
  ring(ctx, radius - 0.35, 0.7, lighter(wood, 0.5), 0.8);
}

function ring(ctx, radius, width, colour, alpha = 1) {
  ctx.globalAlpha = alpha;
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, 7);
  ctx.lineWidth = width;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function paintSumo(ctx, { colour, face, seat }) {
  const paint = SEATS[colour];
  const r = SUMO_RADIUS;
  ctx.beginPath();
  ctx.arc(0, 0, r, 0, 7);
  ctx.fillStyle = gradient(ctx, -r, -r, r, r, lighter(paint, 0.25), paint, darker(paint, 0.2));
  ctx.fill();
  ring(ctx, r - 0.5, 1, lighter(paint, 0.4), 0.75);
  ring(ctx, r * 0.84, 0.8, ON_SEATS[colour], 0.55);
  ctx.save();
  ctx.translate(0, -0.6);
  ctx.scale(r * 0.071, r * 0.071);
  paintInsect(ctx, face, colour === 'yellow' ? '#3d2600' : '#fff3dc');
  ctx.restore();
  sign(ctx, seat, colour, r * 0.6, r * 0.62, 5.4);
}

/** Paints a wrestler around 0, 0, from -10 to 10. */
export function paintInsect(ctx, name, ink = '#fff3dc', fine = 'rgb(50 18 8 / .55)') {
  const { b, w, l, d, glow, eyes } = INSECTS[name] ?? INSECTS.plain;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1;
  if (l) ctx.stroke(new Path2D(l));
  ctx.fillStyle = ink;
  if (w) {
    ctx.globalAlpha = 0.6;
    ctx.fill(new Path2D(w));
    ctx.globalAlpha = 1;
  }
  ctx.fill(new Path2D(b));
  if (glow) {
    ctx.fillStyle = '#ffd257';
    ctx.fill(new Path2D(glow));
  }
  ctx.strokeStyle = fine;
  ctx.lineWidth = 0.7;
  if (d) ctx.stroke(new Path2D(d));
  ctx.fillStyle = fine;
  if (eyes) ctx.fill(new Path2D(eyes));
}

function paintToken(ctx, { token }) {
  const r = TOKEN_RADIUS;
  blossom(ctx, 0, 0, r * 0.96);
  const petal = ctx.createRadialGradient(-2, -3, 1, 0, 0, r * 1.1);
  petal.addColorStop(0, '#fff0f5');
  petal.addColorStop(0.6, '#f6bfd2');
  petal.addColorStop(1, '#e294b1');
  ctx.fillStyle = petal;
  ctx.fill();
  ctx.lineWidth = 0.6;
  ctx.strokeStyle = '#fff5f8';
  ctx.stroke();
  ctx.strokeStyle = '#5b1636';
  ctx.lineWidth = 1.1;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.stroke(new Path2D(TOKENS[token] ?? TOKENS.plain));
}

function paintBelt(ctx) {
  paintDisc(ctx, WOODS.medium);
  ring(ctx, 9.4, 6.4, '#9a6d14');
  ring(ctx, 9.4, 5, '#e8b93c');
  ring(ctx, 11.2, 0.7, '#fff0b4', 0.8);
  ctx.fillStyle = '#c08c1c';
  ctx.strokeStyle = '#7d560c';
  ctx.lineWidth = 0.6;
  ctx.beginPath();
  ctx.roundRect(-3.4, 7, 6.8, 6.4, 1);
  ctx.fill();
  ctx.stroke();
  for (let n = 0; n < 12; n += 1) {
    const angle = n * Math.PI / 6;
    ctx.fillStyle = '#fff4c8';
    ctx.beginPath();
    ctx.arc(Math.cos(angle) * 9.4, Math.sin(angle) * 9.4, 0.8, 0, 7);
    ctx.fill();
  }
}

function paintMarker(ctx, { colour, seat }) {
  const r = 5.4;
  const paint = SEATS[colour];
  const ball = ctx.createRadialGradient(-1.8, -2, 0.6, 0, 0, r);
  ball.addColorStop(0, lighter(paint, 0.45));
  ball.addColorStop(0.5, paint);
  ball.addColorStop(1, darker(paint, 0.35));
  ctx.beginPath();
  ctx.arc(0, 0, r, 0, 7);
  ctx.fillStyle = ball;
  ctx.fill();
  const dot = (path) => { ctx.fillStyle = '#fff8ea'; path(); ctx.fill(); };
  dot(() => {
    ctx.beginPath();
    if (seat === 1) ctx.arc(0, 0, 2.3, 0, 7);
    else if (seat === 2) ctx.rect(-2.1, -2.1, 4.2, 4.2);
    else if (seat === 3) { ctx.moveTo(0, -2.7); ctx.lineTo(2.6, 2); ctx.lineTo(-2.6, 2); } else { ctx.moveTo(0, -2.8); ctx.lineTo(2.8, 0); ctx.lineTo(0, 2.8); ctx.lineTo(-2.8, 0); }
    ctx.closePath();
  });
}

function paintStone(ctx, { colour, tint }) {
  const r = 10;
  const base = colour === 'white' ? '#f4eee2' : (tint ?? '#2b2b33');
  const ball = ctx.createRadialGradient(-3.4, -3.8, 0.8, 0, 0, r);
  ball.addColorStop(0, lighter(base, 0.75));
  ball.addColorStop(0.45, base);
  ball.addColorStop(1, darker(base, 0.35));
  ctx.beginPath();
  ctx.arc(0, 0, r, 0, 7);
  ctx.fillStyle = ball;
  ctx.fill();
  if (colour === 'white') { ctx.beginPath(); ctx.arc(0, 0, 1.7, 0, 7); ctx.fillStyle = '#6f6455'; ctx.fill(); } else ring(ctx, 3.6, 1, '#f4eee2', 0.85);
}

/** A token of SUMOO has as many circles as force. */
function paintTile(ctx, { colour, isBig, force = isBig ? 2 : 1 }) {
  const isWhite = colour === 'white';
  const r = 10;
  ctx.beginPath();
  ctx.arc(0, 0, r, 0, 7);
  ctx.fillStyle = isWhite ? gradient(ctx, -r, -r, r, r, '#fffaf0', '#e9d9bd') : gradient(ctx, -r, -r, r, r, '#4b4540', '#221d19');
  ctx.fill();
  ring(ctx, r - 0.6, 0.9, isWhite ? '#b59a72' : '#80776d', 0.9);
  const ink = isWhite ? '#3a2a1a' : '#f5ebda';
  for (const radius of [[4.6], [6.2, 3], [7.2, 4.6, 2]][force - 1]) ring(ctx, radius, 1.5, ink);
}
