// What a harness needs of an ELF file: the bytes to load and the symbols.

const LOAD = 1;
const SYMBOLS = 2;

/** Reads a 32-bit little-endian ELF image. */
export function readElf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, false) !== 0x7f454c46) {
    throw new Error('not an ELF file');
  }
  return {
    segments: [...segments(view, bytes)],
    symbols: new Map([...symbols(view, bytes)].map(({ name, value }) => [name, value])),
    functions: functions(view, bytes),
    sections: [...sections(view)],
  };
}

function* segments(view, bytes) {
  const [start, size, count] = [view.getUint32(28, true), view.getUint16(42, true), view.getUint16(44, true)];
  for (let n = 0; n < count; n++) {
    const at = start + n * size;
    const length = view.getUint32(at + 16, true);
    if (view.getUint32(at, true) === LOAD && length > 0) {
      const offset = view.getUint32(at + 4, true);
      yield { address: view.getUint32(at + 12, true), bytes: bytes.subarray(offset, offset + length) };
    }
  }
}

function headers(view) {
  const [start, size, count] = [view.getUint32(32, true), view.getUint16(46, true), view.getUint16(48, true)];
  return Array.from({ length: count }, (_, n) => {
    const at = start + n * size;
    const word = (k) => view.getUint32(at + 4 * k, true);
    return { type: word(1), flags: word(2), address: word(3), offset: word(4), size: word(5), link: word(6) };
  });
}

function text(bytes, at) {
  const end = bytes.indexOf(0, at);
  return Buffer.from(bytes.subarray(at, end)).toString('latin1');
}

function* symbols(view, bytes) {
  const all = headers(view);
  for (const section of all.filter((it) => it.type === SYMBOLS)) {
    const names = all[section.link].offset;
    for (let at = section.offset; at < section.offset + section.size; at += 16) {
      const name = text(bytes, names + view.getUint32(at, true));
      if (name) {
        const [value, size] = [view.getUint32(at + 4, true), view.getUint32(at + 8, true)];
        yield { name, value, size, type: view.getUint8(at + 12) & 0xf };
      }
    }
  }
}

/** Functions by address, lowest first. */
function functions(view, bytes) {
  const FUNCTION = 2;
  return [...symbols(view, bytes)]
    .filter(({ type, size }) => type === FUNCTION && size > 0)
    .map(({ name, value, size }) => ({ name, start: value & ~1, size }))
    .sort((a, b) => a.start - b.start);
}

function* sections(view) {
  const all = headers(view);
  const ALLOCATED = 2;
  for (const section of all.filter((it) => it.flags & ALLOCATED && it.size)) {
    yield { address: section.address, size: section.size };
  }
}
