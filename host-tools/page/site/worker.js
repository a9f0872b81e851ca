// The ring, its table and its simulated players, in a worker of their own. The page and
// this worker exchange plain messages; `host-tools/page/README.md` lists them.

import init, { Play, cards, version } from './play.js';

/** Milliseconds of a step of the table. */
const STEP = 2;

/** Most that the table may owe, ms: a hidden tab stands still instead of racing later. */
const MOST_OWED = 100;

/** Milliseconds of a frame that may be spent on warming up. */
const WARMING = 4;

let play = null;
let paused = false;
let speed = 1;
let last = 0;
let owed = 0;
let warming = null;

globalThis.dohyoPanic = (sentence) => {
  play = null;
  postMessage({ panic: sentence });
};

/** Calls `what`; a refusal is a sentence for the page. */
function guarded(what) {
  try {
    what();
  } catch (error) {
    postMessage({ mistake: error.message ?? String(error) });
  }
}

/** Advances the table to the present. */
function advance() {
  const now = performance.now();
  if (play !== null && !paused) {
    owed = Math.min(owed + (now - last) * speed, MOST_OWED * Math.max(1, speed));
    const steps = Math.floor(owed / STEP);
    owed -= steps * STEP;
    if (steps > 0) play.step(steps);
  }
  last = now;
}

/** Sends what has happened, and where everything is. */
function show() {
  if (play === null) return;
  const text = play.news();
  if (text !== '') postMessage({ news: text.split('\n').map((line) => JSON.parse(line)) });
  const [poses, lights, step] = [play.poses(), play.lights(), play.steps()];
  postMessage({ poses, lights, step }, [poses.buffer, lights.buffer]);
}

/** A push out of sight, so that the first one in sight finds warm code. */
function* push() {
  const out = new Play('{"game":"ss","seats":["you","you"]}', 1, undefined);
  const hand = (act) => out.input(JSON.stringify({ hand: act }));
  const pass = function* (steps) {
    for (let n = 0; n < steps; n += 5) {
      out.step(5);
      yield;
    }
  };
  try {
    hand({ mark: { post: 1 } });
    yield* pass(200);
    hand({ dock: { post: 1 } });
    yield* pass(300);
    hand({ lay: { piece: 'small' } });
    yield* pass(100);
    const table = out.news().split('\n').map((line) => JSON.parse(line));
    const { spot, in: ahead } = table.findLast((it) => it.event === 'platform').data;
    const at = (way) => [spot[0] + ahead[0] * way, spot[1] + ahead[1] * way];
    hand({ down: at(-12) });
    for (let way = -12; way < 30; way += 2) {
      hand({ move: at(way) });
      yield* pass(8);
    }
    hand('up');
    yield* pass(300);
  } finally {
    out.free();
  }
}

function warm() {
  if (warming === null) return;
  const until = performance.now() + WARMING;
  try {
    while (performance.now() < until) {
      if (warming.next().done) {
        warming = null;
        return;
      }
    }
  } catch {
    warming = null;
  }
}

function tick() {
  guarded(() => {
    advance();
    show();
  });
  warm();
}

function begin({ setup, seed, script }) {
  const next = new Play(JSON.stringify(setup), (seed ?? 0) >>> 0, script);
  play?.free();
  play = next;
  paused = false;
  owed = 0;
  last = performance.now();
  show();
}

function hear(message) {
  if (message.setup !== undefined) begin(message);
  else if ('pause' in message) {
    advance();
    paused = message.pause;
  } else if ('speed' in message) {
    advance();
    speed = Math.min(Math.max(message.speed, 0.1), 20);
  } else if (play === null) throw new Error('no session; send a set-up first');
  else if (message.script) postMessage({ script: JSON.parse(play.recipe()) });
  else if ('capture' in message) {
    try {
      postMessage({ capture: { seq: message.capture, svg: play.capture(message.capture) } });
    } catch (error) {
      postMessage({ capture: { seq: message.capture, mistake: error.message } });
    }
  } else {
    // The table is at the present when the input arrives: even ways of the pointer.
    advance();
    play.input(JSON.stringify(message));
  }
}

// A page in one file brings the module along.
const ready = init({ module_or_path: globalThis.dohyoModule ?? new URL('./play_bg.wasm', import.meta.url) }).then(() => {
  postMessage({ ready: { version: version(), cards: JSON.parse(cards()) } });
  warming = push();
  setInterval(tick, 1000 / 60);
});

self.onmessage = async ({ data }) => {
  await ready;
  guarded(() => hear(data));
};
