// A Pico with the board around it, in device time.
//
// The emulator does the processor and the peripherals. This drives it and mends
// what it does not have: time for the state machines, round robin of the
// converter, the boot ROM, flash that takes its time and its cache, faults, the
// event register.

import { ConsoleLogger, LogLevel, RP2040 } from 'rp2040js';
import { MODELS } from './cache.mjs';
import { Chains } from './curtain.mjs';
import { readElf } from './elf.mjs';
import { Flash } from './flash.mjs';
import { Multiplexers } from './hall.mjs';
import { Host } from './host.mjs';
import { Machines } from './machines.mjs';
import { FLASH, RAM } from './memory.mjs';
import { Processor } from './processor.mjs';
import { FUNCTIONS, makeRom } from './rom.mjs';
import { answerId } from './ssi.mjs';
import { Strip } from './strip.mjs';

const FCS = 0x08;
const PAINT = 0xa5;
/** The pins of rules_core::board::pins. */
const PINS = {
  mux: [0, 1, 2, 3, 4], load: 5, clock: 6, lanes: [7, 8, 9, 10], phases: [11, 12, 13, 14],
  strip: 15, buzzer: 16, buttons: [17, 18, 19, 20],
};

export class Pico {
  /**
   * `events` gets { packet, picture, curtain, hall, taken, ready, rest, flash, reset, fault, powerLost }.
   * `chip` says { xip: a name of MODELS or null for a chip without misses, seed: of the flash's times }.
   */
  constructor(image, board, events, { xip = '4-byte', seed = 1 } = {}) {
    if (xip !== null && !(xip in MODELS)) {
      throw new Error(`there is no model "${xip}" of the cache; write one of ${Object.keys(MODELS).join(', ')}, or null`);
    }
    this.xip = xip;
    this.elf = readElf(image);
    this.board = board;
    this.events = events;
    this.flashBytes = new Uint8Array(2 * 1024 * 1024).fill(0xff);
    for (const { address, bytes } of this.elf.segments) {
      this.flashBytes.set(bytes, address - FLASH);
    }
    this.flash = new Flash(this.flashBytes, seed);
    /** The stack, from the start of RAM: it grows from `start` down to `end`. */
    const place = (name) => this.elf.symbols.get(name) - RAM;
    this.stack = { start: place('_stack_start'), end: place('_stack_end') };
    this.feed = { frameOf: undefined, scanOf: undefined };
    this.inputs = 0;
    /** Levels at the ends of the board's wires, each [from, to]. */
    this.wired = 0;
    this.down = 0;
    /** Device ns before the last start. */
    this.epoch = 0;
    this.powered = true;
    this.flashDma = 0; // reads of flash by DMA while it was busy
    this.powerOn();
  }

  /** Starts with what is in flash. */
  powerOn(kept = { scratch: null, reason: 0 }) {
    const mcu = new RP2040();
    this.mcu = mcu;
    this.clock = mcu.clock;
    mcu.logger = new Silence(mcu);
    mcu.bootrom.set(new Uint32Array(makeRom().buffer));
    mcu.flash.set(this.flashBytes);
    // What is programmed and erased is what is read; it is kept when the power goes.
    this.flash.bytes = mcu.flash;
    mcu.sram.fill(PAINT, 0, this.stack.start);
    /** Bytes of the stack used until the core was ready. */
    this.stackBoot = 0;
    answerId(mcu.peripherals[0x18000]);
    mcu.core.VTOR = FLASH + 0x100;
    mcu.core.reset();
    this.mendConverter();
    this.wirePins();
    this.machines = new Machines(mcu, (pio, was, is, nanos) => this.pinsChanged(pio, was, is, nanos));
    const watchdog = mcu.peripherals[0x40058];
    if (kept.scratch) {
      watchdog.scratchData.set(kept.scratch);
    }
    watchdog.reason = kept.reason;
    watchdog.onWatchdogTrigger = () => {
      this.resetting = { scratch: watchdog.scratchData.slice(), reason: watchdog.reason };
      // Or it would fire again and again at this very instant.
      watchdog.timer.enable = false;
      watchdog.alarm.enable = false;
    };
    this.host = new Host(mcu, (bytes) => this.events.packet?.(this.nanos, bytes));
    this.processor = new Processor(mcu, this.xip === null ? null : MODELS[this.xip], this.traced());
    this.processor.onRom = (code) => this.callRom(FUNCTIONS[code]);
    this.processor.onFault = (address) => this.events.fault?.(this.nanos, address, mcu.core.PC);
    this.processor.misses = this.misses;
    mcu.addClockListener((hertz) => this.setClock(hertz));
    this.resetting = null;
    this.stalledUntil = 0;
    this.haltedUntil = 0;
    this.powered = true;
  }

  setClock(hertz) {
    this.processor.setClock(hertz);
    this.machines.cycle = 1e9 / hertz;
  }

  /** Counts misses of the cache by instruction from here on. */
  countMisses() {
    this.misses = new Map();
    this.processor.misses = this.misses;
  }

  /** Device ns since the very first start. */
  get nanos() {
    return this.epoch + this.clock.nanosCounter;
  }

