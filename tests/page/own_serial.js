// The page with Chromium's own Web Serial, once and by hand: `npm run own-serial`, on Linux
// as root. A managed policy allows all ports without a chooser; in a mount namespace of its
// own a pseudo-terminal lies over /dev/ttyS0, and behind it is `dohyo ring`.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { picture } from './browser.js';
import { missing, serveFolder } from './folder.js';
import { endAll, start } from './server.js';

const PORT = '/dev/ttyS0';
const POLICIES = '/etc/chromium/policies/managed';
const PATIENCE = { timeout: 60_000 };
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Why this cannot be done here, or null. */
function obstacle() {
  if (process.platform !== 'linux') return 'Web Serial over a pseudo-terminal needs Linux';
  if (process.getuid() !== 0) return 'mounting over a port and a managed policy need root';
  if (!existsSync(PORT)) return `there is no ${PORT} to mount over`;
  for (const program of ['unshare', 'python3']) if (spawnSync(program, ['--version']).error) return `${program} is missing`;
  if (spawnSync('unshare', ['-m', 'true']).status !== 0) return 'no mount namespace of its own is allowed here';
  return missing();
}

/** A pseudo-terminal whose other end is a socket; it prints the path of its own end. */
const BRIDGE = `
import os, pty, select, socket, sys, tty
own, other = pty.openpty()
tty.setraw(own)
tty.setraw(other)
ring = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
print(os.ttyname(other), flush=True)
while True:
    for ready in select.select([own, ring], [], [])[0]:
        if ready is ring:
            data = ring.recv(4096)
            if not data:
                sys.exit()
            os.write(own, data)
        else:
            ring.sendall(os.read(own, 4096))
`;

const why = obstacle();
if (why) {
  console.log(why.startsWith('skipped') ? why : `skipped: ${why}`);
  process.exit(0);
}

const folder = await mkdtemp(join(tmpdir(), 'dohyo-serial-'));
const policy = join(POLICIES, 'dohyo-test.json');
const site = await serveFolder();
const table = await start('ring', '--listen', '127.0.0.1:0');
const [, port] = await table.line(/^listening at tcp:127\.0\.0\.1:(\d+)/);
const act = async (words) => { table.say(words); await table.line(/^ok /); };
const bridge = spawn('python3', ['-c', BRIDGE, port], { stdio: ['ignore', 'pipe', 'inherit'] });
const { value: terminal } = await createInterface({ input: bridge.stdout })[Symbol.asyncIterator]().next();
let status = 1;
let browser = null;
try {
  await mkdir(POLICIES, { recursive: true });
  await writeFile(policy, JSON.stringify({ SerialAllowAllPortsForUrls: [site.url.replace(/\/$/, '')] }));
  const wrapped = join(folder, 'chromium');
  await writeFile(wrapped, `#!/bin/sh\nexec unshare -m sh -c 'mount --bind ${terminal} ${PORT} && exec ${CHROMIUM} "$@"' sh "$@"\n`);
  await chmod(wrapped, 0o755);
  browser = await chromium.launch({ executablePath: wrapped, args: ['--no-sandbox', '--disable-gpu'] });
  console.log(`Chromium ${browser.version()}, ${terminal} over ${PORT}`);
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce' })).newPage();
  page.on('pageerror', (error) => console.log('error:', String(error)));
  await page.goto(site.url);
  console.log(`allowed ports: ${await page.evaluate(async () => (await navigator.serial.getPorts()).length)}`);
  await page.locator('.ring-chip').click();
  await page.locator('.ring-chip', { hasText: 'Ring connected' }).waitFor(PATIENCE);
  console.log('connected');
  await page.locator('[data-key="ring-setup"]').click();
  await page.fill('[data-key="name-0"]', 'Ada');
  await page.fill('[data-key="name-1"]', 'Ben');
  // By chance a card might hold no small disc.
  await page.selectOption('[data-key="card-0"]', 'Ember Fly');
  await page.locator('[data-key="start"]').click();
  const call = (words) => page.locator('#call', { hasText: words }).waitFor(PATIENCE);
  await call('Ben, set your marker');
  console.log('set up with names');
  await act('marker 1 blue');
  await call('Ada, set the platform');
  for (const words of ['dock 2', 'marker 2 red', 'load at 2', 'push starts at 2', 'push small at 2', 'falling 1 east', 'fall 1 small east']) await act(words);
  await page.locator('.calls li.line', { hasText: 'Small disc off' }).first().waitFor(PATIENCE);
  console.log('a fall was judged and shown');
  await picture(page, 'ring-own-serial');
  status = 0;
} catch (error) {
  console.log(String(error));
} finally {
  await browser?.close().catch(() => {});
  bridge.kill();
  await rm(policy, { force: true });
  await rm(folder, { recursive: true, force: true });
  await site.end();
  await endAll();
}
process.exit(status);
