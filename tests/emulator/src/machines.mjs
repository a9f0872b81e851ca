// Steps the PIO state machines in device time.
//
// The emulator runs them by itself, at whatever speed; here each has the instant
// of its next instruction, and a machine that waits for its queue has none.

export class Machines {
  constructor(mcu, onPins) {
    this.mcu = mcu;
    this.onPins = onPins;
    this.all = [];
    /** ns of a cycle of the system clock. */
    this.cycle = 8;
    /** ns of the next instruction of any machine. */
    this.due = Infinity;
    for (const pio of mcu.pio) {
      pio.run = () => {};
      const write = pio.writeUint32.bind(pio);
      pio.writeUint32 = (offset, value) => {
        write(offset, value);
        if (offset === 0) {
          this.enableChanged();
        }
      };
      for (const machine of pio.machines) {
        const state = { pio, machine, due: Infinity, enabled: false };
        this.all.push(state);
        for (const name of ['writeFIFO', 'readFIFO']) {
          const original = machine[name].bind(machine);
          machine[name] = (value) => {
            const waited = machine.waiting;
            const cycles = machine.cycles;
            const result = original(value);
            if (waited && !machine.waiting && state.enabled) {
              this.schedule(state, 1 + machine.cycles - cycles);
            }
            return result;
          };
        }
      }
    }
  }

  get now() {
    return this.mcu.clock.nanosCounter;
  }

  schedule(state, cycles) {
    const { machine } = state;
    const divider = (machine.clockDivInt || 65536) + machine.clockDivFrac / 256;
    const from = state.due === Infinity ? this.now : state.due;
    state.due = from + cycles * divider * this.cycle;
    if (state.due < this.due) {
      this.due = state.due;
    }
  }

  enableChanged() {
    for (const state of this.all) {
      const { enabled, waiting } = state.machine;
      if (enabled && !state.enabled && !waiting) {
        state.due = Infinity;
        this.schedule(state, 1);
      }
      if (!enabled) {
        state.due = Infinity;
      }
      state.enabled = enabled;
    }
    this.findDue();
  }

  findDue() {
    let due = Infinity;
    for (const state of this.all) {
      if (state.due < due) {
        due = state.due;
      }
    }
    this.due = due;
  }

  /** Executes the instructions that are due now. */
  step() {
    const { due } = this;
    for (const state of this.all) {
      if (state.due <= due) {
        const { machine, pio } = state;
        const before = machine.cycles;
        machine.step();
        if (machine.waiting) {
          state.due = Infinity;
        } else {
          this.schedule(state, machine.cycles - before);
        }
        if (pio.pinValues !== state.pio.seenPins) {
          const was = state.pio.seenPins ?? 0;
          state.pio.seenPins = pio.pinValues;
          this.onPins(pio.index, was, pio.pinValues, due);
        }
      }
    }
    this.findDue();
  }
}
