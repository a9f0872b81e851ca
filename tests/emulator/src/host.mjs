// A USB host with a CDC-ACM port: enumerates, opens, reads, writes; and one that
// is deaf, or gone.

import { USBCDC } from 'rp2040js';

/** SET_CONTROL_LINE_STATE to interface 0. */
const lineState = (dtr) => new Uint8Array([0x21, 0x22, dtr ? 3 : 0, 0, 0, 0, 0, 0]);

export class Host {
  constructor(mcu, onPacket) {
    const usb = mcu.usbCtrl;
    this.usb = usb;
    this.outgoing = [];
    this.wanted = 0; // bytes the device waits for
    this.deaf = false;
    this.held = 0; // completions a deaf host keeps back
    this.open = false;
    this.cdc = new USBCDC(usb);
    this.cdc.onDeviceConnected = () => {
      this.open = true;
      // The class named the wrong recipient; say it again.
      usb.sendSetupPacket(lineState(true));
    };
    this.cdc.onSerialData = (bytes) => onPacket(bytes);
    const read = usb.onEndpointRead;
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== this.cdc.outEndpoint) {
        read(endpoint, size);
        return;
      }
      this.wanted = size;
      this.serve();
    };
    const ready = usb.indicateBufferReady.bind(usb);
    usb.indicateBufferReady = (endpoint, out) => {
      if (this.deaf && !out && endpoint === this.cdc.inEndpoint) {
        this.held++;
        return;
      }
      ready(endpoint, out);
    };
    this.ready = ready;
  }

  /** Sends bytes to the device, as soon as it takes them. */
  send(bytes) {
    this.outgoing.push(...bytes);
    this.serve();
  }

  serve() {
    if (this.wanted && this.outgoing.length) {
      const packet = Uint8Array.from(this.outgoing.splice(0, Math.min(this.wanted, 63)));
      this.wanted = 0;
      this.usb.endpointReadDone(this.cdc.outEndpoint, packet);
    }
  }

  /** Stops taking packets, or goes on. */
  listen(yes) {
    this.deaf = !yes;
    for (; yes && this.held; this.held--) {
      this.ready(this.cdc.inEndpoint, false);
    }
  }

  /** Opens or closes the port. */
  setOpen(yes) {
    this.usb.sendSetupPacket(lineState(yes));
  }
}
