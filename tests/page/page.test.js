// The page in a real Chromium, against a real `dohyo serve`.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, lines, numbers, open, picture } from './browser.js';
import { endAll, serve, start } from './server.js';

const MINUTES = { timeout: 300_000 };
const FAST = ['--speed', '0', '--matches', '1'];

let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  await endAll();
});

/** Whether these count up by one. */
const isGapless = (all) => all.every((n, at) => n === all[0] + at);

/** Every line the server has, read by ourselves. */
async function told(url) {
  const answer = await fetch(`${url}events`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  // What is now comes behind the last line.
  while (!text.includes('event: lights')) text += (await reader.read()).value;
  await reader.cancel();
  return [...text.matchAll(/^event: said\ndata: (.*)$/gm)].map((it) => JSON.parse(it[1]));
}

describe('a match that is over', MINUTES, () => {
  let server;
  let it;
  before(async () => {
    server = await serve(...FAST, '--seed', '1');
    it = await open(browser, server.url);
    await it.page.locator('#turn', { hasText: /wins/ }).waitFor({ timeout: 240_000 });
  });
  after(async () => {
    await it?.close();
    await server?.end();
  });

  test('was followed live to its end, every line of it', async () => {
    const server_lines = await told(server.url);
    const shown = await numbers(it.page);
    assert.ok(shown.length > 50, `${shown.length} lines`);
    assert.deepEqual(shown, server_lines.map((line) => line.n));
    assert.deepEqual(it.errors, []);
    await picture(it.page, 'match-light', { fullPage: false });
  });

  test('shows why, and opens a challenge with its picture', async () => {
    const { page } = it;
    const clause = page.locator('#lines > li', { hasText: /sets the platform at/ }).first().locator('.clause');
    await clause.focus();
    await page.keyboard.press('Enter');
    assert.equal(await clause.getAttribute('aria-expanded'), 'true');
    assert.match(await page.locator('.why').first().innerText(), /SS-T2 .*\nSeen: .*Certainty: .*Decided by: /s);
    await page.locator('.why .challenge').first().click();
    const image = page.locator('#challenge-picture');
    await image.waitFor({ timeout: 20_000 });
    // A picture without a size of its own counts as 150 px high.
    await page.waitForFunction(() => { const img = document.getElementById('challenge-picture'); return img.complete && img.naturalHeight >= 150; });
    const drawn = await (await fetch(`${server.url}capture/${await page.locator('.why').first().evaluate((why) => why.parentElement.dataset.seq)}`)).text();
    assert.match(drawn, /replayed: the same result/);
    await picture(page, 'challenge');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#challenge').isVisible(), false);
  });

  test('a capture that the ring has dropped is reported', async () => {
    const answer = await fetch(`${server.url}capture/1`);
    assert.equal(answer.status, 409);
    assert.match((await answer.json()).sentence, /the ring has dropped it/);
  });

  test('can be looked back at, line by line', async () => {
    const { page } = it;
    const then = page.locator('#then');
    assert.equal(await then.isVisible(), false);
    const early = page.locator('#lines > li.turn').last().locator('.what');
    await early.scrollIntoViewIfNeeded();
    await early.click();
    await then.waitFor();
    assert.match(await page.locator('#turn').innerText(), /Turn 1:/);
    await page.locator('#later').click();
    await page.locator('#live').click();
    await then.waitFor({ state: 'hidden' });
    assert.match(await page.locator('#turn').innerText(), /wins/);
  });

  test('is looked back at with the arrow keys, which stay the browser\'s elsewhere', async () => {
    const { page } = it;
    const then = page.locator('#then');
    const shows = (n) => page.locator(`#lines > li.then[data-n="${n}"]`).waitFor();
    const [before, previous] = (await numbers(page)).slice(-3);
    await page.locator('h1').click();
    await page.keyboard.press('ArrowLeft');
    await then.waitFor();
    await page.keyboard.press('ArrowLeft');
    await shows(before);
    await page.keyboard.press('ArrowRight');
    await shows(previous);
    await page.keyboard.press('Shift+ArrowLeft');
    await page.locator('#code').focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('#language').focus();
    await page.keyboard.press('ArrowLeft');
    await shows(previous);
    await page.locator('h1').click();
    // Far back the line is still in sight, and the newest one again afterwards.
    for (let n = 0; n < 40; n += 1) await page.keyboard.press('ArrowLeft');
    const isInSight = () => {
      const [list, item] = ['#lines', '#lines > li.then'].map((name) => document.querySelector(name).getBoundingClientRect());
      return item.top >= list.top - 1 && item.bottom <= list.bottom + 1;
    };
    await shows(previous - 40);
    await page.waitForFunction(isInSight);
    await page.keyboard.press('Escape');
    await then.waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.getElementById('lines').scrollTop === 0);
    // With nothing to go forward to, the key does nothing.
    await page.keyboard.press('ArrowRight');
    assert.equal(await then.isVisible(), false);
  });

  test('in French, and so it stays', async () => {
    const { page } = it;
    await page.selectOption('#language', 'fr');
    await page.locator('#turn', { hasText: /gagne/ }).waitFor();
    assert.equal(await page.getAttribute('html', 'lang'), 'fr');
    assert.equal(await page.locator('#history-head').innerText(), 'Historique');
    assert.match(await page.locator('#lines').innerText(), / de jouer.* pose la plateforme | pose la plateforme /s);
    await picture(page, 'match-french');
    await page.reload();
    await page.locator('#turn', { hasText: /gagne/ }).waitFor();
    assert.equal(await page.inputValue('#language'), 'fr');
    await page.selectOption('#language', 'en');
  });

  test('shows the sentences of the server, in both languages', async () => {
    const { page } = it;
    const sentences = (await told(server.url)).map((line) => line.text);
    const shown = () => page.$$eval('#lines > li > .what', (all) => all.map((one) => one.textContent).reverse());
    assert.deepEqual(await shown(), sentences.map((text) => text.en));
    await page.selectOption('#language', 'fr');
    await page.locator('#turn', { hasText: /gagne/ }).waitFor();
    assert.deepEqual(await shown(), sentences.map((text) => text.fr));
    await page.selectOption('#language', 'en');
    await page.locator('#turn', { hasText: /wins/ }).waitFor();
  });

  test('in both languages with the same words', async () => {
    const shapes = await it.page.evaluate(async () => {
      const shape = (value) => (typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]).sort()) : typeof value);
      return Promise.all(['/english.js', '/french.js'].map(async (path) => JSON.stringify(shape((await import(path)).default))));
    });
    assert.equal(shapes[0], shapes[1]);
    const [english, french] = await it.page.evaluate(async () => [Object.keys(await (await fetch('/clauses')).json()), Object.keys((await import('/clauses.fr.js')).default)]);
    assert.deepEqual(english.sort(), french.sort());
  });

  test('on a phone, without scrolling sideways, light and dark', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const phone = await open(browser, server.url, { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, colorScheme });
      await phone.page.locator('#turn', { hasText: /wins/ }).waitFor();
      const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 360, `${wide} px wide`);
      const small = await phone.page.$$eval('button:not(.what):not(.clause), select, input', (all) => all.filter((one) => one.offsetParent && one.offsetHeight < 40).map((one) => one.id || one.textContent));
      assert.deepEqual(small, []);
      await picture(phone.page, `phone-${colorScheme}`, { fullPage: false });
      await phone.close();
    }
  });

  test('in the dark', async () => {
    const dark = await open(browser, server.url, { colorScheme: 'dark' });
    await dark.page.locator('#turn', { hasText: /wins/ }).waitFor();
    await picture(dark.page, 'match-dark');
    await dark.close();
  });
});

