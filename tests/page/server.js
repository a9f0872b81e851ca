// A `dohyo serve` of its own for a test.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const DOHYO = process.env.DOHYO ?? new URL('../../target/debug/dohyo', import.meta.url).pathname;

/** Starts it; gives its address, port, table code, and how to end it. */
export async function serve(...args) {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(DOHYO, ['serve', ...port, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = new Promise((resolve) => { child.once('exit', resolve); });
  const lines = createInterface({ input: child.stdout });
  let url;
  for await (const line of lines) {
    const [, address] = line.match(/^page\s+(\S+)/) ?? [];
    const [, code] = line.match(/^table code\s+(\d{6})/) ?? [];
    url = address ?? url;
    if (code) return { url, code, port: new URL(url).port, end: async () => { child.kill('SIGKILL'); await gone; } };
  }
  throw new Error(`dohyo serve ${args.join(' ')} has ended`);
}
