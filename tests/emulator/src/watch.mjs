// Compares what the firmware hands over with what was fed, and counts.
//
// A frame that is passed over is lost, unless a sector of the flash was erased since
// the one before: then it is skipped. No code runs in an erase.

export class Watch {
  constructor() {
    this.reset();
  }

  /** Starts counting anew. */
  reset() {
    this.curtain = stream();
    this.hall = stream();
    this.overruns = 0;
    // Until the core goes on to something else: what a frame leads to is in it.
    this.costs = cost();
    this.open = null; // busy cycles when a frame was handed over
    // Until the ring has taken it.
    this.frames = cost();
    this.scans = cost();
    this.handed = null; // what was handed over last, and busy cycles then
  }

  /** A sector was erased. */
  erased() {
    this.curtain.isAfterErase = true;
    this.hall.isAfterErase = true;
  }

  /** A frame of the curtain was handed over; `fed` is what the pins had. */
  frame(index, words, fed, busy) {
    this.close(busy);
    this.open = busy;
    this.handed = { kind: this.frames, busy };
    take(this.curtain, index, words, fed, fed?.length ?? 0);
  }

  /** A scan was handed over; of a channel beyond the last nothing is known. */
  scan(index, sums, fed, channels, overrun, busy) {
    this.close(busy);
    this.overruns += overrun;
    this.handed = { kind: this.scans, busy };
    take(this.hall, index, sums, fed, fed ? channels : 0);
  }

  /** The ring has taken what was handed over last. */
  taken(busy) {
    if (this.handed !== null) {
      add(this.handed.kind, busy - this.handed.busy);
      this.handed = null;
    }
  }

  /** The processor went on to something else: a frame's cost is known. */
  close(busy) {
    if (this.open !== null) {
      add(this.costs, busy - this.open);
      this.open = null;
    }
  }
}

function cost() {
  return { count: 0, sum: 0, most: 0 };
}

function add(cost, cycles) {
  cost.count++;
  cost.sum += cycles;
  cost.most = Math.max(cost.most, cycles);
}

function stream() {
  return { taken: 0, compared: 0, wrong: 0, lost: 0, skipped: 0, first: null, last: null, isAfterErase: false };
}

function take(stream, index, got, fed, length) {
  stream.taken++;
  stream.first ??= index;
  if (stream.last !== null) {
    stream[stream.isAfterErase ? 'skipped' : 'lost'] += index - stream.last - 1;
  }
  stream.isAfterErase = false;
  stream.last = index;
  if (length) {
    stream.compared++;
    for (let n = 0; n < length; n++) {
      if (got[n] !== fed[n]) {
        stream.wrong++;
        break;
      }
    }
  }
}
