// Compares the cache with what the data sheet and its two models say: reads in a row,
// and the cycles that each costs.
//
// node check/cache.mjs

import { Cache, MODELS } from '../src/cache.mjs';

const A = 0x10001000;
/** As far apart as lines of one set. */
const WAY = 8 * 1024;

const [slow, wide] = [MODELS['4-byte'], MODELS['8-byte']];
const CASES = [
  ['a word again costs nothing', slow, [[A, 48], [A, 0], [A + 2, 0]]],
  ['a miss fills four bytes', slow, [[A, 48], [A + 4, 48], [A, 0], [A + 4, 0]]],
  ['a miss fills eight bytes', wide, [[A, 62], [A + 4, 0], [A + 8, 62]]],
  ['two lines of a set have room', slow, [[A, 48], [A + WAY, 48], [A, 0], [A + WAY, 0]]],
  ['of three the oldest goes', slow, [[A, 48], [A + WAY, 48], [A + 2 * WAY, 48], [A, 48], [A + WAY, 48], [A + 2 * WAY, 48]]],
  ['half a line is no other line', slow, [[A, 48], [A + WAY + 4, 48], [A + 4, 48], [A + WAY, 48], [A, 0], [A + 4, 0]]],
  ['another set has room of its own', slow, [[A, 48], [A + WAY, 48], [A + 2 * WAY + 8, 48], [A, 0]]],
  ['without misses nothing costs', null, [[A, 0], [A + 4, 0]]],
];

let failed = 0;
function expect(what, got, wanted) {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) {
    console.log(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
    failed++;
  }
}

for (const [what, model, reads] of CASES) {
  const cache = new Cache(model);
  expect(what, reads.map(([at]) => cache.read(at, at)), reads.map(([, cycles]) => cycles));
}

const cache = new Cache(slow);
cache.read(A, A);
cache.read(A, A);
expect('counters count', [cache.readUint32(0x10), cache.readUint32(0x0c)], [2, 1]);
cache.writeUint32Atomic(0x10, 0);
expect('a counter is cleared by writing to it', [cache.readUint32(0x10), cache.readUint32(0x0c)], [0, 1]);
cache.writeUint32Atomic(0x04, 1);
expect('nothing is left after a flush', cache.read(A, A), 48);

// With a random victim some of three lines in turns stay.
const random = new Cache(wide);
for (let n = 0; n < 300; n++) {
  random.read(A + (n % 3) * WAY, A);
}
expect('a random victim leaves some', random.hits > 30 && random.hits < 270, true);

if (failed) {
  process.exit(1);
}
console.log(`${CASES.length + 4} cases`);
