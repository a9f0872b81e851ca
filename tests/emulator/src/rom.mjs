// A boot ROM of our own: a table of functions, a routine that looks one up, and
// for each function a breakpoint where the harness does its work.
//
//   0x14  halfword: address of the function table
//   0x16  halfword: address of the data table
//   0x18  halfword: address of the lookup routine

/** The functions, by the two letters of their name in the table. */
export const FUNCTIONS = ['IF', 'EX', 'RE', 'RP', 'FC', 'CX', 'C4', 'MC', 'MS', 'S4', 'P3', 'R3', 'L3', 'T3', 'UB'];

const LOOKUP = 0x40;
const TABLE = 0x80;
const NOTHING = 0x7c;
const CODE = 0x100;

/** The ROM as bytes. */
export function makeRom() {
  const rom = new Uint8Array(16 * 1024);
  const view = new DataView(rom.buffer);
  const put = (at, ...halfwords) => halfwords.forEach((half, n) => view.setUint16(at + 2 * n, half, true));
  put(0x14, TABLE, NOTHING, LOOKUP | 1);
  view.setUint8(0x13, 2); // version
  put(
    LOOKUP, // r0: table, r1: name
    0x8802, // next: ldrh r2, [r0]
    0x2a00, //       cmp r2, #0
    0xd004, //       beq none
    0x428a, //       cmp r2, r1
    0xd004, //       beq found
    0x3004, //       adds r0, #4
    0xe7f8, //       b next
    0x46c0, //       nop
    0x2000, // none: movs r0, #0
    0x4770, //       bx lr
    0x8840, // found: ldrh r0, [r0, #2]
    0x4770, //       bx lr
  );
  FUNCTIONS.forEach((name, n) => {
    const code = CODE + 4 * n;
    put(TABLE + 4 * n, name.charCodeAt(0) | (name.charCodeAt(1) << 8), code | 1);
    put(code, 0xbe00 | n, 0x4770); // bkpt #n; bx lr
  });
  return rom;
}
