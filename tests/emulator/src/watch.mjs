// Compares what the firmware hands over with what was fed, and counts.

export class Watch {
  constructor() {
    this.reset();
  }

  /** Starts counting anew. */
  reset() {
    this.curtain = stream();
    this.hall = stream();
    this.overruns = 0;
    this.costs = { count: 0, sum: 0, most: 0 };
    this.open = null; // busy cycles when a frame was handed over
  }

  /** A frame of the curtain was handed over; `fed` is what the pins had. */
  frame(index, words, fed, busy) {
    this.close(busy);
    this.open = busy;
    take(this.curtain, index, words, fed, fed?.length ?? 0);
  }

  /** A scan was handed over; of a channel beyond the last nothing is known. */
  scan(index, sums, fed, channels, overrun, busy) {
    this.close(busy);
    this.overruns += overrun;
    take(this.hall, index, sums, fed, fed ? channels : 0);
  }

  /** The processor went on to something else: a frame's cost is known. */
  close(busy) {
    if (this.open !== null) {
      const cost = busy - this.open;
      this.costs.count++;
      this.costs.sum += cost;
      this.costs.most = Math.max(this.costs.most, cost);
      this.open = null;
    }
  }
}

function stream() {
  return { taken: 0, compared: 0, wrong: 0, lost: 0, first: null, last: null };
}

function take(stream, index, got, fed, length) {
  stream.taken++;
  stream.first ??= index;
  if (stream.last !== null) {
    stream.lost += index - stream.last - 1;
  }
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
