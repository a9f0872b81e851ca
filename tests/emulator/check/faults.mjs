// Runs programs of a few instructions that do what cannot be done, and compares how the
// processor takes it: by its fault handler, or not at all any more.
//
// node check/faults.mjs

import { RP2040, ConsoleLogger, LogLevel } from 'rp2040js';
import { Processor } from '../src/processor.mjs';

const CODE = 0x10000400;
const HANDLER = 0x10000600;
const STACK = 0x20001000;
const [RNR, RBAR, RASR, CTRL] = [0xe000ed98, 0xe000ed9c, 0xe000eda0, 0xe000ed94];

/** A processor before this code, with these values in its registers from the first on. */
function chip(code, registers, stack = STACK) {
  const mcu = new RP2040();
  mcu.logger = new ConsoleLogger(LogLevel.Error + 1, false);
  const put = (at, halves) => halves.forEach((half, n) => mcu.flashView.setUint16(at - 0x10000000 + 2 * n, half, true));
  put(CODE, code);
  put(HANDLER, [0xe7fe]); // b .
  mcu.flashView.setUint32(0x100 + 4 * 3, HANDLER | 1, true);
  mcu.core.VTOR = 0x10000100;
  mcu.core.registers.set(registers);
  mcu.core.SP = stack;
  mcu.core.PC = CODE;
  const processor = new Processor(mcu, null, new Map());
  processor.faults = [];
  processor.onFault = (address) => processor.faults.push(address);
  return processor;
}

function run(processor, instructions = 64) {
  for (let n = 0; n < instructions && !processor.isLocked; n++) {
    processor.run(processor.mcu.clock.nanosCounter + 1);
  }
  const { core, mcu } = processor;
  const stacked = core.IPSR === 3 ? mcu.readUint32(core.SP + 0x18) : null;
  return [processor.faults[0] ?? null, stacked, processor.isLocked];
}

/** Protects 32 bytes in the way embassy-rp guards a stack. */
function guard(processor, at) {
  const { core } = processor;
  core.writeUint32(RNR, 0);
  core.writeUint32(CTRL, 5);
  core.writeUint32(RBAR, (at & ~0xff) | (1 << 4));
  core.writeUint32(RASR, 1 | (7 << 1) | ((0xff ^ (1 << ((at >> 5) & 7))) << 8) | 0x10000000);
}

const NOP = 0xbf00;
const LDR = 0x6808; // ldr r0, [r1]
const STR = 0x6008; // str r0, [r1]
const PUSH = 0xb500; // push {lr}
const BACK = 0xe7fd; // b, to the instruction before
const low = chip([STR, NOP], [0, 0x20000820]);
guard(low, 0x20000820);
const beside = chip([STR, 0xe7fe], [0, 0x20000840]);
guard(beside, 0x20000820);
const pushing = chip([PUSH, BACK], [], 0x20000860);
guard(pushing, 0x20000820);

// What, the processor, and: the address of the fault, the instruction it is
// charged to, whether the processor is locked up.
const CASES = [
  ['a read of nothing', chip([NOP, LDR], [0, 0x30000000]), [0x30000000, CODE + 2, false]],
  ['a write to nothing', chip([STR, NOP], [0, 0x20042000]), [0x20042000, CODE, false]],
  ['a read across a word', chip([LDR, NOP], [0, 0x20000002]), [0x20000002, CODE, false]],
  ['a jump to nothing', chip([0x4708], [0, 0x30000001]), [0x30000000, 0x30000000, false]], // bx r1
  ['a breakpoint', chip([NOP, 0xbe00], []), [CODE + 2, CODE + 2, false]],
  ['an undefined instruction', chip([NOP, 0xde00], []), [CODE + 2, CODE + 2, false]],
  ['a stack beyond its memory', chip([PUSH, BACK], [], 0x20000010), [0x1ffffffc, null, true]],
  ['a write into the guard', low, [0x20000820, CODE, false]],
  ['a write beside the guard', beside, [null, null, false]],
  ['a stack that meets the guard', pushing, [0x2000083c, null, true]],
];

let failed = 0;
for (const [what, processor, wanted] of CASES) {
  const got = run(processor);
  if (JSON.stringify(got) !== JSON.stringify(wanted)) {
    const hex = (all) => all.map((it) => (typeof it === 'number' ? it.toString(16) : it)).join(' ');
    console.log(`${what}: ${hex(got)}, not ${hex(wanted)}`);
    failed++;
  }
}
if (failed) {
  process.exit(1);
}
console.log(`${CASES.length} cases`);
