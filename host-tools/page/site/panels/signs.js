// Small pictures of players: sign, face, four-corner glyph.

import { sign } from '../draw/paint.js';
import { pieceIcon } from '../draw/pieces.js';
import { sumoLook } from '../poses.js';
import { seats } from '../state.js';

/** Sign of a seat with its number, as a canvas of `size` CSS pixels. */
export function signIcon(seat, size = 22) {
  const one = seats().find((it) => it.seat === seat);
  const canvas = document.createElement('canvas');
  canvas.width = size * 3;
  canvas.height = size * 3;
  canvas.style.width = `${size}px`;
  canvas.style.height = `${size}px`;
  canvas.setAttribute('aria-hidden', 'true');
  const ctx = canvas.getContext('2d');
  ctx.setTransform(3 * size / 24, 0, 0, 3 * size / 24, 1.5 * size, 1.5 * size);
  sign(ctx, seat, one?.colour ?? 'red', 0, 0, 9.4, { line: 'rgb(255 248 234 / .9)' });
  return canvas;
}

/** Face of a seat: its wrestler. */
export const faceIcon = (seat, size) => pieceIcon('sumo', sumoLook(seat), size);

const SVG = 'http://www.w3.org/2000/svg';
/** Four corners of the ring, those with this side's marker filled with its shape. */
export function cornersIcon(posts, seat) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '-20 -20 40 40');
  svg.setAttribute('aria-hidden', 'true');
  const add = (d, has) => {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    if (has) path.setAttribute('class', 'has');
    svg.append(path);
  };
  add('M-12 -12H12V12H-12z');
  [[12, -12], [12, 12], [-12, 12], [-12, -12]].forEach(([x, y], n) => {
    const has = posts.includes(n + 1);
    const shape = has ? seat : 1;
    const r = has ? 5 : 3.6;
    add({
      1: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
      2: `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
      3: `M${x} ${y - r}L${x + r} ${y + r * 0.8}H${x - r}z`,
      4: `M${x} ${y - r * 1.2}L${x + r * 1.2} ${y}L${x} ${y + r * 1.2}L${x - r * 1.2} ${y}z`,
    }[shape], has);
    if (!has) svg.lastChild.style.fill = 'var(--card)';
  });
  return svg;
}
