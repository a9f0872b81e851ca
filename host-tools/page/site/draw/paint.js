// Paint: colours, wood grain, rounded shapes. Nothing here knows what is drawn.

/** Random numbers that are the same each time, for grain and speckles. */
export function chances(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
  };
}

/** Colour between two, given as '#rrggbb'. */
export function mix(a, b, share) {
  const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const [from, to] = [parts(a), parts(b)];
  const hex = from.map((value, n) => Math.round(value + (to[n] - value) * share).toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}
export const lighter = (colour, share) => mix(colour, '#ffffff', share);
export const darker = (colour, share) => mix(colour, '#1a0d04', share);

/** Gradient along a line through these stops. */
export function gradient(ctx, x0, y0, x1, y1, ...stops) {
  const filled = ctx.createLinearGradient(x0, y0, x1, y1);
  stops.forEach((stop, n) => filled.addColorStop(n / (stops.length - 1), stop));
  return filled;
}

/** Path of a rectangle with round corners. */
export function rounded(ctx, x, y, width, height, radius) {
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, radius);
}

/** Wavy lines of grain in a box; the caller clips. */
export function grain(ctx, x, y, width, height, { seed = 1, lines = 12, colour = 'rgb(60 30 10 / .16)', isUpright = false, wave = 2, thick = 0.5 } = {}) {
  const chance = chances(seed);
  ctx.strokeStyle = colour;
  const [length, across] = isUpright ? [height, width] : [width, height];
  for (let n = 0; n < lines; n += 1) {
    const at = across * (n + chance()) / lines;
    ctx.lineWidth = thick * (0.4 + chance());
    ctx.globalAlpha = 0.35 + 0.65 * chance();
    const bend = [0, 1, 2].map(() => (chance() - 0.5) * 2 * wave);
    const point = (along, off) => (isUpright ? [x + at + off, y + along] : [x + along, y + at + off]);
    ctx.beginPath();
    ctx.moveTo(...point(0, 0));
    ctx.bezierCurveTo(...point(length / 3, bend[0]), ...point(length * 2 / 3, bend[1]), ...point(length, bend[2]));
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

/** Path of a seat's sign: circle, square, triangle, diamond, so that colour only repeats it. */
export function signPath(ctx, seat, x, y, r) {
  ctx.beginPath();
  if (seat === 1) ctx.arc(x, y, r, 0, 7);
  else if (seat === 2) ctx.roundRect(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76, r * 0.16);
  else {
    const corners = seat === 3 ? [[0, -1.15], [1.12, 0.8], [-1.12, 0.8]] : [[0, -1.18], [1.18, 0], [0, 1.18], [-1.18, 0]];
    corners.forEach(([dx, dy], n) => ctx[n ? 'lineTo' : 'moveTo'](x + dx * r, y + dy * r));
    ctx.closePath();
  }
}

/** Colours of the seats on the board, and of what is written on them. */
export const SEATS = { red: '#c23a1c', blue: '#125f9e', green: '#0b7a58', yellow: '#e9ab1e' };
export const ON_SEATS = { red: '#fff8ea', blue: '#fff8ea', green: '#fff8ea', yellow: '#2b1b00' };
/** Sign of each colour: that of the seat that has it by default. */
export const SIGN_OF = { red: 1, blue: 2, green: 3, yellow: 4 };

/** A seat's sign with its number in it. */
export function sign(ctx, seat, colour, x, y, r, { line = '#fff8ea', number = seat } = {}) {
  signPath(ctx, seat, x, y, r);
  ctx.fillStyle = SEATS[colour];
  ctx.fill();
  ctx.lineJoin = 'round';
  ctx.lineWidth = r * 0.2;
  ctx.strokeStyle = line;
  ctx.stroke();
  if (number) text(ctx, String(number), x, y + r * (seat === 3 ? 0.22 : 0.06), r * 1.15, ON_SEATS[colour]);
}

/** A short text around a point. */
export function text(ctx, words, x, y, size, colour, { weight = 900, align = 'center' } = {}) {
  ctx.font = `${weight} ${size}px "Zen Maru Gothic", ui-rounded, system-ui, sans-serif`;
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colour;
  ctx.fillText(words, x, y);
}
