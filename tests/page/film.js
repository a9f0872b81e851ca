// Makes the moving picture of the README: `npm run film`, host-tools/pictures/page.gif.
//
// A person drags a disc onto the platform, pushes it with the mouse, and something falls.
// Frames are taken in Chromium, made small there, and encoded by gifenc: only what has
// changed since the frame before is kept.

import { createRequire } from 'node:module';
import { readFile, writeFile } from 'node:fs/promises';
import { launch, open } from './browser.js';
import { missing, serveFolder } from './folder.js';
import { act, begin, mouse, nextStage, situation, setSpeed, told } from './table.js';

const FILE = new URL('../../host-tools/pictures/page.gif', import.meta.url).pathname;
const SIZE = { width: 720, height: 450 };
/** Most frames, and how long each is shown, ms. */
const MOST = 64;
const EACH = 130;

const why = missing();
if (why) throw new Error(why);
const site = await serveFolder();
const browser = await launch();
const { page } = await open(browser, site.url, { viewport: { width: 1120, height: 700 } });
await begin(page, { seed: 7, names: ['Mia', 'Hugo'] });

const frames = [];
let isFilming = false;
async function film() {
  while (isFilming && frames.length < MOST) frames.push((await page.screenshot({ type: 'png' })).toString('base64'));
}
let last = [];
for (let n = 0; n < 8; n += 1) {
  const stage = await nextStage(page, last);
  last = [stage];
  if (!/^(push|laid)/.test(stage)) {
    await act(page, stage, mouse);
    continue;
  }
  // Pictures take longer than frames: the table goes slower meanwhile.
  await setSpeed(page, 0.25);
  isFilming = true;
  const filming = film();
  await act(page, stage, mouse);
  if (stage.startsWith('laid')) {
    const until = Date.now() + 20_000;
    while (frames.length < MOST && Date.now() < until && !(await told(page, 'fell')).length) await situation(page);
    await new Promise((resolve) => { setTimeout(resolve, 3000); });
  }
  isFilming = false;
  await filming;
  await setSpeed(page, 1);
  if (frames.length >= MOST || (await told(page, 'fell')).length) break;
}
console.log(`${frames.length} frames`);

const studio = await (await browser.newContext()).newPage();
const encoder = await readFile(createRequire(import.meta.url).resolve('gifenc/dist/gifenc.js'), 'utf8');
await studio.evaluate(`globalThis.module = { exports: {} }; globalThis.exports = module.exports; ${encoder}; globalThis.gifenc = module.exports;`);
await studio.evaluate(({ width, height }) => {
  globalThis.gif = gifenc.GIFEncoder();
  globalThis.canvas = new OffscreenCanvas(width, height);
}, SIZE);
for (const [n, frame] of frames.entries()) {
  await studio.evaluate(async ([png, isFirst, isLast, each]) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const ctx = canvas.getContext('2d', { willReadFrequently: true });
    ctx.imageSmoothingQuality = 'high';
    ctx.drawImage(image, 0, 0, canvas.width, canvas.height);
    const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
    if (isFirst) globalThis.palette = gifenc.quantize(data, 255);
    const shown = gifenc.applyPalette(data, palette);
    const clear = palette.length;
    const index = globalThis.before ? shown.map((colour, at) => (colour === before[at] ? clear : colour)) : shown;
    globalThis.before = shown;
    gif.writeFrame(index, canvas.width, canvas.height, { palette: isFirst ? [...palette, [0, 0, 0]] : undefined, transparent: !isFirst, transparentIndex: clear, delay: isLast ? 2500 : each, dispose: 1, repeat: 0 });
  }, [frame, n === 0, n === frames.length - 1, EACH]);
}
const bytes = Buffer.from(await studio.evaluate(() => {
  gif.finish();
  return Array.from(gif.bytes(), (byte) => String.fromCharCode(byte)).join('');
}), 'latin1');
await writeFile(FILE, bytes);
console.log(`${bytes.length} bytes in ${FILE}`);
await browser.close();
await site.end();
process.exit();
