// A `dohyo serve` of its own for a test.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export const DOHYO = process.env.DOHYO ?? new URL('../../target/debug/dohyo', import.meta.url).pathname;

/** How to end each of the programs that have been started. */
const started = [];

/** Ends whatever still runs: a test that failed has not come to it, and Node waits for them. */
export const endAll = () => Promise.all(started.map((end) => end()));

/** Starts `dohyo` with these words; gives how to type a line, to wait for one of its output, and to end it. */
export async function start(...args) {
  const child = spawn(DOHYO, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = new Promise((resolve) => { child.once('exit', resolve); });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const end = async () => { child.kill('SIGKILL'); await gone; };
  started.push(end);
  return {
    line: async (wanted) => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`dohyo ${args.join(' ')} has ended`);
        const found = value.match(wanted);
        if (found) return found;
      }
    },
    say: (words) => child.stdin.write(`${words}\n`),
    gone,
    end,
  };
}

/** Starts `dohyo serve`; gives its address, port, table code, and how to end it. */
export async function serve(...args) {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const { line, end } = await start('serve', ...port, ...args);
  const [, url] = await line(/^page\s+(\S+)/);
  const [, code] = await line(/^table code\s+(\d{6})/);
  return { url, code, port: new URL(url).port, end };
}