  mendConverter() {
    const { adc } = this.mcu;
    Object.defineProperty(adc, 'activeChannel', {
      get: () => (adc.cs >> 12) & 7,
      set: (channel) => {
        adc.cs = (adc.cs & ~(7 << 12)) | ((channel & 7) << 12);
      },
    });
    adc.updateDMA = () => {
      const enabled = adc.fcs & (1 << 3);
      const threshold = (adc.fcs >> 24) & 0xf;
      if (enabled && adc.fifo.itemCount >= threshold) {
        this.mcu.dma.setDREQ(adc.dreq);
      } else {
        this.mcu.dma.clearDREQ(adc.dreq);
      }
    };
    const write = adc.writeUint32.bind(adc);
    adc.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === FCS) {
        adc.updateDMA();
      }
    };
    adc.onADCRead = (channel) => {
      adc.currentChannel = channel;
      const wired = (this.board.wires ?? []).find(([, to]) => to === 26 + channel);
      adc.channelValues[channel] = wired
        ? (this.inputs >>> wired[1]) & 1 ? 0xfff : 0
        : this.multiplexers.sample(channel, this.clock.nanosCounter);
      adc.sampleAlarm.schedule(2000);
    };
  }

  wirePins() {
    this.chains = new Chains(PINS, this.board.period);
    this.multiplexers = new Multiplexers(PINS, this.board.addresses);
    if (this.feed.frameOf) {
      this.chains.frameOf = this.feed.frameOf;
    }
    if (this.feed.scanOf) {
      this.multiplexers.scanOf = this.feed.scanOf;
    }
    this.strip = new Strip();
    this.strip.onFrame = (began, ended, colours, rest) =>
      this.events.picture?.(this.epoch + began, this.epoch + ended, colours, rest);
    this.inputs = 0;
    Object.defineProperty(this.mcu, 'gpioValues', { get: () => this.inputs });
    this.press(this.down);
  }

  /** What to feed: the words of a frame and the sums of a scan, by number. */
  setFeed(feed) {
    Object.assign(this.feed, feed);
    this.chains.frameOf = this.feed.frameOf ?? this.chains.frameOf;
    this.multiplexers.scanOf = this.feed.scanOf ?? this.multiplexers.scanOf;
  }

  /** Holds these buttons down, one bit for each. */
  press(down) {
    this.down = down;
    PINS.buttons.forEach((pin, n) => {
      const high = !(down & (1 << n));
      this.mcu.gpio[pin].setInputValue(high);
      this.inputs = high ? this.inputs | (1 << pin) : this.inputs & ~(1 << pin);
    });
  }

  pinsChanged(pio, was, is, nanos) {
    const changed = was ^ is;
    if (pio === 0) {
      if (changed & this.chains.mask) {
        const levels = this.chains.change(was, is, nanos / 1000);
        if (levels >= 0) {
          this.inputs = (this.inputs & ~this.chains.lanesMask) | levels;
        }
      }
      if (changed & this.multiplexers.mask) {
        this.multiplexers.change(is, nanos);
      }
    } else if (changed & (1 << PINS.strip)) {
      this.strip.edge(Boolean(is & (1 << PINS.strip)), nanos);
    }
    this.wire(changed, is);
  }

  /** Passes changed outputs on over the wires of a bare Pico. */
  wire(changed, is) {
    for (const [from, to] of this.board.wires ?? []) {
      if (changed & (1 << from)) {
        const high = Boolean(is & (1 << from));
        this.wired = (this.wired & ~(1 << to)) | (high ? 1 << to : 0);
        // State machines that branch on a pin look here.
        this.mcu.gpio[to].setInputValue(high);
      }
      // The chains, which are not there, would say otherwise.
      this.inputs = (this.inputs & ~(1 << to)) | (this.wired & (1 << to));
    }
  }

  /** The firmware's trace functions by address, and what to do when one is called. */
  traced() {
    const at = new Map();
    for (const name of ['curtain', 'hall', 'taken', 'ready', 'rest']) {
      const address = this.elf.symbols.get(`dohyo_trace_${name}`);
      if (address !== undefined) {
        at.set(address & ~1, (registers) => this.onTrace(name, registers));
      }
    }
    return at;
  }

  onTrace(name, registers) {
    const { sram } = this.mcu;
    const ram = (address, length) => sram.buffer.slice(address - RAM, address - RAM + length);
    const [index, pointer, flag] = registers;
    switch (name) {
      case 'curtain':
        this.events.curtain?.(this.nanos, index, new Uint32Array(ram(pointer, 120)));
        break;
      case 'hall':
        this.events.hall?.(this.nanos, index, new Uint16Array(ram(pointer, 192)), flag & 1);
        break;
      default:
        this.events[name]?.(this.nanos);
    }
  }

  /** Does what a function of the boot ROM does. */
  callRom(name) {
    const { mcu } = this;
    const { registers } = mcu.core;
    const [r0, r1, r2] = registers;
    const copy = (to, from, length) => {
      for (let n = 0; n < length; n++) {
        mcu.writeUint8(to + n, mcu.readUint8(from + n));
      }
    };
    switch (name) {
      case 'RE':
        this.flashTakes(this.flash.erase(r0, r1), true);
        break;
      case 'RP': {
        const data = Uint8Array.from({ length: r2 }, (_, n) => mcu.readUint8(r1 + n));
        this.flashTakes(this.flash.program(r0, data), false);
        break;
      }
      case 'FC':
        this.processor.cache.flush();
        break;
      case 'C4':
      case 'MC':
        copy(r0, r1, r2);
        break;
      case 'MS':
      case 'S4':
        for (let n = 0; n < r2; n++) {
          mcu.writeUint8(r0 + n, r1);
        }
        break;
      default:
    }
  }

  flashTakes({ time, lost }, erases) {
    this.stalledUntil = this.clock.nanosCounter + time;
    this.events.flash?.(this.nanos, time, erases);
    if (lost) {
      this.powered = false;
    }
    // Only the DMA is at work now: it must keep away from the flash.
    const { mcu } = this;
    for (const size of ['readUint32', 'readUint16', 'readUint8']) {
      mcu[size] = (address) => {
        if (address >= FLASH && address < 0x14000000) {
          this.flashDma++;
        }
        return RP2040.prototype[size].call(mcu, address);
      };
    }
  }

  flashDone() {
    this.stalledUntil = 0;
    for (const size of ['readUint32', 'readUint16', 'readUint8']) {
      delete this.mcu[size];
    }
  }

  /** Lets the processor hang for so long. */
  halt(nanos) {
    this.haltedUntil = this.clock.nanosCounter + nanos;
  }

  /** Takes the power away; what is in flash stays. */
  cutPower() {
    this.flashBytes.set(this.mcu.flash.subarray(0, this.flashBytes.length));
    this.epoch += this.clock.nanosCounter;
    this.clock.nanosCounter = 0;
    this.powered = false;
  }

  /** Runs for so many ns of device time, or until `stop` says so, or power is lost. */
  run(nanos, stop = () => false) {
    const end = this.nanos + nanos;
    while (this.nanos < end && this.powered && !stop()) {
      this.runSlice(Math.min(end, this.nanos + 1_000_000));
      this.strip.settle(this.clock.nanosCounter);
      if (this.resetting) {
        const kept = this.resetting;
        this.cutPower();
        this.events.reset?.(this.nanos, kept.reason);
        this.powerOn(kept);
      }
    }
    if (!this.powered) {
      this.cutPower();
      this.events.powerLost?.(this.nanos);
    }
  }

  runSlice(until) {
    const { clock, machines } = this;
    const { core } = this.mcu;
    const end = until - this.epoch;
    while (clock.nanosCounter < end && !this.resetting && this.powered) {
      if (core.waiting || this.stalledUntil || this.haltedUntil || this.processor.isLocked) {
        let next = Math.min(end, machines.due, clock.nextAlarm ? clock.nextAlarm.nanos : end);
        if (this.stalledUntil) {
          next = Math.min(next, this.stalledUntil);
        }
        if (next > clock.nanosCounter) {
          clock.nanosCounter = next;
        }
        this.settle();
        if (this.stalledUntil && clock.nanosCounter >= this.stalledUntil) {
          this.flashDone();
        }
        if (this.haltedUntil && clock.nanosCounter >= this.haltedUntil) {
          this.haltedUntil = 0;
        }
      } else {
        this.processor.run(Math.min(end, machines.due, clock.nextAlarm ? clock.nextAlarm.nanos : end));
        if (clock.nanosCounter >= machines.due || (clock.nextAlarm && clock.nextAlarm.nanos <= clock.nanosCounter)) {
          this.settle();
        }
      }
    }
  }

  /** Does everything that is due by now, in the order of time. */
  settle() {
    const { clock, machines } = this;
    const now = clock.nanosCounter;
    for (;;) {
      const alarm = clock.nextAlarm ? clock.nextAlarm.nanos : Infinity;
      const next = Math.min(alarm, machines.due);
      // A watchdog that has fired would fire for ever.
      if (next > now || this.resetting) {
        break;
      }
      if (alarm <= machines.due) {
        clock.nanosCounter = alarm;
        clock.tick(0);
      } else {
        clock.nanosCounter = machines.due;
        machines.step();
      }
    }
    clock.nanosCounter = now;
  }

  /** The core is ready: from here on it paints its stack anew, by itself. */
  markStack() {
    this.stackBoot = this.stackUsed;
  }

  /** Bytes of the stack that were ever used since the start, or since the core was ready. */
  get stackUsed() {
    const { sram } = this.mcu;
    const { start, end } = this.stack;
    let at = end;
    while (at < start && sram[at] === PAINT) {
      at++;
    }
    return start - at;
  }
}

/** Keeps quiet, and mends the event register: SEV is only ever logged. */
class Silence extends ConsoleLogger {
  constructor(mcu) {
    super(LogLevel.Error, false);
    this.mcu = mcu;
  }

  info(_name, message) {
    if (message === 'SEV') {
      this.mcu.core.eventRegistered = true;
    }
  }

  debug() {}

  warn() {}
}
