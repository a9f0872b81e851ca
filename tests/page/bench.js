// Measures the page in Chromium: `npm run bench`. Prints figures and judges none.
//
// Measured with the worker: what is downloaded, compressed as a web host would; the time
// from the address to the first push that is possible; how much faster than real time the
// table runs; frames that were dropped; memory.

import { readFile } from 'node:fs/promises';
import { readdirSync, statSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { launch, open } from './browser.js';
import { FOLDER, missing, serveFolder } from './folder.js';
import { act, begin, mouse, nextStage, playUntil, setSpeed, when } from './table.js';

const why = missing();
if (why) throw new Error(why);
const files = (folder) => readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  if (statSync(path).isDirectory()) return files(path);
  return /\.(html|js|css|svg|wasm|woff2)$/.test(name) ? [path] : [];
});
/** Bytes of what a browser loads: plain, and compressed as web hosts do. */
async function download(isLoaded) {
  const sum = [0, 0, 0];
  for (const path of files(FOLDER).filter(isLoaded)) {
    const bytes = await readFile(path);
    const isPacked = path.endsWith('woff2');
    sum[0] += bytes.length;
    sum[1] += isPacked ? bytes.length : gzipSync(bytes, { level: 9 }).length;
    sum[2] += isPacked ? bytes.length : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  }
  return sum;
}
const mb = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
const say = (what, figure) => console.log(`${what.padEnd(44)} ${figure}`);
say('machine', `${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`);
say('download to play: plain, gzip, brotli', (await download((path) => !/\/line(_bg)?\.(js|wasm)$/.test(path))).map(mb).join(', '));
say('download to follow a ring: the same', (await download((path) => !/\/play(_bg)?\.(js|wasm)$/.test(path))).map(mb).join(', '));

const site = await serveFolder();
const browser = await launch();
const { page } = await open(browser, 'about:blank', { viewport: { width: 1280, height: 800 } });
const began = Date.now();
await page.goto(site.url);
await page.locator('.start:enabled').waitFor({ timeout: 120_000 });
say('address to set-up with the ring loaded', `${((Date.now() - began) / 1000).toFixed(2)} s`);
const start = Date.now();
await begin(page, { seed: 7 });
await when(page, (it) => it.turn?.person && it.poses);
say('start to first act possible', `${((Date.now() - start) / 1000).toFixed(2)} s`);
await playUntil(page, mouse, (stages) => stages.at(-1) === 'laid');
say('address to first push possible, by a script', `${((Date.now() - began) / 1000).toFixed(2)} s`);

/** Simulated seconds a second over two seconds, at the largest speed. */
async function factor() {
  await setSpeed(page, 20);
  const found = await page.evaluate(async () => {
    const { state } = await import('./state.js');
    const [step, at] = [state.step, performance.now()];
    await new Promise((resolve) => { setTimeout(resolve, 2000); });
    return (state.step - step) * 2 / (performance.now() - at);
  });
  await setSpeed(page, 1);
  return `${found.toFixed(1)} (at most 20)`;
}
say('real-time factor at rest', await factor());

await page.evaluate(() => {
  globalThis.gaps = [];
  let last = performance.now();
  const next = (now) => { gaps.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
});
await act(page, 'laid', mouse);
await nextStage(page, []);
const gaps = await page.evaluate(() => gaps.slice(2));
const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1000 / 60)) - 1), 0);
say('frames in a push: drawn, dropped, longest gap', `${gaps.length}, ${dropped}, ${Math.max(...gaps).toFixed(0)} ms`);
const { JSHeapUsedSize } = Object.fromEntries((await (await page.context().newCDPSession(page)).send('Performance.enable').then(async () => (await page.context().newCDPSession(page)).send('Performance.getMetrics')).catch(() => ({ metrics: [] }))).metrics.map(({ name, value }) => [name, value]));
say('memory of the page, without the worker', JSHeapUsedSize ? mb(JSHeapUsedSize) : 'not given');
await browser.close();
await site.end();
process.exit();
