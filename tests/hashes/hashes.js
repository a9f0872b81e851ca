// Prints the hashes of what the WebAssembly of the page plays: one line for each "game
// players seed", "scene name seed" or "session name" given, or read from a file after
// "--from"; from the module in the folder given first.

import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [folder, ...words] = process.argv.slice(2);
const titles = words[0] === '--from' ? (await readFile(words[1], 'utf8')).trim().split('\n') : words;
globalThis.dohyoPanic = (sentence) => console.error(sentence);
const { default: init, matchHashes, sceneHashes, sessionHashes } = await import(pathToFileURL(join(folder, 'play.js')));
await init({ module_or_path: await readFile(join(folder, 'play_bg.wasm')) });

const recording = (name) => readFile(new URL(`sessions/${name}.json`, import.meta.url), 'utf8');

for (const title of titles) {
  const [first, second, seed] = title.split(' ');
  const found = first === 'scene' ? sceneHashes(second, Number(seed))
    : first === 'session' ? sessionHashes(await recording(second))
      : matchHashes(first, Number(second), Number(seed));
  console.log(`${title}: ${found}`);
}
