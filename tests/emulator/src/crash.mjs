// Crashes of the program and the processor, wherever the program is.

import { FLASH, RAM } from './memory.mjs';

const LR = 14;
const PC = 15;
const HARD_FAULT = 3;

/**
 * Does `what` to the processor at its present instruction, but not where interrupts are
 * off: there it may be about to enter a critical section, and no program crashes within
 * that step. Asleep it is not.
 */
export function crash(pico, what) {
  while (pico.mcu.core.PM && !pico.mcu.core.waiting && pico.powered) {
    pico.run(1);
  }
  const { core } = pico.mcu;
  core.waiting = false;
  return what(core);
}

/** Calls the panic that has no place, as `defmt::panic!` does. */
export function panicCall(core, pico) {
  core.registers[LR] = core.registers[PC] | 1;
  core.registers[PC] = pico.elf.symbols.get('_defmt_panic') & ~1;
}

/** Calls the panic of an index beyond a slice, at a line of a file that the image names. */
export function panicAt(core, pico, file, line) {
  const name = [...pico.elf.symbols.keys()].find((it) => it.includes('panic_bounds_check'));
  const text = Buffer.from(pico.mcu.flash.buffer, 0, pico.flashBytes.length).indexOf(file);
  if (!name || text < 0) {
    throw new Error(`the image has no ${name ? file : 'check of bounds'}`);
  }
  // A `Location`: address and length of the name, line, column.
  const at = (core.SP - 64) & ~7;
  const words = new Uint32Array(pico.mcu.sram.buffer, at - RAM, 4);
  words.set([FLASH + text, file.length, line, 1]);
  core.SP = at;
  core.registers.set([7, 3, at]);
  core.registers[LR] = core.registers[PC] | 1;
  core.registers[PC] = pico.elf.symbols.get(name) & ~1;
}

/** Lets the stack come to its end: what is put on it next meets no memory. */
export function overflow(core, pico) {
  core.SP = pico.stack.end;
}

/** Raises a HardFault; returns the address of the instruction that met it, and LR. */
export function hardFault(core) {
  const at = { pc: core.registers[PC] & ~1, lr: core.registers[LR] >>> 0 };
  core.exceptionEntry(HARD_FAULT);
  return at;
}