describe('a match that is going on', MINUTES, () => {
  test('is whole after a reload in the middle', async () => {
    const server = await serve('--speed', '20', '--seed', '2');
    const { page, errors, close } = await open(browser, server.url);
    await lines(page, 15);
    await page.reload();
    await lines(page, 30);
    const shown = await numbers(page);
    assert.ok(isGapless(shown) && shown[0] === 0, JSON.stringify(shown));
    await page.locator('#waiting > li').first().waitFor();
    await picture(page, 'match-live');
    // The lights shine.
    const lit = await page.$$eval('.leds > circle', (leds) => leds.filter((led) => led.getAttribute('fill') !== '#2c2c32').length);
    assert.ok(lit > 0, 'no light shines');
    assert.deepEqual(errors, []);
    await close();
    await server.end();
  });

  test('is taken up again after the server was restarted', async () => {
    let server = await serve('--speed', '20', '--seed', '2');
    const { page, errors, close } = await open(browser, server.url);
    await lines(page, 12);
    await server.end();
    await page.locator('#link', { hasText: /connection lost/ }).waitFor({ timeout: 20_000 });
    server = await serve('--speed', '20', '--seed', '7', '--port', server.port);
    await page.locator('#link', { hasText: /live/ }).waitFor({ timeout: 30_000 });
    await page.locator('#origin', { hasText: /seed 7/ }).waitFor({ timeout: 30_000 });
    await lines(page, 12);
    const [shown, server_lines] = [await numbers(page), await told(server.url)];
    assert.ok(isGapless(shown) && shown[0] === 0);
    const first = await page.locator('#lines > li').last().innerText();
    assert.match(first, /The match begins/);
    assert.ok(server_lines.length >= shown.length);
    assert.deepEqual(errors, []);
    await close();
    await server.end();
  });
});

