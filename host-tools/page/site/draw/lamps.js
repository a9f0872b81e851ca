// The ring's lamps, coloured by the ring's own frame of light.

import { lampPlaces } from './geometry.js';

const glows = new Map();

/** Soft round patch of a colour; few colours occur, so each is painted once. */
function glow(red, green, blue) {
  const key = (red >> 3 << 10) | (green >> 3 << 5) | (blue >> 3);
  let canvas = glows.get(key);
  if (!canvas) {
    if (glows.size > 200) glows.clear();
    canvas = document.createElement('canvas');
    canvas.width = 96;
    canvas.height = 96;
    const ctx = canvas.getContext('2d');
    const soft = ctx.createRadialGradient(48, 48, 2, 48, 48, 48);
    soft.addColorStop(0, `rgb(${red} ${green} ${blue} / .85)`);
    soft.addColorStop(0.3, `rgb(${red} ${green} ${blue} / .34)`);
    soft.addColorStop(1, `rgb(${red} ${green} ${blue} / 0)`);
    ctx.fillStyle = soft;
    ctx.fillRect(0, 0, 96, 96);
    glows.set(key, canvas);
  }
  return canvas;
}

/** Paints the dark sockets once. */
export function paintSockets(ctx, count) {
  for (const [x, y] of lampPlaces(count)) {
    ctx.beginPath();
    ctx.arc(x, y, 3, 0, 7);
    ctx.fillStyle = '#170d07';
    ctx.fill();
    ctx.beginPath();
    ctx.arc(x, y, 2.5, 0, 7);
    ctx.fillStyle = '#3a2a20';
    ctx.fill();
    ctx.beginPath();
    ctx.arc(x, y + 0.3, 3, 0.4, 2.7);
    ctx.lineWidth = 0.6;
    ctx.strokeStyle = 'rgb(255 214 160 / .28)';
    ctx.stroke();
  }
}

/** Colour of a lamp at its full brightness, and how bright it is (0 to 1). */
export function lampColour(lights, led) {
  const [red, green, blue] = [lights[3 * led], lights[3 * led + 1], lights[3 * led + 2]];
  const most = Math.max(red, green, blue);
  if (!most) return null;
  return { red: Math.round(red * 255 / most), green: Math.round(green * 255 / most), blue: Math.round(blue * 255 / most), share: most / 255 };
}

/** Draws the lamps that shine; those of a grid board sit below its cells. */
export function drawLamps(ctx, lights, places, { radius = 2.6, reach = 17 } = {}) {
  if (!lights) return;
  const count = Math.min(places.length, lights.length / 3);
  ctx.save();
  ctx.globalCompositeOperation = 'lighter';
  for (let led = 0; led < count; led += 1) {
    const lamp = lampColour(lights, led);
    if (!lamp) continue;
    const [x, y] = places[led];
    ctx.globalAlpha = 0.25 + 0.6 * lamp.share;
    ctx.drawImage(glow(lamp.red, lamp.green, lamp.blue), x - reach, y - reach, 2 * reach, 2 * reach);
  }
  ctx.restore();
  for (let led = 0; led < count; led += 1) {
    const lamp = lampColour(lights, led);
    if (!lamp) continue;
    const [x, y] = places[led];
    ctx.globalAlpha = 0.45 + 0.55 * lamp.share;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 7);
    ctx.fillStyle = `rgb(${lamp.red} ${lamp.green} ${lamp.blue})`;
    ctx.fill();
    ctx.globalAlpha = 0.5 * lamp.share;
    ctx.beginPath();
    ctx.arc(x - radius * 0.2, y - radius * 0.25, radius * 0.42, 0, 7);
    ctx.fillStyle = '#fff';
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}
