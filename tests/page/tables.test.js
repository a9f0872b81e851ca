// Every game, number of players and league; two persons at one device; what a browser does.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { violations } from './barriers.js';
import { launch, open, picture } from './browser.js';
import { missing, serveFolder } from './folder.js';
import { act, asked, begin, mouse, nextStage, pixelOfCell, playCells, playUntil, recorded, setSpeed, told, when } from './table.js';

const skip = missing() ?? false;
const MINUTES = { timeout: 480_000, skip };
const PATIENCE = { timeout: 150_000 };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const CALM = { reducedMotion: 'reduce' };

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

const openPage = (options = DESKTOP, address = '') => open(browser, site.url + address, options);
const state = (page, pick) => page.evaluate(`import('./state.js').then(({ state }) => (${pick})(state))`);
const lineCount = (page) => page.locator('.calls li.line').count();
const moreLines = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.calls li.line').length > n, count, PATIENCE);

describe('grids', () => {
  test('Abalone is won by pointer, move by move', MINUTES, async () => {
    const { page, errors, close } = await openPage();
    await begin(page, { game: 'abalone', seed: 3, kinds: ['you', 'random'] });
    assert.deepEqual(await violations(page), [], 'grid');
    let moves = 0;
    for (; await state(page, 'it => it.over') == null; moves += 1) {
      assert.ok(moves < 120, `${moves} moves`);
      await setSpeed(page, 20);
      // The best play for somebody who looks one move ahead.
      const play = await when(page, (it) => {
        if (it.over) return { over: true };
        if (it.now.question) return { question: true };
        if (!it.turn?.person || !it.plays.length || it.now.waiting?.some((one) => one.repair)) return false;
        const middle = it.table.cells;
        const kinds = new Map();
        for (let at = 0; at < it.poses.length; at += 12) kinds.set(it.poses[at], it.poses[at + 1]);
        // A piece in a hand has a number of its own: wait until all lie.
        if ([...kinds.keys()].some((id) => id >= 500)) return false;
        const own = 39 + it.turn.seat;
        const far = (cell) => Math.hypot(...middle[cell]);
        const worth = ({ slide }) => slide.reduce((sum, [from, to]) => {
          const isOwn = kinds.get(from) === own;
          if (to == null) return sum + (isOwn ? -5000 : 5000);
          return sum + (isOwn ? far(from) - far(to) : 3 * (far(to) - far(from)) + 30);
        }, 0);
        if (!it.plays.every(({ slide }) => slide.every(([from]) => kinds.has(from)))) return false;
        const best = it.plays.reduce((one, other) => (worth(other) > worth(one) ? other : one));
        return { slide: best.slide, own: best.slide.map(([from]) => from).filter((from) => kinds.get(from) === own), lines: it.lines.length };
      });
      if (play.over) break;
      if (play.question) {
        await page.locator('.answer').first().click();
        await when(page, (it) => !it.now.question);
        continue;
      }
      // The place that own pieces reach: where an enemy stood, or a free one.
      const to = play.slide.filter(([from]) => play.own.includes(from)).map(([, cell]) => cell).find((cell) => !play.own.includes(cell));
      await playCells(page, mouse, play.own, to);
      await when(page, (it, count) => it.lines.length > count, play.lines);
    }
    await page.locator('.banner').waitFor();
    assert.match(await page.locator('#call h1').innerText(), /^Mia wins!$/);
    await picture(page, 'play-abalone-win');
    assert.deepEqual(errors, []);
    await close();
  });

  test('a piece of SUMOO is dragged: a hand lifts it, and the ring sees it come down', MINUTES, async () => {
    const { page, errors, close } = await openPage({ ...DESKTOP, ...CALM });
    await begin(page, { game: 'sumoo', seed: 3 });
    await nextStage(page);
    const slide = await state(page, 'it => it.plays.find(({ slide }) => slide.length === 1).slide');
    const before = await lineCount(page);
    await setSpeed(page, 4);
    await mouse.drag(page, await pixelOfCell(page, slide[0][0]), await pixelOfCell(page, slide[0][1]), 20);
    await moreLines(page, before);
    assert.equal((await told(page, 'refusal')).length, 0);
    await picture(page, 'play-sumoo');
    await close();
    assert.deepEqual(errors, []);
  });
});

