// Without a server: the folder once it was loaded, and the page in one file.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch, open } from './browser.js';
import { missing, missingFile, oneFile, serveFolder } from './folder.js';
import { act, begin, mouse, nextStage } from './table.js';

const skip = missing() ?? missingFile() ?? false;
const MINUTES = { timeout: 300_000, skip };
const PATIENCE = { timeout: 150_000 };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

let browser;
before(async () => { if (!skip) browser = await launch(); });
after(() => browser?.close());

describe('without a server', () => {
  test('the folder opens again after it was loaded once, and plays', MINUTES, async () => {
    const site = await serveFolder();
    const { page, errors, close } = await open(browser, site.url, DESKTOP);
    await page.locator('.start:enabled').waitFor(PATIENCE);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) await new Promise((resolve) => { navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }); });
    });
    await site.end();
    await page.reload();
    await begin(page, { seed: 7 });
    await act(page, await nextStage(page), mouse);
    await page.locator('.calls li.line', { hasText: 'Platform at post' }).waitFor(PATIENCE);
    assert.deepEqual(errors, []);
    await close();
  });

  test('the page in one file plays from a disk, and loads nothing else', MINUTES, async () => {
    const { page, errors, close } = await open(browser, pathToFileURL(oneFile()).href, DESKTOP);
    const others = [];
    page.on('request', (request) => { if (!/^(blob|data):/.test(request.url())) others.push(request.url()); });
    await page.locator('.start:enabled').waitFor(PATIENCE);
    await page.locator('.start').click();
    // Its modules have names of their own, so that a test presses keys instead of asking them.
    await page.locator('#call h1', { hasText: 'set the platform' }).waitFor(PATIENCE);
    await page.locator('[data-key="post-1"]').click();
    await page.locator('.calls li.line', { hasText: 'Platform at post 1' }).waitFor(PATIENCE);
    assert.equal(await page.evaluate(() => document.fonts.check('700 20px "Zen Maru Gothic"')), true);
    assert.deepEqual(others, []);
    assert.deepEqual(errors, []);
    await close();
  });
});
