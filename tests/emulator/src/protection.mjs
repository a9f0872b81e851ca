// What the processor may reach: memory that is there, and the regions of the memory
// protection unit. Anything else is a fault.
//
// Of the unit there is what a guard below a stack needs: regions without any access,
// and their eight parts.

import { RAM } from './memory.mjs';

const ROM_END = 0x4000;
const FLASH = 0x10;
const RAM_BYTES = 264 * 1024;

/** Registers of the unit, in the private peripherals of the processor. */
const TYPE = 0xe000ed90;
const CTRL = 0xe000ed94;
const RNR = 0xe000ed98;
const RBAR = 0xe000ed9c;
const RASR = 0xe000eda0;
const REGIONS = 8;

/** An access that the processor cannot make. */
export class Fault extends Error {
  constructor(address) {
    super(`no access to ${address.toString(16)}`);
    this.address = address;
  }
}

export class Protection {
  constructor(mcu) {
    this.mcu = mcu;
    this.control = 0;
    this.number = 0;
    this.regions = Array.from({ length: REGIONS }, () => ({ base: 0, attributes: 0 }));
    /** Regions without access, as { start, end }. */
    this.forbidden = [];
  }

  /** Whether this is a register of the unit. */
  static has(address) {
    return address >= TYPE && address <= RASR;
  }

  read(address) {
    switch (address) {
      case TYPE:
        return REGIONS << 8;
      case CTRL:
        return this.control;
      case RNR:
        return this.number;
      case RBAR:
        return this.regions[this.number].base | this.number;
      default:
        return this.regions[this.number].attributes;
    }
  }

  write(address, value) {
    switch (address) {
      case CTRL:
        this.control = value & 7;
        break;
      case RNR:
        this.number = value % REGIONS;
        break;
      case RBAR:
        if (value & 0x10) {
          this.number = (value & 0xf) % REGIONS;
        }
        this.regions[this.number].base = (value & ~0xff) >>> 0;
        break;
      case RASR:
        this.regions[this.number].attributes = value;
        break;
      default:
    }
    this.forbidden = this.control & 1 ? this.regions.flatMap(withoutAccess) : [];
  }

  /** Throws if the processor cannot reach so many bytes at this address. */
  check(address, bytes) {
    const isAligned = address % bytes === 0;
    const isForbidden = this.forbidden.some(({ start, end }) => address >= start && address < end);
    if (!isAligned || isForbidden || !this.isThere(address)) {
      throw new Fault(address);
    }
  }

  isThere(address) {
    if (address < ROM_END || (address - RAM) >>> 0 < RAM_BYTES) {
      return true;
    }
    const top = address >>> 24;
    return (
      (top >= FLASH && top <= FLASH + 3)
      || top === 0xd0
      || address >>> 20 === 0xe00
      || (address >>> 16) === 0x5010
      || this.mcu.findPeripheral(address) !== undefined
    );
  }
}

/** The parts of a region that nobody may reach. */
function withoutAccess({ base, attributes }) {
  const isOn = attributes & 1;
  const access = (attributes >>> 24) & 7;
  if (!isOn || access !== 0) {
    return [];
  }
  const part = 2 ** (((attributes >>> 1) & 0x1f) + 1) / 8;
  const disabled = (attributes >>> 8) & 0xff;
  return [0, 1, 2, 3, 4, 5, 6, 7]
    .filter((n) => !(disabled & (1 << n)))
    .map((n) => ({ start: base + n * part, end: base + (n + 1) * part }));
}
