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

  /** Frames and scans that go on after the last, as bytes. */
  append(curtain, hall) {
    this.curtain = join(this.curtain, split(curtain, Uint32Array, 30));
    this.hall = join(this.hall, split(hall, Uint16Array, 96));
  }

  frame(index) {
    return this.curtain && pick(this.curtain, index - this.firstFrame);
  }

  scan(index) {
    return this.hall && pick(this.hall, index - this.firstScan);
  }
}

function load(file, Type, length) {
  const frames = split(readFileSync(file), Type, length);
  if (frames.length === 0) {
    throw new Error(`${file} holds no frame`);
  }
  return frames;
}

function split(bytes, Type, length) {
  const values = new Type(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const count = Math.floor(values.length / length);
  return Array.from({ length: count }, (_, n) => values.subarray(n * length, (n + 1) * length));
}

function join(before, after) {
  if (!before) {
    return after.length ? after : null;
  }
  for (const frame of after) {
    before.push(frame);
  }
  return before;
}

function pick(frames, n) {
  return frames[Number.isFinite(n) ? Math.min(Math.max(n, 0), frames.length - 1) : 0];
}
