// What `dohyo serve` offers a page besides its files: the line to a ring as a stream of
// events and requests. A stand-in for the server, with a ring at a socket behind it.

import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { FOLDER, TYPES } from './folder.js';

const CODE = '123456';
const KEY = 'a-key-that-nobody-guesses';

/** Serves the page at /play/ and the line at /wire; `it.isBarred` asks for the table code. */
export async function serveWire(port) {
  const lines = new Map();
  const it = { isBarred: false, code: CODE };
  const body = async (request) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    return Buffer.concat(parts);
  };
  const open = (response) => {
    const id = String(lines.size + 1);
    const socket = connect(port, '127.0.0.1');
    lines.set(id, socket);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`event: open\ndata: ${id}\n\n`);
    socket.on('data', (bytes) => response.write(`event: bytes\ndata: ${bytes.toString('base64')}\n\n`));
    socket.on('error', () => response.end());
    response.on('close', () => socket.destroy());
  };
  const answer = (response, status, value) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://page');
    if (pathname === '/wire/offer') answer(response, 200, { wire: 1 });
    else if (pathname === '/wire' && request.method === 'GET') open(response);
    else if (pathname.startsWith('/wire/') && request.method === 'POST') {
      const bytes = await body(request);
      const isKnown = request.headers.authorization === `Bearer ${KEY}`;
      if (it.isBarred && !isKnown) answer(response, 401, { sentence: 'enter the table code' });
      else {
        lines.get(pathname.slice('/wire/'.length))?.write(bytes);
        answer(response, 200, {});
      }
    } else if (pathname === '/login') {
      const { code } = JSON.parse(await body(request));
      if (code === CODE) answer(response, 200, { key: KEY });
      else answer(response, 403, { sentence: 'this is not the table code' });
    } else {
      const path = normalize(pathname.replace(/^\/play\//, '/')).replace(/\/$/, '/index.html');
      try {
        const file = await readFile(join(FOLDER, path));
        response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
        response.end(file);
      } catch {
        response.writeHead(404);
        response.end();
      }
    }
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  it.url = `http://127.0.0.1:${server.address().port}/play/`;
  it.end = () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); });
  return it;
}
