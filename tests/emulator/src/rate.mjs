// How often something comes in a second of device time.

export class Rate {
  constructor() {
    this.count = 0;
    this.first = 0;
    this.last = 0;
  }

  /** It came at this instant, in us. */
  beat(micros) {
    if (this.count++ === 0) {
      this.first = micros;
    }
    this.last = micros;
  }

  get hertz() {
    return this.count > 1 ? ((this.count - 1) * 1e6) / (this.last - this.first) : 0;
  }
}