describe('tables', () => {
  for (const [name, setup] of [['Kabuto Sumo', { game: 'ks' }], ['three players', { players: 3 }], ['four players in two teams', { players: 4 }]]) {
    test(`${name}: a turn is taken`, MINUTES, async () => {
      const { page, errors, close } = await openPage();
      await begin(page, { seed: 5, ...setup });
      assert.equal(await page.locator('.player').count(), setup.players === 3 ? 3 : 2);
      await playUntil(page, mouse, async () => (await told(page, 'pushed')).length > 0);
      await picture(page, `play-${setup.game ?? setup.players}`);
      assert.deepEqual(errors, []);
      await close();
    });
  }

  test('with cards, a special move is made by its card', MINUTES, async () => {
    const { page, errors, close } = await openPage();
    await begin(page, { seed: 5, league: 'full', cards: ['Ember Fly'] });
    await playUntil(page, mouse, async () => await page.locator('.offer', { hasText: 'Ember Fly' }).count() > 0);
    const offer = page.locator('.offer', { hasText: 'Ember Fly' }).first();
    assert.match(await offer.innerText(), /Light|Flare/);
    await picture(page, 'play-special');
    await offer.click();
    await when(page, (it) => Boolean(it.touch) || it.lines.some((line) => line.facts.what === 'used'));
    if (await state(page, 'it => it.touch != null')) await page.locator('[data-key="confirm"]').click();
    await when(page, (it) => it.lines.some((line) => line.facts.what === 'used'));
    assert.deepEqual(errors, []);
    await close();
  });

  test('two persons hand the device over, and look back together', MINUTES, async () => {
    const { page, errors, close } = await openPage();
    await begin(page, { seed: 7, names: ['Ada', 'Bo'], kinds: ['you', 'you'] });
    // Bo sets the first marker, then it is Ada's turn.
    await act(page, await nextStage(page), mouse);
    await page.locator('[data-key="handover"]').waitFor(PATIENCE);
    assert.equal(await page.locator('#call h1').innerText(), 'Pass it to Ada');
    await picture(page, 'play-handover');
    await page.locator('[data-key="handover"]').click();
    await act(page, await nextStage(page), mouse);
    await page.locator('.calls li.line', { hasText: 'Platform at post' }).waitFor(PATIENCE);
    const now = await state(page, 'it => Boolean(it.platform)');
    assert.ok(now);
    const lookBack = page.locator('[data-key="look-back"]');
    await lookBack.click();
    await lookBack.click();
    assert.match(await page.locator('#call').innerText(), /Looking back/);
    assert.equal(await state(page, 'it => it.lines[it.lookingAt].table.platform'), null);
    await picture(page, 'play-looking-back');
    await page.locator('[data-key="now"]').click();
    assert.doesNotMatch(await page.locator('#call').innerText(), /Looking back/);
    assert.deepEqual(errors, []);
    await close();
  });
});

describe('a browser', () => {
  test('reloads the page, and shows two tables in two tabs', MINUTES, async () => {
    const { page, errors, close } = await openPage();
    await begin(page, { seed: 7, names: ['Ada'] });
    await nextStage(page);
    await page.reload();
    await page.locator('.start:enabled').waitFor(PATIENCE);
    assert.equal(await page.inputValue('[data-key="name-0"]'), 'Ada');
    const other = await page.context().newPage();
    await other.goto(site.url);
    await begin(other, { game: 'ks', seed: 2 });
    await begin(page, { seed: 7 });
    await act(page, await nextStage(page), mouse);
    await page.locator('.calls li.line', { hasText: 'Platform at post' }).waitFor(PATIENCE);
    assert.equal(await state(other, 'it => it.setup.game'), 'ks');
    assert.equal(await state(other, 'it => it.lines.some((line) => /post/.test(line.text.en))'), false);
    assert.deepEqual(errors, []);
    await close();
  });

  for (const [name, options] of [['light, wide', DESKTOP], ['dark, on a phone', { ...PHONE, colorScheme: 'dark' }]]) {
    test(`meets no barrier that axe-core finds: ${name}`, MINUTES, async () => {
      const { page, close } = await openPage({ ...options, ...CALM, bypassCSP: true });
      await page.locator('.start:enabled').waitFor(PATIENCE);
      assert.deepEqual(await violations(page), [], 'set-up');
      await begin(page, { seed: 7 });
      for (const wanted of ['dock', 'push', 'laid']) {
        await playUntil(page, mouse, (stages) => stages.at(-1) === wanted);
        assert.deepEqual(await violations(page), [], wanted);
        await picture(page, `play-${wanted}-${name.replace(/\W+/g, '-')}`);
      }
      await page.goto('about:blank');
      await page.goto(await recorded(site.url, 'question'));
      // If it waits in vain, record the session anew: npm run record -- question.
      await asked(page);
      assert.deepEqual(await violations(page), [], 'question');
      await page.evaluate(async () => (await import('./panels/why.js')).openLatestWhy());
      assert.deepEqual(await violations(page), [], 'why');
      await close();
    });
  }

  for (const mode of ['tv', 'overlay']) {
    test(`shows a match to a room, without a barrier: ${mode}`, MINUTES, async () => {
      const { page, errors, close } = await openPage({ ...DESKTOP, ...CALM }, `?${mode}&seed=2`);
      await page.locator('#call h1').waitFor(PATIENCE);
      await setSpeed(page, 20);
      await when(page, (it) => it.lines.some((line) => line.facts.what === 'pushed'));
      assert.deepEqual(await violations(page), [], mode);
      await picture(page, `play-${mode}`);
      assert.deepEqual(errors, []);
      await close();
    });
  }
});
