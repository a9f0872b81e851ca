// The flash as the boot ROM's routines see it: erase, program, and the loss of
// power within either.

const SECTOR = 4096;
const PAGE = 256;

/** ns that a W25Q16JV takes: typically, and at most. */
const ERASE = { least: 45_000_000, most: 400_000_000 };
const PROGRAM = { least: 400_000, most: 3_000_000 };

export class Flash {
  /** Times are drawn by lot from this seed. */
  constructor(bytes, seed = 1) {
    this.bytes = bytes;
    this.draw = seed >>> 0;
    this.operations = 0;
    this.erases = 0;
    this.programs = 0;
    /** Cut the power within the operation, or the erase, of this number, after so many bytes. */
    this.cut = null;
    /** ns of every erase; null for times by lot. */
    this.eraseTime = null;
    /** Bytes programmed to ones where zeros were: lost writes. */
    this.clashes = 0;
  }

  /** ns of an operation: most are near the least, some near the most. */
  takes(range) {
    if (range === ERASE && this.eraseTime !== null) {
      return this.eraseTime;
    }
    const { least, most } = range;
    this.draw = (Math.imul(this.draw, 1664525) + 1013904223) >>> 0;
    return Math.round(least * (most / least) ** (this.draw / 2 ** 32));
  }

  /** Does an erase; returns the ns it takes and whether the power went. */
  erase(start, length) {
    return this.each(start, length, SECTOR, ERASE, (at) => {
      this.bytes[at] = 0xff;
    }, () => this.erases++);
  }

  /** Programs bytes; returns the ns it takes and whether the power went. */
  program(start, data) {
    return this.each(start, data.length, PAGE, PROGRAM, (at) => {
      const byte = data[at - start];
      if (byte & ~this.bytes[at] & 0xff && byte !== 0xff) {
        this.clashes++;
      }
      this.bytes[at] &= byte;
    }, () => this.programs++);
  }

  /** True if the power goes within the operation that comes next. */
  tears(unit) {
    if (!this.cut) {
      return false;
    }
    const { operation, erase } = this.cut;
    return erase === undefined
      ? operation === this.operations
      : unit === SECTOR && erase === this.erases;
  }

  each(start, length, unit, range, change, count) {
    let time = 0;
    for (let from = start; from < start + length; from += unit) {
      const to = Math.min(from + unit, start + length);
      const torn = this.tears(unit);
      const end = torn ? Math.min(from + this.cut.bytes, to) : to;
      for (let at = from; at < end; at++) {
        change(at);
      }
      this.operations++;
      count();
      if (torn) {
        this.cut = null;
        return { time: time + (this.takes(range) * (end - from)) / unit, lost: true };
      }
      time += this.takes(range);
    }
    return { time, lost: false };
  }
}
