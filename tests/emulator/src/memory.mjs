// RAM and flash as the processor reaches them: quickly, and nothing else.
//
// What is read from flash goes through the cache; the cycles of its misses add up.

export const FLASH = 0x10000000;
export const RAM = 0x20000000;

export class Memory {
  constructor({ flash, sram }, cache) {
    this.flash = views(flash);
    this.ram = views(sram);
    this.cache = cache;
    /** Cycles of misses, and the instruction that reads. */
    this.stall = 0;
    this.pc = 0;
    /** Bytes of RAM that nobody may write to: the guard below a stack. */
    this.guard = { start: 0, bytes: 0 };
    /** Whether all that was asked for since this was set is memory, and aligned. */
    this.isThere = true;
  }

  read32(at) {
    if (!(at & 3)) {
      if ((at - RAM) >>> 0 < this.ram.bytes.length) {
        return this.ram.words[(at - RAM) >>> 2];
      }
      if ((at - FLASH) >>> 0 < this.flash.bytes.length) {
        this.stall += this.cache.read(at, this.pc);
        return this.flash.words[(at - FLASH) >>> 2];
      }
    }
    this.isThere = false;
    return 0;
  }

  read16(at) {
    if (!(at & 1)) {
      if ((at - RAM) >>> 0 < this.ram.bytes.length) {
        return this.ram.halves[(at - RAM) >>> 1];
      }
      if ((at - FLASH) >>> 0 < this.flash.bytes.length) {
        this.stall += this.cache.read(at, this.pc);
        return this.flash.halves[(at - FLASH) >>> 1];
      }
    }
    this.isThere = false;
    return 0;
  }

  read8(at) {
    if ((at - RAM) >>> 0 < this.ram.bytes.length) {
      return this.ram.bytes[(at - RAM) >>> 0];
    }
    if ((at - FLASH) >>> 0 < this.flash.bytes.length) {
      this.stall += this.cache.read(at, this.pc);
      return this.flash.bytes[(at - FLASH) >>> 0];
    }
    this.isThere = false;
    return 0;
  }

  /** Whether this is a byte of RAM that may be written to. */
  isOpen(at) {
    return (at - RAM) >>> 0 < this.ram.bytes.length && (at - this.guard.start) >>> 0 >= this.guard.bytes;
  }

  write32(at, value) {
    if (at & 3 || !this.isOpen(at)) {
      this.isThere = false;
    } else {
      this.ram.words[(at - RAM) >>> 2] = value;
    }
  }

  write16(at, value) {
    if (at & 1 || !this.isOpen(at)) {
      this.isThere = false;
    } else {
      this.ram.halves[(at - RAM) >>> 1] = value;
    }
  }

  write8(at, value) {
    if (!this.isOpen(at)) {
      this.isThere = false;
    } else {
      this.ram.bytes[(at - RAM) >>> 0] = value;
    }
  }
}

function views(bytes) {
  const { buffer } = bytes;
  return { bytes, halves: new Uint16Array(buffer), words: new Int32Array(buffer) };
}
