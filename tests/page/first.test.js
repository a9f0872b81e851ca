// The first match: it teaches lights, platform, push and corner slam by needing them.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { violations } from './barriers.js';
import { launch, open, picture } from './browser.js';
import { missing, serveFolder } from './folder.js';
import { act, mouse, nextStage, pixelOf, situation, when } from './table.js';

const skip = missing() ?? false;
const MINUTES = { timeout: 900_000, skip };
const PATIENCE = { timeout: 150_000 };

let browser;
let site;
before(async () => {
  if (skip) return;
  site = await serveFolder();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.end();
});

describe('the first match', () => {
  test('leaves it to the lamps where the marker goes, and can be skipped', MINUTES, async () => {
    const { page, errors, close } = await open(browser, site.url, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    await page.locator('[data-key="learn"]:enabled').waitFor(PATIENCE);
    await page.locator('[data-key="learn"]').click();
    await nextStage(page);
    assert.match(await page.locator('#call').innerText(), /Set the platform at any post/);
    await act(page, 'dock', mouse);
    await page.locator('.lesson li.done', { hasText: 'Platform' }).waitFor(PATIENCE);
    assert.match(await nextStage(page), /^mark/);
    await picture(page, 'play-lesson');
    assert.match(await page.locator('#call').innerText(), /Look at the lamps/);
    assert.deepEqual(await violations(page), [], 'lesson');
    // No outline and no single button says which post it is; a wrong one goes nowhere.
    assert.equal(await page.locator('#call [data-key^="post-"]').count(), 4);
    const rightly = await when(page, (it) => it.turn.next.map((one) => /^marker (\d)$/.exec(one.do)?.[1]).find(Boolean));
    await page.locator(`[data-key="post-${Number(rightly) % 4 + 1}"]`).click();
    await page.locator('#call', { hasText: 'Not there' }).waitFor(PATIENCE);
    await page.locator(`[data-key="post-${rightly}"]`).click();
    await page.locator('.lesson li.done', { hasText: 'Lights' }).waitFor(PATIENCE);
    await act(page, await nextStage(page), mouse);
    await page.locator('[data-key="skip"]').click();
    assert.equal(await page.locator('.lesson').count(), 0);
    assert.deepEqual(errors, []);
    await close();
  });

  test('comes to the corner slam', MINUTES, async () => {
    const { page, errors, close } = await open(browser, `${site.url}?learn`, { viewport: { width: 1280, height: 800 } });
    const corners = [[100, 100], [100, -100], [-100, -100], [-100, 100]];
    let last = [];
    for (let n = 0; n < 60; n += 1) {
      const stage = await nextStage(page, last);
      last = [stage];
      if (stage.startsWith('over')) break;
      if (await when(page, (it) => (it.lesson.isDone ? 'done' : 'goes on')) === 'done') break;
      const own = await when(page, (it) => ({ markers: it.now.view?.sides?.find((side) => side.acts)?.markers ?? [] }));
      const [kind] = stage.split(':');
      if (kind === 'dock') {
        // A post without a marker of one's own.
        const { docks } = await situation(page);
        const free = docks.find(({ post }) => !own.markers.includes(post)) ?? docks[0];
        await mouse.tap(page, await pixelOf(page, [free.at[0] - free.in[0] * 22, free.at[1] - free.in[1] * 22]));
      } else if (kind === 'mark' || kind === 'opening' || kind === 'take') {
        const word = kind === 'take' ? 'take marker' : 'marker';
        const post = await when(page, (it, first) => it.turn?.next.map((one) => new RegExp(`^${first} (\\d)$`).exec(one.do)?.[1]).find(Boolean), word);
        await mouse.tap(page, await pixelOf(page, corners[Number(post) - 1]));
      } else await act(page, stage, mouse);
    }
    assert.ok(await when(page, (it) => it.lesson.isDone));
    assert.match(await page.locator('#call').innerText(), /That is all|wins/);
    const learnt = await page.locator('.lesson li.done').allInnerTexts();
    for (const part of ['Platform', 'Lights', 'Push']) assert.ok(learnt.includes(part), learnt.join());
    await picture(page, 'play-lesson-over');
    assert.deepEqual(errors, []);
    await close();
  });
});
