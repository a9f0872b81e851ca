// The analog channels: three inputs of the converter behind multiplexers.
//
// Scans are fed by number, as sums of four readings for each channel. The four
// readings are made so that they add up; the first round after a step of the
// address reads what is still on the line.

import { Rate } from './rate.mjs';

const INPUTS = 3;
const ROUNDS = 5;
const KEPT = 4096; // scans that are remembered

export class Multiplexers {
  constructor(pins, addresses) {
    this.pins = pins;
    this.addresses = addresses;
    this.mask = pins.mux.reduce((mask, pin) => mask | (1 << pin), 0) >>> 0;
    /** Gives the sums of a scan, by its number. */
    this.scanOf = () => null;
    this.period = addresses * INPUTS * ROUNDS * 2;
    this.scan = -1;
    /** What was on the lines, by the number of the scan. */
    this.fed = new Map();
    this.rate = new Rate();
    this.sums = null;
    this.address = 0;
    this.steppedAt = 0;
  }

  /** The address lines are so now. */
  change(pins, nanos) {
    let address = 0;
    this.pins.mux.forEach((pin, bit) => {
      if (pins & (1 << pin)) {
        address |= 1 << bit;
      }
    });
    if (address !== this.address) {
      this.address = address;
      this.steppedAt = nanos;
    }
  }

  /** What an input reads for a conversion that begins now. */
  sample(input, nanos) {
    if (this.address === 0) {
      const scan = Math.floor(nanos / 1000 / this.period + 0.01);
      if (scan !== this.scan) {
        this.scan = scan;
        this.sums = this.scanOf(scan);
        this.fed.set(scan, this.sums);
        this.fed.delete(scan - KEPT);
        this.rate.beat(nanos / 1000);
      }
    }
    const round = Math.floor((nanos - this.steppedAt) / (2000 * INPUTS) + 0.25);
    const sum = this.sums ? this.sums[this.address * INPUTS + input] : 4 * 2048;
    if (round <= 0) {
      return 0xabc; // still settling
    }
    return (sum + ((round - 1) & 3)) >> 2;
  }
}
