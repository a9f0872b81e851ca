// Prints the hashes of matches that the WebAssembly of the page plays: one line for each
// "game players seed" given, from the module in the folder given first.

import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [folder, ...matches] = process.argv.slice(2);
globalThis.dohyoPanic = (sentence) => console.error(sentence);
const { default: init, matchHashes } = await import(pathToFileURL(join(folder, 'play.js')));
await init({ module_or_path: await readFile(join(folder, 'play_bg.wasm')) });
for (const match of matches) {
  const [game, players, seed] = match.split(' ');
  console.log(`${match}: ${matchHashes(game, Number(players), Number(seed))}`);
}
