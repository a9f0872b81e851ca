// A stand-in for `navigator.serial`, with a cable to a ring at a socket that can be pulled.
//
// It behaves as Chromium's does where the page depends on it: one tab has the port, a port
// that is pulled ends its streams and gives "disconnect", and one that was allowed is
// among `getPorts()` again once it is back, as another object.

import { connect } from 'node:net';

/** Puts the stand-in before a page's own scripts. */
const STAND_IN = () => {
  const serial = new EventTarget();
  let port = null;
  const base64 = (bytes) => btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''));
  const makePort = () => {
    let streams = null;
    const it = {
      readable: null,
      writable: null,
      getInfo: () => ({ usbVendorId: 0x1209, usbProductId: 0x0001 }),
      async open() {
        if (it.readable) throw new DOMException('The port is already open.', 'InvalidStateError');
        const why = await window.cableOpen();
        if (why) throw new DOMException(why, 'NetworkError');
        it.readable = new ReadableStream({ start: (controller) => { streams = controller; } });
        it.writable = new WritableStream({ write: (bytes) => window.cableWrite(base64(bytes)) });
      },
      // The browser's own stack refuses this at a pseudo-terminal.
      setSignals: async () => { throw new DOMException('Failed to set control signals.', 'NetworkError'); },
      async close() {
        it.readable = null;
        it.writable = null;
        await window.cableClose();
      },
      heard: (text) => streams?.enqueue(Uint8Array.from(atob(text), (one) => one.charCodeAt(0))),
      pulled() {
        const controller = streams;
        streams = null;
        it.readable = null;
        controller?.error(new DOMException('The device has been lost.', 'NetworkError'));
        it.dispatchEvent?.(new Event('disconnect'));
        serial.dispatchEvent(new Event('disconnect'));
      },
    };
    return it;
  };
  const current = async () => {
    const { isThere, isAllowed } = await window.cableState();
    if (!isThere) port = null;
    else port ??= makePort();
    return isAllowed ? port : null;
  };
  serial.getPorts = async () => [await current()].filter(Boolean);
  serial.requestPort = async ({ filters }) => {
    if (!filters?.some((one) => one.usbVendorId === 0x1209)) throw new DOMException('no filter', 'TypeError');
    const { isThere } = await window.cableAllow();
    if (!isThere) throw new DOMException('No port selected by the user.', 'NotFoundError');
    return current();
  };
  window.cableHeard = (text) => port?.heard(text);
  window.cablePulled = () => { const was = port; port = null; was?.pulled(); };
  window.cablePlugged = () => serial.dispatchEvent(new Event('connect'));
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
  // The tab that was here has given its port back.
  window.cableClose();
};

/** A cable to the ring at a TCP port of this machine. */
export class Cable {
  constructor(port) {
    Object.assign(this, { port, isThere: true, isAllowed: false, socket: null, owner: null, pages: [], written: 0, isMute: false });
  }

  /** Puts the stand-in into a page, before it is opened. */
  async into(page) {
    this.pages.push(page);
    await page.exposeFunction('cableState', () => ({ isThere: this.isThere, isAllowed: this.isAllowed }));
    await page.exposeFunction('cableAllow', () => {
      this.isAllowed = true;
      return { isThere: this.isThere };
    });
    await page.exposeFunction('cableOpen', () => this.#open(page));
    await page.exposeFunction('cableClose', () => { if (this.owner === page) this.#end(); });
    await page.exposeFunction('cableWrite', (text) => {
      const bytes = Buffer.from(text, 'base64');
      this.written += bytes.length;
      if (this.owner === page) this.socket?.write(bytes);
    });
    await page.addInitScript(STAND_IN);
  }

  async #open(page) {
    if (!this.isThere || this.owner) return 'Failed to open serial port.';
    this.owner = page;
    const socket = connect(this.port, '127.0.0.1');
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (bytes) => { if (!this.isMute) this.#tell(page, 'cableHeard', bytes.toString('base64')); });
    await new Promise((resolve) => { socket.once('connect', resolve); socket.once('error', resolve); });
    return null;
  }

  #tell(page, name, value = null) {
    return page.evaluate(([which, given]) => window[which](given), [name, value]).catch(() => {});
  }

  #end() {
    this.socket?.destroy();
    this.socket = null;
    this.owner = null;
  }

  /** Pulls the cable. */
  async pull() {
    this.isThere = false;
    this.#end();
    for (const page of this.pages) await this.#tell(page, 'cablePulled');
  }

  /** Plugs it in again. */
  async plug() {
    this.isThere = true;
    for (const page of this.pages) await this.#tell(page, 'cablePlugged');
  }
}
