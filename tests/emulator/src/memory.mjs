// RAM and flash as the processor reaches them: quickly, and nothing else.

export const FLASH = 0x10000000;
export const RAM = 0x20000000;

export class Memory {
  constructor({ flash, sram }) {
    this.flash = views(flash);
    this.ram = views(sram);
    /** Whether all that was asked for since this was set is memory, and aligned. */
    this.isThere = true;
  }

  read32(at) {
    if (!(at & 3)) {
      if ((at - RAM) >>> 0 < this.ram.bytes.length) {
        return this.ram.words[(at - RAM) >>> 2];
      }
      if ((at - FLASH) >>> 0 < this.flash.bytes.length) {
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
      return this.flash.bytes[(at - FLASH) >>> 0];
    }
    this.isThere = false;
    return 0;
  }

  write32(at, value) {
    if (at & 3 || (at - RAM) >>> 0 >= this.ram.bytes.length) {
      this.isThere = false;
    } else {
      this.ram.words[(at - RAM) >>> 2] = value;
    }
  }

  write16(at, value) {
    if (at & 1 || (at - RAM) >>> 0 >= this.ram.bytes.length) {
      this.isThere = false;
    } else {
      this.ram.halves[(at - RAM) >>> 1] = value;
    }
  }

  write8(at, value) {
    if ((at - RAM) >>> 0 >= this.ram.bytes.length) {
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
