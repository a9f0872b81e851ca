// The LED strip: a WS2812 waveform back to colours.

const ONE = 550; // ns: a longer pulse is a 1
const LATCH = 50_000; // ns of silence end a frame

export class Strip {
  constructor() {
    this.rose = 0;
    this.fell = 0;
    this.bits = [];
    this.began = 0;
    /** Called with (ns of the first bit, ns of the last, colours as [r, g, b], leftover bits). */
    this.onFrame = () => {};
  }

  edge(high, nanos) {
    if (high) {
      if (this.bits.length && nanos - this.fell > LATCH) {
        this.flush();
      }
      if (!this.bits.length) {
        this.began = nanos;
      }
      this.rose = nanos;
    } else {
      this.fell = nanos;
      this.bits.push(nanos - this.rose > ONE ? 1 : 0);
    }
  }

  /** Ends the frame if the line has been silent for long enough. */
  settle(nanos) {
    if (this.bits.length && nanos - this.fell > LATCH) {
      this.flush();
    }
  }

  flush() {
    const colours = [];
    const whole = this.bits.length - (this.bits.length % 24);
    for (let at = 0; at < whole; at += 24) {
      let word = 0;
      for (let n = 0; n < 24; n++) {
        word = (word << 1) | this.bits[at + n];
      }
      colours.push([(word >> 8) & 0xff, (word >> 16) & 0xff, word & 0xff]);
    }
    const rest = this.bits.length - whole;
    const { began, fell } = this;
    this.bits = [];
    this.onFrame(began, fell, colours, rest);
  }
}
