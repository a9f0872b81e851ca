// The processor in a hurry: runs of instructions that touch nothing but registers,
// RAM and flash, until something else is due.
//
// The emulator compares each instruction with one encoding after the other. Here
// its first five bits lead straight to it. Whatever is not known here, reaches for
// a peripheral or may be traced is left to the emulator, before it has any effect.
// Cycles are counted as the emulator counts them, and those of the cache's misses
// on top; flags as the manual says. Code runs from flash and from RAM.

import { FLASH, Memory, RAM } from './memory.mjs';

const SP = 13;
const LR = 14;
const PC = 15;

export class Thumb {
  /** Calls to addresses from `traced.low` to `traced.high` are left alone. */
  constructor(mcu, traced, cache) {
    this.core = mcu.core;
    this.clock = mcu.clock;
    this.traced = traced;
    this.memory = new Memory(mcu, cache);
    /** ns of a cycle. */
    this.cycle = 8;
  }

  /** Runs until this device time, or to an instruction that is the emulator's.
   *  Returns the cycles it took. */
  run(until) {
    const { core, clock, traced, memory } = this;
    const { registers: r } = core;
    const { cache } = memory;
    const flash16 = memory.flash.halves;
    const ram16 = memory.ram.halves;
    const ram32 = memory.ram.words;
    const inFlash = memory.flash.bytes.length;
    const inRam = memory.ram.bytes.length;
    // Zero if Z, below zero if N.
    let result = core.Z ? 0 : core.N ? -1 : 1;
    this.carry = core.C ? 1 : 0;
    this.overflow = core.V ? 1 : 0;
    memory.isThere = true;
    let pc = r[PC] & ~1;
    const room = Math.ceil((until - clock.nanosCounter) / this.cycle);
    let cycles = 0;
    // The word that was fetched last: two instructions, most of the time.
    let fetched = -1;
    memory.stall = 0;

    run: while (cycles < room) {
      let op;
      memory.pc = pc;
      if ((pc - RAM) >>> 0 < inRam) {
        op = ram16[(pc - RAM) >>> 1];
      } else if ((pc - FLASH) >>> 0 < inFlash) {
        op = flash16[(pc - FLASH) >>> 1];
        if (pc >>> 2 !== fetched) {
          fetched = pc >>> 2;
          memory.stall += cache.read(pc, pc);
        }
      } else {
        break;
      }
      const low = op & 7;
      const mid = (op >> 3) & 7;
      const imm5 = (op >> 6) & 31;
      const imm8 = op & 0xff;
      const high = (op >> 8) & 7;
      let next = pc + 2;
      let took = 1;
      switch (op >> 11) {
        case 0b00000: // LSLS
          if (imm5) this.carry = (r[mid] >>> (32 - imm5)) & 1;
          r[low] = result = (r[mid] << imm5) | 0;
          break;
        case 0b00001: { // LSRS
          const value = r[mid];
          this.carry = (value >>> ((imm5 || 32) - 1)) & 1;
          r[low] = result = imm5 ? (value >>> imm5) | 0 : 0;
          break;
        }
        case 0b00010: { // ASRS
          const value = r[mid] | 0;
          this.carry = (value >> ((imm5 || 32) - 1)) & 1;
          r[low] = result = value >> (imm5 || 31);
          break;
        }
        case 0b00011: { // ADDS, SUBS
          const other = op & 0x400 ? imm5 & 7 : r[imm5 & 7];
          r[low] = result = op & 0x200 ? this.add(r[mid], ~other, 1) : this.add(r[mid], other, 0);
          break;
        }
        case 0b00100: // MOVS
          r[high] = result = imm8;
          break;
        case 0b00101: // CMP
          result = this.add(r[high], ~imm8, 1);
          break;
        case 0b00110: // ADDS
          r[high] = result = this.add(r[high], imm8, 0);
          break;
        case 0b00111: // SUBS
          r[high] = result = this.add(r[high], ~imm8, 1);
          break;
        case 0b01000: {
          const a = r[low];
          const b = r[mid];
          // Of registers beyond the eighth too.
          const to = low | ((op >> 4) & 8);
          const from = (op >> 3) & 15;
          switch (imm5) {
            case 0b00000: // ANDS
              r[low] = result = a & b;
              break;
            case 0b00001: // EORS
              r[low] = result = a ^ b;
              break;
            case 0b00010: { // LSLS
              const by = b & 0xff;
              if (by) this.carry = by > 32 ? 0 : (a >>> (32 - by)) & 1;
              r[low] = result = by > 31 ? 0 : a << by;
              break;
            }
            case 0b00011: { // LSRS
              const by = b & 0xff;
              if (by) this.carry = by > 32 ? 0 : (a >>> (by - 1)) & 1;
              r[low] = result = by > 31 ? 0 : (a >>> by) | 0;
              break;
            }
            case 0b00100: { // ASRS
              const by = Math.min(b & 0xff, 32);
              if (by) this.carry = ((a | 0) >> (by - 1)) & 1;
              r[low] = result = (a | 0) >> Math.min(by, 31);
              break;
            }
            case 0b00101: // ADCS
              r[low] = result = this.add(a, b, this.carry);
              break;
            case 0b00110: // SBCS
              r[low] = result = this.add(a, ~b, this.carry);
              break;
            case 0b01000: // TST
              result = a & b;
              break;
            case 0b01001: // RSBS
              r[low] = result = this.add(~b, 0, 1);
              break;
            case 0b01010: // CMP
              result = this.add(a, ~b, 1);
              break;
            case 0b01011: // CMN
              result = this.add(a, b, 0);
              break;
            case 0b01100: // ORRS
              r[low] = result = a | b;
              break;
            case 0b01101: // MULS
              r[low] = result = Math.imul(a, b);
              break;
            case 0b01110: // BICS
              r[low] = result = a & ~b;
              break;
            case 0b01111: // MVNS
              r[low] = result = ~b;
              break;
            case 0b10000: case 0b10001: case 0b10010: case 0b10011: // ADD
              if (to === SP || to === PC || from === PC) break run;
              r[to] += r[from];
              break;
            case 0b10100: case 0b10101: case 0b10110: case 0b10111: // CMP
              if (to === PC || from === PC) break run;
              result = this.add(r[to], ~r[from], 1);
              break;
            case 0b11000: case 0b11001: case 0b11010: case 0b11011: // MOV
              if (to === PC || from === PC) break run;
              r[to] = to === SP ? r[from] & ~3 : r[from];
              break;
            case 0b11100: case 0b11101: // BX, if it does not end an exception
              if (low || from === PC || r[from] >>> 28 === 15) break run;
              next = r[from] & ~1;
              took = 2;
              break;
            case 0b11110: case 0b11111: { // BLX
              const target = r[from] & ~1;
              if (low || from === PC || (target >= traced.low && target <= traced.high)) break run;
              r[LR] = next | 1;
              next = target;
              took = 2;
              break;
            }
            default:
              break run;
          }
          break;
        }
        case 0b01001: // LDR, from beside the code
          this.load(high, memory.read32(((pc + 4) & ~3) + (imm8 << 2)));
          took = 2;
          break;
        case 0b01010:
        case 0b01011: {
          const at = r[mid] + r[imm5 & 7];
          switch ((op >> 9) & 7) {
            case 0: // STR
              memory.write32(at, r[low]);
              break;
            case 1: // STRH
              memory.write16(at, r[low]);
              break;
            case 2: // STRB
              memory.write8(at, r[low]);
              break;
            case 3: // LDRSB
              this.load(low, (memory.read8(at) << 24) >> 24);
              break;
            case 4: // LDR
              this.load(low, memory.read32(at));
              break;
            case 5: // LDRH
              this.load(low, memory.read16(at));
              break;
            case 6: // LDRB
              this.load(low, memory.read8(at));
              break;
            default: // LDRSH
              this.load(low, (memory.read16(at) << 16) >> 16);
          }
          took = 2;
          break;
        }
        case 0b01100: // STR
          memory.write32(r[mid] + (imm5 << 2), r[low]);
          took = 2;
          break;
        case 0b01101: // LDR
          this.load(low, memory.read32(r[mid] + (imm5 << 2)));
          took = 2;
          break;
        case 0b01110: // STRB
          memory.write8(r[mid] + imm5, r[low]);
          took = 2;
          break;
        case 0b01111: // LDRB
          this.load(low, memory.read8(r[mid] + imm5));
          took = 2;
          break;
        case 0b10000: // STRH
          memory.write16(r[mid] + (imm5 << 1), r[low]);
          took = 2;
          break;
        case 0b10001: // LDRH
          this.load(low, memory.read16(r[mid] + (imm5 << 1)));
          took = 2;
          break;
        case 0b10010: // STR, beside the stack
          memory.write32(r[SP] + (imm8 << 2), r[high]);
          took = 2;
          break;
        case 0b10011: // LDR, beside the stack
          this.load(high, memory.read32(r[SP] + (imm8 << 2)));
          took = 2;
          break;
        case 0b10100: // ADR
          r[high] = ((pc + 4) & ~3) + (imm8 << 2);
          break;
        case 0b10101: // ADD, of the stack pointer
          r[high] = r[SP] + (imm8 << 2);
          break;
        case 0b10110:
          switch ((op >> 6) & 31) {
            case 0b00000: case 0b00001: // ADD
              r[SP] += (op & 0x7f) << 2;
              break;
            case 0b00010: case 0b00011: // SUB
              r[SP] -= (op & 0x7f) << 2;
              break;
            case 0b01000: // SXTH
              r[low] = (r[mid] << 16) >> 16;
              break;
            case 0b01001: // SXTB
              r[low] = (r[mid] << 24) >> 24;
              break;
            case 0b01010: // UXTH
              r[low] = r[mid] & 0xffff;
              break;
            case 0b01011: // UXTB
              r[low] = r[mid] & 0xff;
              break;
            case 0b10000: case 0b10001: case 0b10010: case 0b10011:
            case 0b10100: case 0b10101: case 0b10110: case 0b10111: { // PUSH
              let at = r[SP] - 4 * ones(op & 0x1ff);
              if (at & 3 || !memory.isOpen(at) || r[SP] > RAM + inRam) break run;
              r[SP] = at;
              for (let n = 0; n < 8; n++) {
                if (op & (1 << n)) {
                  ram32[(at - RAM) >>> 2] = r[n];
                  at += 4;
                  took++;
                }
              }
              if (op & 0x100) ram32[(at - RAM) >>> 2] = r[LR];
              break;
            }
            default:
              break run;
          }
          break;
        case 0b10111: { // POP, if it does not end an exception
          if ((op & 0x600) !== 0x400) break run;
          let at = r[SP];
          const end = at + 4 * ones(op & 0x1ff);
          if (at & 3 || at < RAM || end > RAM + inRam) break run;
          if (op & 0x100) {
            const back = ram32[(end - 4 - RAM) >>> 2];
            if (back >>> 28 === 15) break run;
            next = back & ~1;
            took = 3;
          }
          for (let n = 0; n < 8; n++) {
            if (op & (1 << n)) {
              r[n] = ram32[(at - RAM) >>> 2];
              at += 4;
              took++;
            }
          }
          r[SP] = end;
          break;
        }
        case 0b11000:
        case 0b11001: { // STM, LDM
          let at = r[high];
          const end = at + 4 * ones(imm8);
          const loads = op & 0x800;
          if (at & 3 || imm8 & (1 << high) || at < RAM || end > RAM + inRam) break run;
          for (let n = 0; n < 8; n++) {
            if (op & (1 << n)) {
              if (loads) r[n] = ram32[(at - RAM) >>> 2];
              else ram32[(at - RAM) >>> 2] = r[n];
              at += 4;
              took++;
            }
          }
          r[high] = end;
          break;
        }
        case 0b11010:
        case 0b11011: { // B, on a condition
          let taken;
          switch ((op >> 9) & 7) {
            case 0: // EQ
              taken = result === 0;
              break;
            case 1: // CS
              taken = this.carry === 1;
              break;
            case 2: // MI
              taken = result < 0;
              break;
            case 3: // VS
              taken = this.overflow === 1;
              break;
            case 4: // HI
              taken = this.carry === 1 && result !== 0;
              break;
            case 5: // GE
              taken = result < 0 === (this.overflow === 1);
              break;
            case 6: // GT
              taken = result < 0 === (this.overflow === 1) && result !== 0;
              break;
            default: // none: these are UDF and SVC
              break run;
          }
          if (taken !== ((op & 0x100) !== 0)) {
            next = pc + 4 + ((imm8 << 24) >> 23);
            took = 2;
          }
          break;
        }
        case 0b11100: // B
          next = pc + 4 + ((op << 21) >> 20);
          took = 2;
          break;
        case 0b11110: { // BL
          const isInRam = (pc - RAM) >>> 0 < inRam;
          const second = isInRam ? ram16[(pc + 2 - RAM) >>> 1] : flash16[(pc + 2 - FLASH) >>> 1];
          if (!isInRam && (pc + 2) >>> 2 !== fetched) {
            fetched = (pc + 2) >>> 2;
            memory.stall += cache.read(pc + 2, pc);
          }
          if ((second & 0xd000) !== 0xd000) break run;
          const sign = (op << 21) >> 31;
          const bit = (n) => ~((second >> n) ^ sign) & 1;
          const offset = (sign << 24) | (bit(13) << 23) | (bit(11) << 22) | ((op & 0x3ff) << 12) | ((second & 0x7ff) << 1);
          const target = pc + 4 + offset;
          if (target >= traced.low && target <= traced.high) break run;
          r[LR] = (pc + 4) | 1;
          next = target;
          took = 3;
          break;
        }
        default:
          break run;
      }
      if (!memory.isThere) break;
      pc = next;
      cycles += took + memory.stall;
      memory.stall = 0;
    }
    // Of an instruction that was begun here: it is fetched, and the emulator goes on.
    cycles += memory.stall;
    memory.stall = 0;

    core.Z = result === 0;
    core.N = result < 0;
    core.C = this.carry === 1;
    core.V = this.overflow === 1;
    r[PC] = pc;
    clock.nanosCounter += cycles * this.cycle;
    return cycles;
  }

  /** Adds; sets the flags but for those that are read off the result. */
  add(a, b, carry) {
    const sum = (a >>> 0) + (b >>> 0) + carry;
    const result = sum | 0;
    this.carry = sum > 0xffffffff ? 1 : 0;
    this.overflow = ((a ^ result) & (b ^ result)) >>> 31;
    return result;
  }

  /** Puts into a register what was read, if it was. */
  load(to, value) {
    if (this.memory.isThere) {
      this.core.registers[to] = value;
    }
  }
}

/** How many bits are set. */
function ones(bits) {
  let count = 0;
  for (let left = bits; left; left &= left - 1) {
    count++;
  }
  return count;
}
