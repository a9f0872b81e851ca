// The built folder of the page, served from a file server as any web host would.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

export const FOLDER = process.env.PAGE ?? new URL('../../target/page', import.meta.url).pathname;
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.wasm': 'application/wasm' };

/** Why the tests of the page cannot run here, or null. In CI they must. */
export function missing() {
  const sentence = [
    [CHROMIUM, `Chromium not found at ${CHROMIUM}; install Debian's chromium, or name another in CHROMIUM`],
    [join(FOLDER, 'index.html'), `no page in ${FOLDER}; write it with cargo page, or name another folder in PAGE`],
    [join(FOLDER, 'play_bg.wasm'), `no play_bg.wasm in ${FOLDER}; write it with cargo page`],
    [join(FOLDER, 'line_bg.wasm'), `no line_bg.wasm in ${FOLDER}; write it with cargo page`],
  ].find(([path]) => !existsSync(path))?.[1] ?? null;
  if (sentence && process.env.CI === 'true') throw new Error(sentence);
  return sentence ? `skipped: ${sentence}` : null;
}

/** The page in one file, as `cargo page --one-file` writes it. */
export const oneFile = () => process.env.PAGE_FILE ?? `${FOLDER.replace(/\/$/, '')}.html`;

/** Why the tests of the one file cannot run here, or null. In CI they must. */
export function missingFile() {
  if (existsSync(oneFile())) return null;
  const sentence = `no ${oneFile()}; write it with cargo page --one-file, or name another in PAGE_FILE`;
  if (process.env.CI === 'true') throw new Error(sentence);
  return `skipped: ${sentence}`;
}

/** Serves the folder on a free port; gives its address and how to end it. */
export async function serveFolder() {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://page').pathname)).replace(/\/$/, '/index.html');
    try {
      const bytes = await readFile(join(FOLDER, path));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
      response.end(bytes);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return { url: `http://127.0.0.1:${server.address().port}/`, end: () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }) };
}
