// Compares the processor in a hurry with the emulator's: random instructions with
// random registers, each on both. Prints what differs, or how many were compared.
//
// node check/thumb.mjs [COUNT]

import { ConsoleLogger, LogLevel, RP2040 } from 'rp2040js';
import { Cache } from '../src/cache.mjs';
import { Thumb } from '../src/thumb.mjs';

const FLASH = 0x10000000;
const RAM = 0x20000000;
/** Where an instruction lies: it runs from flash and from RAM. */
const CODE = 0x10000400;
const CODE_IN_RAM = RAM + 0x30000;
const TRACED = { low: 0x10000600, high: 0x10000640 };
const [N, Z, C, V] = [8, 4, 2, 1];
/** The emulator forgets where to before it goes there. */
const BLX_LR = 0x47f0;

let state = 20261116;
/** A number below `end`. */
function chance(end) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * end);
}
const word = () => chance(65536) * 65536 + chance(65536);
const pick = (list) => list[chance(list.length)];

/** A chip whose registers, flags and memory can be looked at. */
class Chip {
  constructor() {
    this.mcu = new RP2040();
    this.mcu.logger = new ConsoleLogger(LogLevel.Error + 1, false);
    this.core = this.mcu.core;
    this.thumb = new Thumb(this.mcu, TRACED, new Cache(null));
  }

  set({ registers, flags, code }) {
    this.core.registers.set(registers);
    this.core.APSR = flags << 28;
    const at = registers[15];
    const [view, start] = at < RAM ? [this.mcu.flashView, FLASH] : [this.mcu.sramView, RAM];
    code.forEach((half, n) => view.setUint16(at - start + 2 * n, half, true));
  }

  get flags() {
    return this.core.APSR >>> 28;
  }

  hurry() {
    return this.thumb.run(this.mcu.clock.nanosCounter + 1);
  }
}

const EDGES = [0, 1, 2, 31, 32, 33, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
const PLACES = [
  () => RAM + 4 * chance(0x10000), () => RAM + chance(0x42010), () => FLASH + 4 * chance(64),
  () => FLASH + chance(256), () => TRACED.low + 1, () => 0xd0000000, () => 0xfffffff9,
];
const value = () => pick([word, () => chance(256), () => pick(EDGES), () => pick(PLACES)()])();

function situation() {
  const registers = Array.from({ length: 16 }, value);
  registers[13] = pick([RAM + 0x100, RAM + 0x41f00, RAM + 4, RAM + 0x42000 - 4]) & ~3;
  registers[15] = pick([CODE, CODE_IN_RAM]);
  // Near calls, some of them to what is traced.
  const second = pick([word() & 0xffff, 0xf800 | chance(512)]);
  const first = pick([word() & 0xffff, 0xf000, 0x4000 | chance(0x800), 0xb000 | chance(0x1000)]);
  // Never both: nothing is zero and less than zero.
  const flags = pick([0, N, Z]) | pick([0, C]) | pick([0, V]);
  return { registers, flags, code: [first, second] };
}

/** Flags in which the emulator does not do what the manual says. */
function mistaken({ registers, flags, code: [op] }) {
  const [a, b] = [registers[op & 7], registers[(op >> 3) & 7]];
  const by = b & 0xff;
  switch (op >> 6) {
    case 0b0100000010: // LSLS
      return by > 32 ? C : 0;
    case 0b0100000011: // LSRS
    case 0b0100000100: // ASRS
      return by === 0 ? C : 0;
    case 0b0100000101: // ADCS
      return flags & C && a === 0x7fffffff ? V : 0;
    case 0b0100000110: // SBCS
      return !(flags & C) && b === 0x7fffffff ? V : 0;
    default:
      return 0;
  }
}

const [hurried, usual] = [new Chip(), new Chip()];
const ram = Uint8Array.from({ length: hurried.mcu.sram.length }, () => chance(256));
hurried.mcu.sram.set(ram);
usual.mcu.sram.set(ram);

function fail(what, given) {
  const registers = (chip) => [...chip.core.registers].map((it) => it.toString(16)).join(' ');
  console.log(`${what}: ${JSON.stringify(given)}\nhurried ${registers(hurried)} ${hurried.flags}\nusual   ${registers(usual)} ${usual.flags}`);
  process.exit(1);
}

const count = Number(process.argv[2] ?? 300_000);
const kinds = new Set();
let compared = 0;
for (let n = 0; n < count; n++) {
  const given = situation();
  if (given.code[0] === BLX_LR) {
    continue;
  }
  hurried.set(given);
  usual.set(given);
  const took = hurried.hurry();
  if (took) {
    compared++;
    kinds.add(given.code[0] >> 9);
    if (took !== usual.core.executeInstruction()) {
      fail('cycles', given);
    }
  }
  // What was left to the emulator has had no effect.
  const [got, wanted] = [hurried.core.registers, usual.core.registers];
  if (got.some((it, at) => it !== wanted[at])) {
    fail('registers', given);
  }
  if ((hurried.flags ^ usual.flags) & ~mistaken(given)) {
    fail('flags', given);
  }
  if (n % 1000 === 0 && Buffer.compare(hurried.mcu.sram, usual.mcu.sram)) {
    fail('memory, in the last thousand', given);
  }
}

// What the manual says where the emulator is mistaken: operation, registers 0 and
// 1, flags; the result and the flags.
const MANUAL = [
  [0x4088, 1, 33, C, 0, Z], // LSLS r0, r1
  [0x40c8, 5, 0, C, 5, C], // LSRS r0, r1
  [0x4108, 5, 0, C, 5, C], // ASRS r0, r1
  [0x4148, 0x7fffffff, 0, C, 0x80000000, N | V], // ADCS r0, r1
  [0x4188, 0, 0x7fffffff, 0, 0x80000000, N], // SBCS r0, r1
];
for (const [op, a, b, flags, result, after] of MANUAL) {
  const registers = [a, b, ...new Array(13).fill(0), CODE];
  hurried.set({ registers, flags, code: [op, 0] });
  hurried.hurry();
  if (hurried.core.registers[0] !== result || hurried.flags !== after) {
    fail('by the manual', { op: op.toString(16), a, b, flags, result, after });
  }
}
if (compared < count / 3 || kinds.size < 100) {
  console.log(`too few: ${compared} compared, of ${kinds.size} kinds`);
  process.exit(1);
}
console.log(`${compared} of ${count} compared, of ${kinds.size} kinds`);
