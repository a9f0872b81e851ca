// The page on which anybody plays, in a real Chromium, from a plain file server.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launch, open, picture } from './browser.js';
import { missing, serveFolder } from './folder.js';
import { begin, finger, mouse, playUntil } from './table.js';

const skip = missing() ?? false;
const MINUTE = { timeout: 60_000, skip };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

let browser;
let site;
before(async () => {
  if (skip) {
    console.log(skip);
    return;
  }
  site = await serveFolder();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.end();
});

/** Opens the page; fails the test if a script or the content policy complained. */
async function openPage(options, address = '') {
  const it = await open(browser, site.url + address, options);
  it.page.on('console', (message) => { if (message.type() === 'error') it.errors.push(message.text()); });
  return it;
}

describe('a match of Sakura Slam', () => {
  test('is played by pointer up to the first fall that is ruled', MINUTE, async () => {
    const { page, errors, close } = await openPage(DESKTOP);
    await begin(page, { seed: 7, names: ['Ada', 'Ben'] });
    const seen = await playUntil(page, mouse, () => page.evaluate(async () => (await import('./state.js')).state.lines.some((line) => line.facts.what === 'fell')));
    await picture(page, 'play-fall');
    console.log(seen.join(' '));
    assert.deepEqual(errors, []);
    await close();
  });
});
