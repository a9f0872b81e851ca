// Pieces at their poses: sprites for what stands upright, turned slices for what falls.

import { flat, project } from './geometry.js';
import { paintFace, radiusOf, rimOf } from './discs.js';

/** Sprites by key, look and scale; cleared when the scale changes. */
const sprites = new Map();
let spriteScale = 0;

function sprite(key, look, scale) {
  if (scale !== spriteScale) {
    sprites.clear();
    spriteScale = scale;
  }
  const name = key + JSON.stringify(look);
  let found = sprites.get(name);
  if (!found) {
    const radius = radiusOf(key) + 1;
    const size = Math.ceil(2 * radius * scale);
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    const ctx = canvas.getContext('2d');
    ctx.setTransform(scale, 0, 0, scale, size / 2, size / 2);
    paintFace(ctx, key, look);
    found = { canvas, reach: size / 2 / scale, radius: radiusOf(key), rim: rimOf(key, look) };
    sprites.set(name, found);
  }
  return found;
}

/** Forgets all sprites, so that they are painted with a typeface that has arrived. */
export const forgetSprites = () => sprites.clear();

/** Draws shadows of pieces that lie on the ring or the platform, all in one fill. */
export function drawShadows(ctx, pieces) {
  ctx.fillStyle = 'rgb(60 30 8 / .26)';
  for (const { position: [x, y, z], half } of pieces) {
    if (z < 0) continue;
    const [sx, sy] = project(x, y, Math.max(0, z - half[2]));
    for (const [grow, dx, dy] of [[0.9, 1.6, 2.6], [0, 1, 1.7]]) {
      ctx.beginPath();
      ctx.ellipse(sx + dx, sy + dy, half[0] + grow, half[1] + grow, 0, 0, 7);
      ctx.fill();
    }
  }
}

/**
 * Draws a disc: key and look say which, `basis` are its own axes in space. Fallen pieces
 * are darker, because they lie in the shade of the gutter.
 */
export function drawPiece(ctx, { key, look, position: [x, y, z], basis, half }, scale) {
  const { canvas, reach, radius, rim } = sprite(key, look, scale);
  const [ax, ay, az] = basis;
  const up = az[2] < 0 ? -1 : 1;
  const [cx, cy] = project(x, y, z);
  const [nx, ny] = flat([az[0] * half[2] * up, az[1] * half[2] * up, az[2] * half[2] * up]);
  const [u, v] = [flat(ax), flat(ay.map((part) => part * up))];
  const [wide, tall] = [half[0] / radius, half[1] / radius];
  ctx.save();
  // The rim: slices from the lower face to the upper one.
  const isUpright = Math.abs(az[2]) > 0.999;
  const slices = isUpright ? 3 : 8;
  ctx.fillStyle = rim;
  const base = ctx.getTransform();
  for (let n = 0; n < slices; n += 1) {
    const share = -1 + 2 * n / slices;
    ctx.setTransform(base);
    ctx.transform(u[0], u[1], -v[0], -v[1], cx + nx * share, cy + ny * share);
    ctx.beginPath();
    ctx.ellipse(0, 0, half[0], half[1], 0, 0, 7);
    ctx.fill();
  }
  ctx.setTransform(base);
  ctx.transform(u[0] * wide, u[1] * wide, -v[0] * tall, -v[1] * tall, cx + nx, cy + ny);
  if (z < -12) ctx.globalAlpha = 1;
  ctx.drawImage(canvas, -reach, -reach, 2 * reach, 2 * reach);
  if (z < -6 || up < 0) {
    ctx.beginPath();
    ctx.arc(0, 0, radius, 0, 7);
    ctx.fillStyle = `rgb(14 16 32 / ${Math.min(0.5, 0.12 - z * 0.012)})`;
    ctx.fill();
  }
  ctx.restore();
}

/** Canvas with a piece on it, `size` CSS pixels wide, for buttons and lists. */
export function pieceIcon(key, look, size, { isFlat = false } = {}) {
  const canvas = document.createElement('canvas');
  const density = Math.min(3, Math.max(2, window.devicePixelRatio || 1));
  const thick = isFlat ? 0 : 3.6;
  const radius = radiusOf(key);
  canvas.width = Math.round(size * density);
  canvas.height = Math.round(size * density);
  canvas.style.width = `${size}px`;
  canvas.style.height = `${size}px`;
  canvas.className = 'piece-icon';
  canvas.setAttribute('aria-hidden', 'true');
  const ctx = canvas.getContext('2d');
  const scale = size * density / (2 * radius + thick + 2.4);
  ctx.setTransform(scale, 0, 0, scale, canvas.width / 2, (radius + 1) * scale);
  if (!isFlat) {
    ctx.fillStyle = rimOf(key, look);
    if (!key.startsWith('token')) {
      ctx.beginPath();
      ctx.arc(0, 0, radius, 0, Math.PI, true);
      ctx.lineTo(-radius, thick);
      ctx.arc(0, thick, radius, Math.PI, 0, true);
      ctx.closePath();
      ctx.fill();
    }
  }
  paintFace(ctx, key, look);
  return canvas;
}
