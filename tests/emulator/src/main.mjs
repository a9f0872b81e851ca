// The harness: runs an image, told what to do by lines of JSON on standard
// input; each is answered by one line of JSON on standard output.
//
//   { "do": "start", "image": FILE, "board": { "period", "addresses", "channels", "wires": [[FROM, TO]] },
//     "flash": [{ "at", "file" }], "chip": { "xip": MODEL | null, "seed": N } }
//   { "do": "feed", "curtain": FILE, "hall": FILE }   from the next whole moment of both on
//   { "do": "stream", "curtain": BYTES, "hall": BYTES } the same with frames in the order itself
//   { "do": "more", "curtain": BYTES, "hall": BYTES }   frames that go on after those
//   { "do": "run", "ms": N, "until": "over" | "ready" }
//   { "do": "send", "hex": BYTES }
//   { "do": "host", "listen": BOOL } or { "do": "host", "open": BOOL }
//   { "do": "press", "down": MASK }
//   { "do": "hang", "ms": N }
//   { "do": "panic" }                                 the program meets the impossible
//   { "do": "panic", "file": TEXT, "line": N }        the same at this line of a source file
//   { "do": "fault" }                                 the processor does: a HardFault
//   { "do": "overflow" }                              the stack has come to its end
//   { "do": "erases", "ms": N }                       every erase takes that long from now on
//   { "do": "descriptor", "type": N, "index": N }     the host asks for a USB descriptor
//   { "do": "cut", "operation": N, "bytes": N }       power goes within that write or erase
//   { "do": "cut", "erase": N, "bytes": N }           power goes within that erase
//   { "do": "power" }                                 off and on again
//   { "do": "mark", "misses": BOOL }                  count anew from here; misses by function, too
//
// An answer has `now`, device time in us since the first start, and what
// happened since the last answer.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { MODELS } from './cache.mjs';
import { crash, hardFault, overflow, panicAt, panicCall } from './crash.mjs';
import { CLEAR } from './curtain.mjs';
import { Feed } from './feed.mjs';
import { byFunction } from './misses.mjs';
import { Pico } from './pico.mjs';
import { Watch } from './watch.mjs';

const MS = 1_000_000;
const us = (nanos) => nanos / 1000;

let pico = null;
let channels = 0;
const watch = new Watch();
let marked = { nanos: 0, busy: 0, hits: 0, accesses: 0 };
let news = nothing();
/** Frames that come order by order. */
let stream = null;

function nothing() {
  return { packets: [], pictures: [], resets: [], ready: [], flash: [], faults: [], power_lost: [] };
}

const events = {
  packet: (at, bytes) => {
    news.packets.push({ at: us(at), hex: Buffer.from(bytes).toString('hex') });
  },
  picture: (began, ended, colours, rest) => {
    const hex = Buffer.from(colours.flat()).toString('hex');
    news.pictures.push({ at: us(began), ended: us(ended), hex, rest });
  },
  reset: (at, reason) => {
    // Frames are numbered anew.
    watch.reset();
    marked = { nanos: at, busy: 0, hits: 0, accesses: 0 };
    news.resets.push({ at: us(at), reason });
  },
  ready: (at) => {
    pico.markStack();
    news.ready.push(us(at));
  },
  taken: () => watch.taken(pico.processor.busyCycles),
  rest: () => watch.close(pico.processor.busyCycles),
  flash: (at, took, erases) => {
    news.flash.push({ at: us(at), took: us(took), erases });
    if (erases) {
      watch.erased();
    }
  },
  fault: (at, address, pc) => news.faults.push({ at: us(at), address, pc }),
  powerLost: (at) => news.power_lost.push(us(at)),
  curtain: (_at, index, words) =>
    watch.frame(index, words, pico.chains.fed.get(index), pico.processor.busyCycles),
  hall: (_at, index, sums, overrun) =>
    watch.scan(index, sums, pico.multiplexers.fed.get(index), channels, overrun, pico.processor.busyCycles),
};

