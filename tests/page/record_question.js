// Records a session that ends where the ring asks the person who pushed. Played without a
// browser: a thumb that jerks, noisy sensors, and seeds until the ring is in doubt.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FOLDER } from './folder.js';

const FILE = new URL('../hashes/sessions/question.json', import.meta.url);
const SETUP = { game: 'ss', players: 2, seats: ['you', 'greedy'], league: 'junior', noise: 'high' };
const SEEDS = 60;

/** Latest data of each event of a session, and its hand. */
function table(play) {
  const heard = {};
  const hear = () => play.news().split('\n').filter(Boolean).map((line) => JSON.parse(line)).forEach(({ event, data }) => { heard[event] = data; });
  hear();
  return {
    heard,
    wait: (steps) => { play.step(steps); hear(); },
    hand: (act) => { play.input(JSON.stringify({ hand: act })); hear(); },
  };
}

/** Plays one push; true if the ring then asks and a person is to answer. */
function isAsked(play) {
  const { heard, wait, hand } = table(play);
  for (let n = 0; n < 60 && !(heard.turn?.person && heard.turn.next.some((one) => one.do.startsWith('dock'))); n += 1) wait(200);
  hand({ dock: { post: 1 } });
  wait(800);
  hand({ mark: { post: 1 } });
  wait(800);
  hand({ lay: { piece: heard.now.view.sides.find((side) => side.acts).stock[0].kind } });
  wait(400);
  const { spot, in: ahead } = heard.platform;
  const at = (way) => [spot[0] + ahead[0] * way, spot[1] + ahead[1] * way];
  hand({ down: at(-4) });
  for (let way = 6; way < 60; way += 10) {
    hand({ move: at(way) });
    wait(60);
  }
  hand('up');
  for (let n = 0; n < 20 && !heard.now.question; n += 1) wait(100);
  return Boolean(heard.now.question && heard.turn?.person);
}

/** Writes the first such session. */
export async function recordQuestion() {
  globalThis.dohyoPanic = (sentence) => console.error(sentence);
  const { default: init, Play } = await import(pathToFileURL(join(FOLDER, 'play.js')));
  await init({ module_or_path: await readFile(join(FOLDER, 'play_bg.wasm')) });
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const play = new Play(JSON.stringify(SETUP), seed, undefined);
    try {
      if (isAsked(play)) {
        await writeFile(FILE, `${JSON.stringify(JSON.parse(play.recipe()), null, 1)}\n`);
        console.log(`question: seed ${seed}`);
        return;
      }
    } catch (error) {
      console.log(`seed ${seed}: ${error.message}`);
    }
    play.free();
  }
  throw new Error(`the ring asked in none of ${SEEDS} sessions`);
}
