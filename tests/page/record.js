// Records sessions played by pointer: `npm run record`, into tests/hashes/sessions.
//
// Each is set-up, seed and script, which replay bit for bit. `question` ends where the
// ring asks; the others are for comparing machines. After a change of the simulation the
// old ones lead elsewhere: record them anew.

import { mkdir, writeFile } from 'node:fs/promises';
import { launch, open } from './browser.js';
import { missing, serveFolder } from './folder.js';
import { recordQuestion } from './record_question.js';
import { begin, freed, mouse, nextStage, playCells, playUntil, told, when } from './table.js';

/** Recordings to make: those named, or all. */
const names = process.argv.slice(2);
const isWanted = (name) => !names.length || names.includes(name);
const FOLDER = new URL('../hashes/sessions/', import.meta.url);
const why = missing();
if (why) throw new Error(why);
const site = await serveFolder();
const browser = await launch();
await mkdir(FOLDER, { recursive: true });

/** Plays a session and keeps it if it came to what was wanted. */
async function record(name, setup, doing) {
  if (!isWanted(name)) return false;
  const { page, close } = await open(browser, site.url);
  await begin(page, setup);
  const isGood = await doing(page);
  const { setup: played, seed, text } = await page.evaluate(async () => (await import('./link.js')).script());
  await close();
  console.log(name, setup.seed, isGood ? `${text.split('\n').length} inputs` : 'not what was wanted');
  if (isGood) await writeFile(new URL(`${name}.json`, FOLDER), `${JSON.stringify({ setup: played, seed, text }, null, 1)}\n`);
  return isGood;
}

if (isWanted('question')) await recordQuestion();

const pushes = (count) => async (page) => {
  await playUntil(page, mouse, async () => (await told(page, 'pushed')).length >= count);
  return true;
};
await record('ss', { seed: 11 }, pushes(3));
await record('ss-cards', { seed: 12, league: 'full', players: 3 }, pushes(2));
await record('ks', { seed: 13, game: 'ks' }, pushes(2));

const moves = async (page) => {
  for (let n = 0; n < 4; n += 1) {
    await nextStage(page);
    const { slide, count } = await when(page, (it) => it.plays.length > 0 && { slide: it.plays[it.plays.length >> 1].slide, count: it.lines.length });
    await playCells(page, mouse, slide.map(([from]) => from), freed(slide));
    await when(page, (it, before) => it.lines.length > before, count);
  }
  return true;
};
await record('abalone', { seed: 14, game: 'abalone' }, moves);
await record('sumoo', { seed: 15, game: 'sumoo' }, moves);
await browser.close();
await site.end();
process.exit();
