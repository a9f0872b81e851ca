// The page on which anybody plays, in a real Chromium, from a plain file server.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launch, open, picture } from './browser.js';
import { missing, serveFolder } from './folder.js';
import { violations } from './barriers.js';
import { act, asked, begin, finger, mouse, nextStage, playUntil, recorded, told, when } from './table.js';

const skip = missing() ?? false;
/** Each takes well below a minute on an idle machine; a busy one gets more. */
const MINUTE = { timeout: 480_000, skip };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SEED = { seed: 7 };

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

/** Opens the page; `errors` are what scripts and the content policy complained about. */
async function openPage(options, address = '') {
  const it = await open(browser, site.url + address, options);
  it.page.on('console', (message) => { if (message.type() === 'error') it.errors.push(message.text()); });
  return it;
}

describe('a match of Sakura Slam', () => {
  test('is played by pointer: push, fall, ruling, why', MINUTE, async () => {
    const { page, errors, close } = await openPage(DESKTOP);
    await begin(page, { ...SEED, names: ['Ada', 'Ben'] });
    assert.equal(await page.locator('.player .name').count(), 2);
    const seen = await playUntil(page, mouse, async (stages) => stages.includes('laid') && (await told(page, 'fell')).length > 0);
    for (const stage of ['dock', 'mark', 'push', 'laid']) assert.ok(seen.includes(stage), `${stage} in ${seen.join(' ')}`);
    await page.locator('.calls li.line', { hasText: / disc off\./ }).first().waitFor();
    await picture(page, 'play-fall');

    await page.locator('.calls li.line', { hasText: / disc off\./ }).first().locator('.because').click();
    await page.locator('#why-side').waitFor();
    await page.waitForFunction(() => Number(document.getElementById('why-range').value) > 400);
    await picture(page, 'play-why');
    assert.match(await page.locator('#why .facts').innerText(), /mm wide: a \w+ disc/);
    assert.match(await page.locator('#why').innerText(), /Between posts \d and \d/);
    assert.doesNotMatch(await page.locator('#why').innerText(), /\b(north|east|south|west)\b/);
    assert.match(await page.locator('#why .rule').innerText(), /belong to whoever pushed|The rule: .*\S/);
    assert.match(await page.locator('#why .otherwise').innerText(), /(No|Hardly|Perhaps)/);
    await page.keyboard.press('Escape');
    await page.locator('#play').waitFor();
    assert.deepEqual(errors, []);
    await close();
  });

  test('goes on after a question was answered by pointer', MINUTE, async () => {
    const { page, errors, close } = await openPage({ ...DESKTOP, reducedMotion: 'reduce' }, await recorded('', 'question', ['Ada', 'Ben']));
    // If it waits in vain, record the session anew: npm run record -- question.
    const stage = await asked(page);
    await picture(page, 'play-question');
    await act(page, stage, mouse);
    await nextStage(page, [stage]);
    assert.ok((await told(page, 'answer')).length > 0);
    assert.deepEqual(errors, []);
    await close();
  });

  test('is played by pointer to its end, and begins again', MINUTE, async () => {
    const { page, errors, close } = await openPage(DESKTOP);
    await begin(page, SEED);
    const seen = await playUntil(page, mouse, () => false);
    assert.equal(seen.at(-1), 'over');
    await page.locator('.banner').waitFor();
    assert.match(await page.locator('#call h1').innerText(), /^(Mia|Hugo) wins!$/);
    await picture(page, 'play-win');
    assert.deepEqual(await violations(page), [], 'win');
    await page.locator('[data-key="again"]').click();
    await page.locator('.banner').waitFor({ state: 'detached' });
    await nextStage(page);
    assert.deepEqual(errors, []);
    await close();
  });

  test('is played by keys alone', MINUTE, async () => {
    const { page, errors, close } = await openPage(DESKTOP);
    await page.locator('.start:enabled').waitFor();
    await page.locator('[data-key="game-ss"]').focus();
    for (let n = 0; n < 20 && await page.evaluate(() => document.activeElement.dataset.key) !== 'seed'; n += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('7');
    for (let n = 0; n < 5 && await page.evaluate(() => document.activeElement.dataset.key) !== 'start'; n += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const pressed = { dock: ['1'], mark: ['1'], opening: ['1'], take: ['1'], push: ['1', '2', '3', '4'], laid: [' '], question: ['1'], end: ['e'] };
    let last = [];
    for (let n = 0; n < 30 && (await told(page, 'pushed')).filter((text) => /Dust Moth/.test(text)).length < 2; n += 1) {
      const stage = await nextStage(page, last);
      for (const key of pressed[stage.split(':')[0]]) await page.keyboard.press(key);
      last = [stage];
    }
    assert.ok((await told(page, 'pushed')).filter((text) => /Dust Moth/.test(text)).length >= 2);
    await page.keyboard.press('w');
    await page.locator('#why h1').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1');
    await page.keyboard.press('Escape');
    await page.locator('#why').waitFor({ state: 'hidden' });
    assert.deepEqual(errors, []);
    await close();
  });

  test('is played by finger on a phone, in French', MINUTE, async () => {
    const { page, errors, close } = await openPage({ ...PHONE, locale: 'fr-FR', reducedMotion: 'reduce' });
    const by = finger(await page.context().newCDPSession(page));
    await begin(page, { ...SEED, names: ['Zoé'] });
    assert.equal(await page.getAttribute('html', 'lang'), 'fr');
    await playUntil(page, by, async () => (await told(page, 'pushed')).length > 0);
    await picture(page, 'play-phone');
    await page.goto('about:blank');
    await page.goto(await recorded(site.url, 'question', ['Zoé']));
    // If it waits in vain, record the session anew: npm run record -- question.
    const stage = await asked(page);
    assert.match(await page.locator('#call').innerText(), /L’anneau demande/);
    await picture(page, 'play-phone-question');
    await act(page, 'question', by);
    await nextStage(page, [stage]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} px wide`);
    const small = await page.$$eval('button', (all) => all.filter((one) => one.offsetParent && (one.offsetHeight < 32 || one.offsetWidth < 40)).map((one) => one.dataset.key ?? one.className));
    assert.deepEqual(small, []);
    assert.deepEqual(errors, []);
    await close();
  });
});

describe('everybody', () => {
  test('finds the same words in both languages', MINUTE, async () => {
    const { page, close } = await openPage(DESKTOP);
    const [english, french] = await page.evaluate(async () => {
      const shape = (value) => (value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]).sort()) : typeof value);
      return Promise.all(['./words/en.js', './words/fr.js'].map(async (path) => JSON.stringify(shape((await import(path)).default))));
    });
    assert.equal(english, french);
    await close();
  });

  test('loads nothing from elsewhere, and replays a match from its link', MINUTE, async () => {
    const { page, errors, close } = await openPage(DESKTOP);
    const others = [];
    page.on('request', (request) => { if (!request.url().startsWith(site.url) && !/^(blob|data):/.test(request.url())) others.push(request.url()); });
    await begin(page, SEED);
    await playUntil(page, mouse, async () => (await told(page, 'pushed')).length > 0);
    const before = await told(page, 'ruling');
    const link = await page.evaluate(async () => (await import('./replay.js')).replayLink(await (await import('./link.js')).script()));
    await page.goto('about:blank');
    await page.goto(link);
    await when(page, (it, count) => it.lines.filter((line) => line.kind === 'ruling').length >= count, before.length);
    assert.deepEqual((await told(page, 'ruling')).slice(0, before.length), before);
    assert.deepEqual(others, []);
    assert.deepEqual(errors, []);
    await close();
  });
});
