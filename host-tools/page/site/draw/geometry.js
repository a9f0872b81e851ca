// Geometry of the drawn table: millimetres of the ring, and where they lie on the screen.
//
// The ring's centre is 0, 0; x points east, y north, z up. On the screen y points down,
// and height shifts a thing upwards a little, so that its thickness shows. Two liberties
// keep the ring large: the gutter is drawn narrower and the platform shorter than they are.

/** Half of the ring's side, the drawn gutter and frame, and their sum, in mm. */
export const RING = 100;
export const GUTTER = 44;
export const FRAME = 21;
export const OUT = RING + GUTTER + FRAME;
/** Drawn platform: width along the ring's edge, length away from it. */
export const PLATFORM = { width: 56, length: 84 };
/** Distance from a post's middle to its four slots, drawn, and the drawn radius of a post. */
export const POST = { radius: 17, slot: 7.4, height: 5 };
/** Shift upwards for each mm of height: above the ring's surface, and below it. */
const LIFT = 0.42;
const SINK = 0.09;
/** Real width of the gutter, which the drawing squeezes. */
const REAL_GUTTER = 60;

/** Posts 1 to 4, clockwise from the north-east. */
export const POSTS = [[RING, RING], [RING, -RING], [-RING, -RING], [-RING, RING]];
/** Edges clockwise, with the two posts between which each lies. */
export const EDGES = {
  north: { posts: [4, 1], start: [-RING, RING], along: [1, 0], out: [0, 1] },
  east: { posts: [1, 2], start: [RING, RING], along: [0, -1], out: [1, 0] },
  south: { posts: [2, 3], start: [RING, -RING], along: [-1, 0], out: [0, -1] },
  west: { posts: [3, 4], start: [-RING, -RING], along: [0, 1], out: [-1, 0] },
};
const DOCK_EDGES = { 1: 'east', 2: 'south', 3: 'west', 4: 'north' };

/** Point at a distance along an edge, and outwards from it. */
export function beside(edge, along, out = 0) {
  const { start, along: a, out: o } = EDGES[edge];
  return [start[0] + a[0] * along + o[0] * out, start[1] + a[1] * along + o[1] * out];
}

/** Edge, middle and direction of a platform at a place: `{ post }` or `{ edge, at }`. */
export function dockOf(place) {
  const edge = place.post ? DOCK_EDGES[place.post] : place.edge;
  const along = place.post ? 40 : place.at;
  const [x, y] = EDGES[edge].out;
  return { edge, along, at: beside(edge, along), in: [-x, -y] };
}

/** Place that a platform dropped at a point snaps to: the nearest post's dock. */
export function nearestDock(x, y, isFree = false) {
  if (isFree) {
    const edge = Math.abs(x) > Math.abs(y) ? (x > 0 ? 'east' : 'west') : (y > 0 ? 'north' : 'south');
    const { start, along: a } = EDGES[edge];
    const at = (x - start[0]) * a[0] + (y - start[1]) * a[1];
    return { edge, at: Math.round(Math.min(170, Math.max(30, at))) };
  }
  const away = (post) => {
    const [px, py] = beside(DOCK_EDGES[post], 40, 20);
    return Math.hypot(px - x, py - y);
  };
  return { post: [1, 2, 3, 4].reduce((best, post) => (away(post) < away(best) ? post : best)) };
}

/** Where a point in space is drawn, in drawn millimetres with y downwards. */
export function project(x, y, z) {
  if (z >= 0) return [x, -y - z * LIFT];
  const depth = Math.min(1, -z / 20);
  const squeeze = (v) => {
    const out = Math.abs(v) - RING;
    return out > 0 ? Math.sign(v) * (RING + out * (1 - depth * (1 - GUTTER / REAL_GUTTER))) : v;
  };
  return [squeeze(x), -squeeze(y) - z * SINK];
}

/** Columns of the rotation of a quaternion: where its own x, y and z point. */
export function axes(qx, qy, qz, qw) {
  return [
    [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qz * qw), 2 * (qx * qz - qy * qw)],
    [2 * (qx * qy - qz * qw), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qx * qw)],
    [2 * (qx * qz + qy * qw), 2 * (qy * qz - qx * qw), 1 - 2 * (qx * qx + qy * qy)],
  ];
}

/** Direction on the screen of a direction in space. */
export const flat = ([x, y, z]) => [x, -y - z * LIFT];

/** Places of the ring's lamps, clockwise along the four sides from the north-west. */
export function lampPlaces(count) {
  const side = count / 4;
  const line = RING + GUTTER + 5;
  const reach = line - 18;
  return Array.from({ length: count }, (_, led) => {
    const along = -reach + 2 * reach * ((led % side) + 0.5) / side;
    return [[along, -line], [line, along], [-along, line], [-line, -along]][Math.floor(led / side)];
  });
}

/** Lamp numbers of a seat's home, from its left to its right as the player sees them. */
export function homeLamps(seat, players, count) {
  const side = count / 4;
  const corner = side >= 12 ? Math.floor(side / 5) : Math.floor(side / 4);
  const which = homeSide(seat, players);
  const lamps = Array.from({ length: side - 2 * corner }, (_, n) => which * side + corner + n);
  return lamps;
}

/** Side of the board at which a seat sits: 0 north, 1 east, 2 south, 3 west. */
export function homeSide(seat, players) {
  if (seat === 1) return 2;
  if (players === 2 || seat === 3) return 0;
  return seat === 2 ? 3 : 1;
}

/** Window onto the drawing: scale in pixels a mm, and where the ring's centre lies. */
export class Camera {
  constructor() {
    this.scale = 2;
    this.x = 0;
    this.y = 0;
  }

  /** Point on the ring's surface below a pixel. */
  toTable(px, py) {
    return [(px - this.x) / this.scale, -(py - this.y) / this.scale];
  }

  /** Pixel of a point in space. */
  toScreen(x, y, z = 0) {
    const [dx, dy] = project(x, y, z);
    return [this.x + dx * this.scale, this.y + dy * this.scale];
  }
}