describe('who speaks', MINUTES, () => {
  test('is a stranger until the table code is entered', async () => {
    const server = await serve('--speed', '3', '--seed', '4');
    const { page, close } = await open(browser, server.url);
    const refusal = page.locator('#refusal');

    // A question comes, and a stranger answers.
    await page.locator('.answer').first().click({ timeout: 240_000 });
    await refusal.waitFor();
    assert.match(await refusal.innerText(), /table code/);
    await picture(page, 'stranger');

    await page.fill('#code', server.code === '000000' ? '111111' : '000000');
    await page.locator('#code-form button').click();
    await page.locator('#refusal', { hasText: /not the table code/ }).waitFor();

    await page.fill('#code', server.code);
    await page.locator('#code-form button').click();
    await page.locator('#seated').waitFor();

    // Now the ring waits for the answer.
    const question = page.locator('#question h3');
    await page.locator('.answer').first().waitFor({ timeout: 240_000 });
    const asked = await question.innerText();
    await picture(page, 'question');
    await page.locator('.answer').first().click();
    await page.waitForFunction((before) => document.querySelector('#question h3')?.innerText !== before, asked);
    assert.match(await page.locator('#lines').innerText(), /Answer: /);
    await close();
    await server.end();
  });

  test('is not a page of somebody else', async () => {
    const server = await serve('--speed', '1');
    const { page, close } = await open(browser, server.url.replace('127.0.0.1', 'localhost'));
    const other = await page.evaluate(async (url) => {
      try {
        return (await fetch(`${url}command`, { method: 'POST', body: '"Undo"' })).status;
      } catch { return 'blocked'; }
    }, server.url);
    assert.equal(other, 'blocked');
    await close();
    await server.end();
  });
});

describe('texts of strangers', MINUTES, () => {
  test('are shown as text, whatever they are', async () => {
    const name = '<img src=x onerror=p()>';
    const file = `${await mkdtemp(join(tmpdir(), 'dohyo-'))}/deck.toml`;
    const deck = await readFile(new URL('../../host-tools/data/house-deck.toml', import.meta.url), 'utf8');
    await writeFile(file, [...deck.matchAll(/^\[\[card\]\]\nname = "(.*)"$/gm)].reduce((text, [, known], n) => text.replaceAll(`"${known}"`, `"${n.toString(36)}${name}"`), deck));
    const ring = await start('ring', '--listen', '127.0.0.1:0');
    const [, address] = await ring.line(/^listening at (\S+)/);
    const setup = await start('setup', '--game', 'ss', '--players', '2', '--junior', '--ring', address);
    await setup.line(/begins/);
    await setup.gone;
    const server = await serve('--ring', address, '--deck', file);
    const { page, errors, close } = await open(browser, server.url);
    await page.evaluate(() => { window.p = () => { window.owned = true; }; });
    ring.say('marker 1 blue');
    await page.locator('#lines', { hasText: name }).waitFor({ timeout: 60_000 });
    await page.locator('#sides', { hasText: name }).waitFor();
    await page.locator('#lines > li .clause').first().click();
    assert.equal(await page.locator('img:not(#challenge-picture)').count(), 0);
    assert.equal(await page.evaluate(() => window.owned), undefined);
    assert.deepEqual(errors, []);
    await picture(page, 'strangers');
    await close();
    await server.end();
    await ring.end();
  });

  test('of a ring that is not there are shown, and that the server keeps trying', async () => {
    const hostile = '\u001b[31m\u202e<img src=x onerror=p()>';
    const away = createServer((socket) => { socket.end(`dohyo: ${hostile}\n`); socket.on('error', () => {}); });
    await new Promise((resolve) => { away.listen(0, '127.0.0.1', resolve); });
    const server = await serve('--ring', `tcp:127.0.0.1:${away.address().port}`);
    const { page, errors, close } = await open(browser, server.url);
    const trouble = page.locator('#trouble', { hasText: /The server keeps trying/ });
    await trouble.waitFor({ timeout: 60_000 });
    const shown = await trouble.innerText();
    assert.ok(shown.includes('\\u001b[31m\\u202e<img src=x onerror=p()>'), shown);
    assert.equal(await page.locator('#trouble img').count(), 0);
    await picture(page, 'no-ring');
    assert.deepEqual(errors, []);
    await close();
    await server.end();
    away.close();
  });
});

describe('grid boards', MINUTES, () => {
  for (const [game, cells, word] of [['abalone', 61, /moves \d marbles (in line|sideways)/], ['sumoo', 35, /(moves|swaps) \S+ to|is pushed to/]]) {
    test(`${game} is drawn cell by cell and told`, async () => {
      const server = await serve('--game', game, ...FAST, '--seed', '5');
      const { page, errors, close } = await open(browser, server.url);
      await lines(page, 12);
      await page.locator('#lines', { hasText: word }).waitFor();
      assert.equal(await page.locator('.leds > circle').count(), cells);
      if (game === 'abalone') {
        await page.locator('#lines', { hasText: /is pushed from/ }).waitFor();
        const said = await page.locator('#lines').innerText();
        for (const [, a, b] of said.matchAll(/is pushed from (..) to (..)/g)) {
          const apart = [0, 1].map((n) => Math.abs(a.charCodeAt(n) - b.charCodeAt(n)));
          assert.ok(Math.max(...apart) === 1, `${a} and ${b} are neighbours`);
        }
      }
      await picture(page, game);
      await page.selectOption('#language', 'fr');
      await page.locator('#players-head', { hasText: 'Joueurs' }).waitFor();
      assert.deepEqual(errors, []);
      await close();
      await server.end();
    });
  }
});