const verbs = {
  start({ image, board, flash, chip }) {
    pico = new Pico(readFileSync(image), board, events, chip);
    ({ channels } = board);
    for (const { at, file } of flash ?? []) {
      const bytes = readFileSync(file);
      pico.flashBytes.set(bytes, at);
      pico.mcu.flash.set(bytes, at);
    }
    verbs.mark({});
  },
  feed({ curtain, hall }) {
    return start(new Feed(curtain, hall));
  },
  stream({ curtain, hall }) {
    stream = new Feed();
    stream.append(Buffer.from(curtain, 'hex'), Buffer.from(hall, 'hex'));
    return start(stream);
  },
  more({ curtain, hall }) {
    stream.append(Buffer.from(curtain, 'hex'), Buffer.from(hall, 'hex'));
  },
  run({ ms, until }) {
    const before = news.ready.length;
    pico.run(ms * MS, () => until === 'ready' && news.ready.length > before);
  },
  send({ hex }) {
    pico.host.send(Buffer.from(hex, 'hex'));
  },
  host({ listen, open }) {
    if (listen !== undefined) {
      pico.host.listen(listen);
    }
    if (open !== undefined) {
      pico.host.setOpen(open);
    }
  },
  press({ down }) {
    pico.press(down);
  },
  hang({ ms }) {
    pico.halt(ms * MS);
  },
  panic({ file, line }) {
    crash(pico, (core) => (file ? panicAt(core, pico, file, line) : panicCall(core, pico)));
  },
  fault() {
    return { fault: crash(pico, hardFault) };
  },
  overflow() {
    crash(pico, (core) => overflow(core, pico));
  },
  erases({ ms }) {
    pico.flash.eraseTime = ms * MS;
  },
  descriptor({ type, index }) {
    let found = null;
    pico.host.describe(type, index, (bytes) => {
      found = Buffer.from(bytes).toString('hex');
    });
    pico.run(10 * MS, () => found !== null);
    return { descriptor: found };
  },
  cut({ operation, erase, bytes }) {
    const { flash } = pico;
    flash.cut =
      erase === undefined
        ? { operation: flash.operations + operation, bytes }
        : { erase: flash.erases + erase, bytes };
  },
  power() {
    if (pico.powered) {
      pico.cutPower();
    }
    watch.reset();
    pico.powerOn();
    verbs.mark({});
  },
  mark({ misses }) {
    watch.reset();
    const { busyNanos, cache } = pico.processor;
    marked = { nanos: pico.nanos, busy: busyNanos, ...cache.total };
    if (misses) {
      pico.countMisses();
    }
  },
};

/** Feeds frames from the next whole moment of both streams on. */
function start(next) {
  const now = us(pico.clock.nanosCounter);
  // Both streams begin at the same moment, as they do at power-up.
  const { period } = pico.board;
  const scan = pico.multiplexers.period;
  const both = leastCommon(period || 1, scan);
  const begin = Math.ceil(now / both + 1) * both;
  next.firstFrame = period ? begin / period : 0;
  next.firstScan = begin / scan;
  pico.setFeed({ frameOf: (n) => next.frame(n) ?? CLEAR, scanOf: (n) => next.scan(n) });
  return { began: begin + us(pico.epoch), first_frame: next.firstFrame, first_scan: next.firstScan };
}

function leastCommon(a, b) {
  const common = (x, y) => (y ? common(y, x % y) : x);
  return (a / common(a, b)) * b;
}

function answer(extra) {
  const span = pico.nanos - marked.nanos;
  const { busyNanos, cache } = pico.processor;
  const cycles = ({ count, sum, most }) => ({ avg: count ? sum / count : 0, max: most });
  const sizes = (wanted) => pico.elf.sections.filter(wanted).reduce((sum, it) => sum + it.size, 0);
  const reply = {
    now: us(pico.nanos),
    ...news,
    ...extra,
    misses: pico.misses ? byFunction(pico.misses, pico.elf.functions, 64) : [],
    counts: {
      span: us(span),
      curtain: watch.curtain,
      hall: watch.hall,
      curtain_hz: pico.chains.rate.hertz,
      hall_hz: pico.multiplexers.rate.hertz,
      overruns: watch.overruns,
      cpu: span ? (busyNanos - marked.busy) / span : 0,
      cache: { accesses: cache.total.accesses - marked.accesses, hits: cache.total.hits - marked.hits },
      cycles_per_frame: cycles(watch.costs),
      cycles_of_frame: cycles(watch.frames),
      cycles_of_scan: cycles(watch.scans),
      xip: pico.xip === null ? null : { name: pico.xip, ...MODELS[pico.xip] },
      clock_hz: pico.mcu.clkSys,
      stack: pico.stackUsed,
      stack_boot: pico.stackBoot,
      stack_size: pico.stack.start - pico.stack.end,
      flash_reads_by_dma: pico.flashDma,
      erases: pico.flash.erases,
      programs: pico.flash.programs,
      clashes: pico.flash.clashes,
      odd_phases: pico.chains.odd,
      lit_shifts: pico.chains.litShifts,
      chain: pico.chains.shortest,
      pads: pico.mcu.gpio.map((pin) => pin.padValue),
      ram_static: sizes((it) => it.address >>> 28 === 2),
      flash_bytes: pico.elf.segments.reduce((sum, it) => sum + it.bytes.length, 0),
    },
  };
  news = nothing();
  return reply;
}

// Whoever gave the orders has gone.
process.stdout.on('error', () => process.exit());
const lines = createInterface({ input: process.stdin });
for await (const line of lines) {
  const order = JSON.parse(line);
  if (!(order.do in verbs)) {
    process.stdout.write(`${JSON.stringify({ error: `there is no "${order.do}"` })}\n`);
    continue;
  }
  try {
    const extra = verbs[order.do](order);
    process.stdout.write(`${JSON.stringify(answer(extra))}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ error: String(error.message ?? error) })}\n`);
  }
}
