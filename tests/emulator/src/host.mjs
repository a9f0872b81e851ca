// A USB host with a CDC-ACM port: enumerates, opens, reads, writes; and one that
// is deaf.
//
// The emulator takes a buffer from the device the moment it is offered. On the
// chip it stays with the controller (AVAILABLE) until the host has come for it;
// drivers wait for that, so it is put right here.

import { USBCDC } from 'rp2040js';

const AVAILABLE = 1 << 10;
const IN_CONTROL = 0x80;
const OUT_CONTROL = 0x84;
const MS = 1_000_000; // ns
/** Type of a string descriptor. */
const STRING = 3;

/** SET_CONTROL_LINE_STATE to interface 0. */
const lineState = (dtr) => new Uint8Array([0x21, 0x22, dtr ? 3 : 0, 0, 0, 0, 0, 0]);

export class Host {
  constructor(mcu, onPacket) {
    const usb = mcu.usbCtrl;
    this.usb = usb;
    this.view = mcu.usbDPRAMView;
    this.onPacket = onPacket;
    this.outgoing = [];
    this.wanted = 0; // bytes the device waits for
    this.deaf = false;
    this.held = []; // packets a deaf host has not come for
    this.isHeld = false; // a buffer of the device waits for a deaf host
    this.cdc = new USBCDC(usb);
    this.isOpen = false;
    this.onDescriptor = null; // takes the descriptor that was asked for
    const opened = mcu.clock.createAlarm(() => {
      this.isOpen = true;
      this.serve();
    });
    this.cdc.onDeviceConnected = () => {
      // The class names the wrong recipient; say it again.
      usb.sendSetupPacket(lineState(true));
      // Nobody writes before the port is open.
      opened.schedule(MS);
    };
    this.cdc.onSerialData = (bytes) => (this.deaf ? this.held.push(bytes) : onPacket(bytes));

    const written = usb.onEndpointWrite;
    usb.onEndpointWrite = (endpoint, buffer) => {
      if (endpoint === 0 && this.onDescriptor && buffer.length > 1) {
        this.onDescriptor(buffer);
        this.onDescriptor = null;
      } else {
        written(endpoint, buffer);
      }
    };
    const read = usb.onEndpointRead;
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== this.cdc.outEndpoint) {
        read(endpoint, size);
        return;
      }
      this.setAvailable(OUT_CONTROL, endpoint, true);
      this.wanted = size;
      this.serve();
    };
    const finish = usb.finishRead.bind(usb);
    usb.finishRead = (endpoint, buffer) => {
      finish(endpoint, buffer);
      if (endpoint === this.cdc.outEndpoint) {
        this.setAvailable(OUT_CONTROL, endpoint, false);
      }
    };
    this.ready = usb.indicateBufferReady.bind(usb);
    usb.indicateBufferReady = (endpoint, out) => {
      if (this.deaf && !out && endpoint === this.cdc.inEndpoint) {
        this.setAvailable(IN_CONTROL, endpoint, true);
        this.isHeld = true;
      } else {
        this.ready(endpoint, out);
      }
    };
  }

  setAvailable(control, endpoint, yes) {
    const at = control + 8 * endpoint;
    const value = this.view.getUint32(at, true);
    this.view.setUint32(at, yes ? value | AVAILABLE : value & ~AVAILABLE, true);
  }

  /** Sends bytes to the device, as soon as it takes them. */
  send(bytes) {
    this.outgoing.push(...bytes);
    this.serve();
  }

  serve() {
    if (this.isOpen && this.wanted && this.outgoing.length) {
      const packet = Uint8Array.from(this.outgoing.splice(0, Math.min(this.wanted, 63)));
      this.wanted = 0;
      this.usb.endpointReadDone(this.cdc.outEndpoint, packet);
    }
  }

  /** Asks for a descriptor, strings in English. */
  describe(type, index, onDescriptor) {
    this.onDescriptor = onDescriptor;
    const language = type === STRING && index ? [0x09, 0x04] : [0, 0];
    this.usb.sendSetupPacket(new Uint8Array([0x80, 6, index, type, ...language, 0xff, 0]));
  }

  /** Stops coming for packets, or goes on. */
  listen(yes) {
    this.deaf = !yes;
    if (yes) {
      this.held.splice(0).forEach((bytes) => this.onPacket(bytes));
      if (this.isHeld) {
        this.isHeld = false;
        this.setAvailable(IN_CONTROL, this.cdc.inEndpoint, false);
        this.ready(this.cdc.inEndpoint, false);
      }
    }
  }

  /** Opens or closes the port; what was not sent yet goes with it. */
  setOpen(yes) {
    if (!yes) {
      this.outgoing = [];
    }
    this.isOpen = yes;
    this.usb.sendSetupPacket(lineState(yes));
  }
}
