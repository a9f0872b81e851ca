// The curtain's hardware: four chains of SN74HCS165 and the emitters' phases.
//
// Frames are fed by number. A read latches the inputs as they are with the
// phases that are lit at that moment: the dark read of a frame when none is.

import { Rate } from './rate.mjs';

const LANES = 4;
const KEPT = 4096; // frames that are remembered

export class Chains {
  /** `pins` are GPIO numbers: load, clock, lanes[4], phases[4]. */
  constructor(pins, periodMicros) {
    this.pins = pins;
    this.period = periodMicros;
    this.load = 1 << pins.load;
    this.clock = 1 << pins.clock;
    this.phases = pins.phases.reduce((mask, pin) => mask | (1 << pin), 0);
    /** Which pins matter here. */
    this.mask = (this.load | this.clock | this.phases) >>> 0;
    this.lanesMask = pins.lanes.reduce((mask, pin) => mask | (1 << pin), 0);
    /** Gives the 30 words of a frame, by its number. */
    this.frameOf = () => CLEAR;
    /** What was on the pins, by the number of the frame. */
    this.fed = new Map();
    this.rate = new Rate();
    this.words = CLEAR;
    this.read = 0;
    this.bit = 0;
    this.odd = 0; // reads with more than one phase lit
    /** The shortest times at the pins, in ns; null before the first. */
    this.shortest = { clock_high: null, clock_low: null, load: null, recovery: null, light: null };
    this.litShifts = 0; // bits that were clocked while emitters were lit
    this.lightChanged = -Infinity;
    this.clockChanged = -Infinity; // us
    this.loadChanged = -Infinity;
  }

  /** Notes a time at the pins that began and ended at these us. */
  note(name, began, ended) {
    const nanos = Math.round((ended - began) * 1000);
    if (nanos < (this.shortest[name] ?? Infinity)) {
      this.shortest[name] = nanos;
    }
  }

  /** Notes the times that end with this change. */
  noteTimes(before, after, micros) {
    const changed = before ^ after;
    if (changed & this.clock) {
      // Between two reads the clock rests.
      if (this.clockChanged > this.loadChanged) {
        this.note(after & this.clock ? 'clock_low' : 'clock_high', this.clockChanged, micros);
      } else if (after & this.clock) {
        this.note('recovery', this.loadChanged, micros);
      }
      this.clockChanged = micros;
    }
    if (changed & this.phases) {
      if (!(after & this.phases)) {
        this.note('light', this.lightChanged, micros);
      }
      this.lightChanged = micros;
    }
    if (changed & after & this.clock && after & this.phases) {
      this.litShifts++;
    }
    if (changed & this.load) {
      if (after & this.load) {
        this.note('load', this.loadChanged, micros);
      }
      this.loadChanged = micros;
    }
  }

  /** The pins changed at this time; returns the levels of the lanes as a mask, or -1 if they stay. */
  change(before, after, micros) {
    this.noteTimes(before, after, micros);
    if (before & this.load && !(after & this.load)) {
      this.latch(after, micros);
      return this.levels();
    }
    if (!(before & this.clock) && after & this.clock && after & this.load) {
      this.bit++;
      return this.levels();
    }
    return -1;
  }

  latch(pins, micros) {
    const lit = this.pins.phases.findIndex((pin) => pins & (1 << pin));
    const all = this.pins.phases.filter((pin) => pins & (1 << pin)).length;
    if (all > 1) {
      this.odd++;
    }
    this.read = lit + 1;
    if (this.read === 0) {
      // A frame began when its dark read began to settle, less than a period ago.
      const frame = Math.floor(micros / this.period);
      this.words = this.frameOf(frame);
      this.fed.set(frame, this.words);
      this.fed.delete(frame - KEPT);
      this.rate.beat(micros);
    }
    this.bit = 0;
  }

  levels() {
    const { bit, pins } = this;
    // Behind the last chip the chain is fed with 1.
    const word = bit < 48 ? this.words[6 * this.read + (bit >> 3)] >>> (4 * (bit & 7)) : 0xf;
    let mask = 0;
    for (let lane = 0; lane < LANES; lane++) {
      if (word & (1 << lane)) {
        mask |= 1 << pins.lanes[lane];
      }
    }
    return mask >>> 0;
  }
}

/** Nothing wired: all ones. */
export const CLEAR = new Uint32Array(30).fill(0xffffffff);
