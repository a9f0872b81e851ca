// A ring at a serial port of this computer: the page owns the port, and carries bytes.
//
// One program a port: opening fails while another tab or program has it. After it was
// unplugged, the port is taken from the browser again.

/** Number for tests of pid.codes; the firmware has it. */
const FILTERS = [{ usbVendorId: 0x1209, usbProductId: 0x0001 }];
const BAUD = 115_200;

/** True if this browser can reach serial ports. */
export const canSerial = () => Boolean(navigator.serial);

/** Ports that the reader has allowed before. */
export const knownPorts = async () => (canSerial() ? navigator.serial.getPorts() : []);

/** Lets the reader choose a port; null if none was chosen. */
export async function choosePort() {
  try {
    return await navigator.serial.requestPort({ filters: FILTERS });
  } catch (error) {
    if (error.name === 'NotFoundError') return null;
    throw error;
  }
}

/** Calls `listener` whenever a port that is allowed comes. */
export const onPlugged = (listener) => navigator.serial?.addEventListener('connect', listener);

/** Opens a port; `heard` gets its bytes, `lost` is called once it ends by itself. */
export async function openSerial(port, heard, lost) {
  await port.open({ baudRate: BAUD });
  // The firmware answers once it knows that a program listens; not every port can say so.
  await port.setSignals({ dataTerminalReady: true }).catch(() => {});
  const writer = port.writable.getWriter();
  let reader = port.readable.getReader();
  let isClosed = false;
  const end = async () => {
    if (isClosed) return;
    isClosed = true;
    await reader.cancel().catch(() => {});
    reader.releaseLock();
    await writer.abort().catch(() => {});
    writer.releaseLock();
    await port.close().catch(() => {});
  };
  const read = async () => {
    for (;;) {
      try {
        const { value, done } = await reader.read();
        if (done) break;
        heard(value);
      } catch (error) {
        // Noise on the line leaves a new stream; a port that has gone leaves none.
        if (isClosed || !port.readable || error.name === 'NetworkError') break;
        reader.releaseLock();
        reader = port.readable.getReader();
      }
    }
    if (isClosed) return;
    await end();
    lost();
  };
  read();
  return { write: (bytes) => writer.write(bytes), end };
}
