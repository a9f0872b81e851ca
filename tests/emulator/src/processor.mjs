// The processor with what lies between it and memory: the cache of the flash, the
// protection of memory, and faults.
//
// Instructions run in a hurry where they can (thumb.mjs); the others are the
// emulator's, and their accesses pass here.

import { Cache } from './cache.mjs';
import { FLASH } from './memory.mjs';
import { Fault, Protection } from './protection.mjs';
import { Thumb } from './thumb.mjs';

/** Where the cache has its registers: XIP_CTRL. */
const XIP_CTRL = 0x14000;
const ROM_END = 0x4000;
/** The exception for what cannot be done, and the other one within which it cannot be taken. */
const HARD_FAULT = 3;
const NMI = 2;
/** Cycles to enter an exception. */
const ENTRY = 16;

export class Processor {
  /** `traced` has functions by address, and what to do with the registers when one is called. */
  constructor(mcu, model, traced) {
    this.mcu = mcu;
    this.core = mcu.core;
    this.cache = new Cache(model);
    mcu.peripherals[XIP_CTRL] = this.cache;
    const addresses = [...traced.keys()];
    const [low, high] = [Math.min(...addresses), Math.max(...addresses)];
    this.thumb = new Thumb(mcu, { low, high }, this.cache);
    this.core.blTaken = () => {
      const pc = this.core.PC;
      if (pc >= low && pc <= high) {
        traced.get(pc)?.(this.core.registers);
      }
    };
    /** ns of a cycle: at 125 MHz, until the program sets its clock. */
    this.cycle = this.thumb.cycle;
    this.busyCycles = 0;
    this.busyNanos = 0;
    /** A fault within a fault: only a reset helps. */
    this.isLocked = false;
    /** Cycles that the processor stood still in this instruction. */
    this.stall = 0;
    /** The address whose fetch is counted already. */
    this.fetched = -1;
    this.onRom = () => {};
    this.onFault = () => {};
    mcu.onBreak = (code) => {
      // Without a debugger a breakpoint of the program's own is a fault.
      if (this.core.PC >= ROM_END) {
        throw new Fault(this.core.PC - 2);
      }
      this.onRom(code);
    };
    this.protect();
    this.wakeOnPending();
  }

  /**
   * Lets an interrupt that becomes pending wake the processor, masked or not, as with
   * SEVONPEND. The emulator would sleep on if it came just before the sleep.
   */
  wakeOnPending() {
    const { core } = this;
    const set = core.setInterrupt.bind(core);
    core.setInterrupt = (irq, value) => {
      if (value && !(core.pendingInterrupts & (1 << irq))) {
        core.eventRegistered = true;
      }
      set(irq, value);
    };
  }

  setClock(hertz) {
    this.cycle = 1e9 / hertz;
    this.thumb.cycle = this.cycle;
  }

  /** Counts misses of the cache by instruction in this map. */
  set misses(map) {
    this.cache.profile = map ?? null;
  }

  /** Lets the emulator's instructions reach what is there, through the cache, and nothing else. */
  protect() {
    const { mcu, core } = this;
    const protection = new Protection(mcu);
    const setGuard = () => {
      const [{ start, end } = { start: 0, end: 0 }] = protection.forbidden;
      this.thumb.memory.guard = { start, bytes: end - start };
    };
    for (const [size, bytes] of [['Uint32', 4], ['Uint16', 2], ['Uint8', 1]]) {
      const [read, write] = [`read${size}`, `write${size}`];
      core[read] = (at) => {
        const address = at >>> 0;
        protection.check(address, bytes);
        this.passCache(address);
        return Protection.has(address) ? protection.read(address) : mcu[read](address);
      };
      core[write] = (at, value) => {
        const address = at >>> 0;
        protection.check(address, bytes);
        if (Protection.has(address)) {
          protection.write(address, value);
          setGuard();
        } else {
          mcu[write](address, value);
        }
      };
    }
  }

  passCache(address) {
    const { cache, core } = this;
    if (address >>> 24 === FLASH >>> 24) {
      if (address !== this.fetched) {
        this.stall += cache.read(address & ~3, core.PC);
      }
    } else if (address >>> 26 === FLASH >>> 26 && cache.model) {
      this.stall += cache.model.miss; // at an address past the cache
    }
  }

  /** Runs until this device time, or a little beyond: at least one instruction. */
  run(until) {
    const { core, thumb } = this;
    const { clock } = this.mcu;
    // Interrupts are the emulator's, too.
    let cycles = core.interruptsUpdated ? 0 : thumb.run(until);
    if (!cycles || clock.nanosCounter < until) {
      this.fetched = core.interruptsUpdated ? -1 : core.PC & ~1;
      const more = this.execute();
      clock.nanosCounter += more * this.cycle;
      cycles += more;
    }
    this.busyCycles += cycles;
    this.busyNanos += cycles * this.cycle;
  }

  /** Executes an instruction of the emulator's; returns its cycles. */
  execute() {
    const { core } = this;
    this.stall = 0;
    try {
      return core.executeInstruction() + this.stall;
    } catch (fault) {
      if (!(fault instanceof Fault)) {
        throw fault;
      }
      // The emulator is at the next one already, unless it could not fetch this.
      if (fault.address !== (core.PC & ~1)) {
        core.PC -= 2;
      }
      this.onFault(fault.address);
      return this.hardFault() + this.stall;
    }
  }

  /** Takes the exception; within another such, or without a stack, the processor locks up. */
  hardFault() {
    const { core } = this;
    try {
      this.isLocked = core.IPSR === HARD_FAULT || core.IPSR === NMI;
      if (!this.isLocked) {
        core.exceptionEntry(HARD_FAULT);
      }
    } catch (fault) {
      if (!(fault instanceof Fault)) {
        throw fault;
      }
      this.isLocked = true;
    }
    return ENTRY;
  }
}
