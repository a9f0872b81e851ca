// The cache between the processor and the flash, and what its misses cost.
//
// RP2040 data sheet, 2.6.3: 16 KB in two ways of lines of 8 bytes, for code and
// constants; a hit costs nothing extra. What a miss costs follows from the serial
// clock: address and mode 8, dummy 4 and data 8 clocks are 20; the boot stage of
// our image divides the system clock by 2, so 40 cycles, and with select and bus 46
// to 50. Which line goes and how much a miss fills is not in the data sheet: both
// are parameters, and MODELS names the sets that figures are published for.

import { FLASH } from './memory.mjs';

const BYTES = 16 * 1024;
const WAYS = 2;
const LINE = 8;
const SETS = BYTES / WAYS / LINE;

/** Sets of parameters by name: bytes filled by a miss, cycles it takes, the line that goes. */
export const MODELS = {
  '4-byte': { fill: 4, miss: 48, victim: 'oldest' },
  '8-byte': { fill: 8, miss: 62, victim: 'random' },
};

/** Registers of XIP_CTRL. */
const FLUSH = 0x04;
const STAT = 0x08;
const CTR_HIT = 0x0c;
const CTR_ACC = 0x10;
/** STAT: the stream queue is empty, and a flush is complete. */
const READY = 0b011;

export class Cache {
  /** `model` is one of MODELS, or null for a chip without misses. */
  constructor(model) {
    this.model = model;
    this.fillsLine = model?.fill === LINE;
    this.isRandom = model?.victim === 'random';
    /** Number of the line in each way of each set, or -1. */
    this.lines = new Int32Array(SETS * WAYS);
    /** One bit for each word of that line that is there. */
    this.words = new Uint8Array(SETS * WAYS);
    /** The way of each set that is filled next. */
    this.next = new Uint8Array(SETS);
    /** What the hardware counts, until the program clears it; and since the start. */
    this.hits = 0;
    this.accesses = 0;
    this.total = { hits: 0, accesses: 0 };
    /** Misses by the address of the instruction, where they are counted. */
    this.profile = null;
    this.draw = 20261118;
    this.flush();
  }

  flush() {
    this.lines.fill(-1);
    this.words.fill(0);
  }

  /** Reads the word at this address in flash for the instruction at `pc`; returns the
   *  cycles that the processor stands still. */
  read(at, pc) {
    if (this.model === null) {
      return 0;
    }
    this.accesses++;
    this.total.accesses++;
    const line = (at - FLASH) >>> 3;
    const bit = at & 4 ? 2 : 1;
    let way = (line & (SETS - 1)) * WAYS;
    if (this.lines[way] !== line) {
      way++;
    }
    if (this.lines[way] === line && this.words[way] & bit) {
      this.hits++;
      this.total.hits++;
      return 0;
    }
    if (this.lines[way] !== line) {
      way = this.makeRoom(line);
    }
    this.words[way] |= this.fillsLine ? 3 : bit;
    if (this.profile !== null) {
      this.profile.set(pc, (this.profile.get(pc) ?? 0) + 1);
    }
    return this.model.miss;
  }

  makeRoom(line) {
    const set = line & (SETS - 1);
    let way = this.next[set];
    if (this.isRandom) {
      this.draw = (Math.imul(this.draw, 1664525) + 1013904223) >>> 0;
      way = this.draw >>> 31;
    }
    this.next[set] = 1 - way;
    const place = set * WAYS + way;
    this.lines[place] = line;
    this.words[place] = 0;
    return place;
  }

  // XIP_CTRL, as a peripheral of the emulator.

  readUint32(offset) {
    switch (offset & 0xff) {
      case STAT:
        return READY;
      case CTR_HIT:
        return Math.min(this.hits, 0xffffffff);
      case CTR_ACC:
        return Math.min(this.accesses, 0xffffffff);
      default: // FLUSH reads as 0 once it is done; nothing streams
        return 0;
    }
  }

  writeUint32Atomic(offset) {
    switch (offset) {
      case FLUSH:
        this.flush();
        break;
      case CTR_HIT:
        this.hits = 0;
        break;
      case CTR_ACC:
        this.accesses = 0;
        break;
      default:
    }
  }
}
