// The serial interface to the flash, as far as a command that reads the chip's id goes.
//
// The emulator's own does everything else.

const DR0 = 0x60;
const READ_ID = 0x4b;
const DUMMIES = 4;

/** The id of the emulated flash chip. */
export const CHIP_ID = [0xe6, 0x61, 0x4c, 0x31, 0x1b, 0x7f, 0x5a, 0x2c];

/** Lets the interface answer the command 4Bh: four dummy bytes, then the id. */
export function answerId(ssi) {
  const read = ssi.readUint32.bind(ssi);
  const write = ssi.writeUint32.bind(ssi);
  let answer = [];
  ssi.readUint32 = (offset) => (offset === DR0 && answer.length ? answer.shift() : read(offset));
  ssi.writeUint32 = (offset, value) => {
    write(offset, value);
    if (offset === DR0 && (value & 0xff) === READ_ID) {
      answer = [...Array(DUMMIES).fill(0), ...CHIP_ID];
    }
  };
}
