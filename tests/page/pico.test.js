// A real ring on the page, as it leaves the workshop: the firmware's image on an emulated
// Pico, behind the stand-in for `navigator.serial`. Slow: a few times real time.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launch, picture } from './browser.js';
import { Cable } from './cable.js';
import { missing, serveFolder } from './folder.js';
import { endAll, start } from './server.js';

const skip = missing() ?? (process.env.ELF ? false : 'skipped: no image in ELF; make it with cargo fw');
const MINUTES = { timeout: 900_000, skip };
const PATIENCE = { timeout: 240_000 };

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
  await endAll();
});

describe('the firmware on an emulated Pico', () => {
  test('is connected, set up with names, judges, is challenged and unplugged', MINUTES, async () => {
    const table = await start('ring', '--emulated', '--elf', process.env.ELF, '--listen', '127.0.0.1:0');
    const [, port] = await table.line(/^listening at tcp:127\.0\.0\.1:(\d+)/);
    const act = async (...all) => {
      for (const words of all) {
        table.say(words);
        await table.line(/^ok /);
      }
    };
    const cable = new Cable(Number(port));
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await cable.into(page);
    await page.goto(site.url);
    const call = (words) => page.locator('#call', { hasText: words }).waitFor(PATIENCE);
    const said = (words) => page.locator('.calls li.line', { hasText: words }).first().waitFor(PATIENCE);
    await page.locator('.ring-chip').click();
    await call('No match on the ring');
    await page.locator('[data-key="ring-setup"]').click();
    await page.fill('[data-key="name-0"]', 'Ada');
    await page.fill('[data-key="name-1"]', 'Ben');
    // By chance a card might hold no small disc.
    await page.selectOption('[data-key="card-0"]', 'Ember Fly');
    await page.locator('[data-key="start"]').click();
    await call('Ben, set your marker');
    await act('marker 1 blue');
    await call('Ada, set the platform');
    await act('dock 2');
    await said('Platform at post 2');
    await cable.pull();
    await page.locator('.ring-chip', { hasText: 'Ring unplugged' }).waitFor(PATIENCE);
    await cable.plug();
    await page.locator('.ring-chip', { hasText: 'Ring connected' }).waitFor(PATIENCE);
    await act('marker 2 red');
    await said('Marker on post 2');
    await picture(page, 'ring-pico');
    // The frames around the ruling, replayed with the ring's own calibration.
    await page.locator('.calls li.line', { hasText: 'Marker on post 2' }).locator('.because').click();
    await page.locator('[data-key="readings"]').click();
    await page.waitForFunction(() => { const drawn = document.querySelector('.readings img'); return drawn?.complete && drawn.naturalHeight > 100; }, null, PATIENCE);
    await picture(page, 'ring-pico-challenge', { fullPage: true });
    await page.keyboard.press('Escape');
    assert.match(await page.locator('#players').innerText(), /Ada/);
    assert.deepEqual(errors, []);
    await context.close();
    await table.end();
  });
});
