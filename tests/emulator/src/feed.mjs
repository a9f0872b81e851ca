// Frames from raw dumps, by number: 30 words for each frame of the curtain, 96
// halfwords for each scan, little-endian. Before the first frame and after the
// last the first and last are fed.

import { readFileSync } from 'node:fs';

export class Feed {
  constructor(curtainFile, hallFile) {
    this.curtain = curtainFile ? load(curtainFile, Uint32Array, 30) : null;
    this.hall = hallFile ? load(hallFile, Uint16Array, 96) : null;
    /** The numbers the first frame and the first scan are fed under. */
    this.firstFrame = Infinity;
    this.firstScan = Infinity;
  }

  frame(index) {
    return this.curtain && pick(this.curtain, index - this.firstFrame);
  }

  scan(index) {
    return this.hall && pick(this.hall, index - this.firstScan);
  }
}

function load(file, Type, length) {
  const bytes = readFileSync(file);
  const values = new Type(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const count = Math.floor(values.length / length);
  if (count === 0) {
    throw new Error(`${file} holds no frame`);
  }
  return Array.from({ length: count }, (_, n) => values.subarray(n * length, (n + 1) * length));
}

function pick(frames, n) {
  return frames[Number.isFinite(n) ? Math.min(Math.max(n, 0), frames.length - 1) : 0];
}
