// A real ring on the page, in a real Chromium: a stand-in for `navigator.serial`, bridged to
// a ring without hardware whose players and sensors are typed.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { after, before, describe, test } from 'node:test';
import { violations } from './barriers.js';
import { launch, picture } from './browser.js';
import { Cable } from './cable.js';
import { missing, missingFile, oneFile, serveFolder } from './folder.js';
import { DOHYO, endAll, start } from './server.js';
import { when } from './table.js';
import { serveWire } from './wire.js';

const skip = missing() ?? false;
const MINUTES = { timeout: 300_000, skip };
const PATIENCE = { timeout: 25_000 };
const DESKTOP = { viewport: { width: 1280, height: 800 }, locale: 'en-GB', colorScheme: 'light', reducedMotion: 'reduce' };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, locale: 'fr-FR', reducedMotion: 'reduce' };

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

/** A ring whose inputs are typed, and how to type one and see that it was understood. */
async function ring(...args) {
  const it = await start('ring', '--listen', '127.0.0.1:0', ...args);
  const [, port] = await it.line(/^listening at tcp:127\.0\.0\.1:(\d+)/);
  const act = async (...all) => {
    for (const words of all) {
      it.say(words);
      await it.line(/^ok /);
    }
  };
  return { ...it, act, port: Number(port) };
}

/** A tab with the stand-in; `errors` are what its scripts complained about. */
async function tab(cable, options = DESKTOP, address = '', context = null) {
  const owner = context ?? await browser.newContext(options);
  const page = await owner.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
  await cable.into(page);
  await page.goto(site.url + address);
  return { page, errors, context: owner, close: () => owner.close() };
}

/** Numbers of a board's channels by what sits there, from the wiring plan. */
async function channelsOf(board) {
  const { stdout } = await promisify(execFile)(DOHYO, ['wiring', '--board', board, '--what', 'plan']);
  // Three inputs are read at each address; the second bank has the addresses from 16 on.
  return new Map([...stdout.matchAll(/^\| \d+ \| ([^|]+) \| M(\d)([AB]) Y(\d+) \|$/gm)].map(([, role, input, bank, address]) => [role, 3 * (Number(address) + (bank === 'B' ? 16 : 0)) + Number(input)]));
}

const chip = (page, words) => page.locator('.ring-chip', { hasText: words }).waitFor(PATIENCE);
const call = (page, words) => page.locator('#call', { hasText: words }).waitFor(PATIENCE);
const said = (page, words) => page.locator('.calls li.line', { hasText: words }).first().waitFor(PATIENCE);

async function connect(page) {
  await page.locator('.ring-chip').click();
  await chip(page, 'Ring connected');
}

/** Touches the ring as it asks for: a press counts once the lights have shown the request. */
async function touch(page, table) {
  const { hold } = await when(page, (it) => it.ring.touch);
  await page.waitForTimeout(800);
  await table.act(hold ? 'hold confirm' : 'press confirm');
}

/** Sets up Sakura Slam on the connected ring, with these names and cards: by chance a card may hold nothing to doubt. */
async function setUp(page, names, cards = ['Ember Fly', 'Clay Wasp'], isFull = false) {
  await page.locator('[data-key="ring-setup"]').click();
  await page.locator('[data-key="game-ss"]').click();
  if ((await page.getAttribute('[data-key="league"]', 'aria-checked') === 'true') !== isFull) await page.locator('[data-key="league"]').click();
  for (const [n, name] of names.entries()) await page.fill(`[data-key="name-${n}"]`, name);
  for (const [n, card] of cards.entries()) await page.selectOption(`[data-key="card-${n}"]`, card);
  await page.locator('[data-key="start"]').click();
}

/** The first marker, then a turn of the first player that pushes a small disc off in the east. */
const OPENING = ['marker 1 blue'];
const TURN = ['dock 2', 'marker 2 red', 'load at 2', 'push starts at 2', 'push small at 2', 'falling 1 east', 'fall 1 small east'];

describe('a ring on the line', () => {
  test('is connected, set up with names, and its rulings are shown', MINUTES, async () => {
    const table = await ring();
    const { page, errors, close } = await tab(new Cable(table.port));
    await connect(page);
    await call(page, 'No match on the ring');
    await picture(page, 'ring-idle');
    await setUp(page, ['Ada', 'Ben']);
    await call(page, 'Ben, set your marker');
    assert.equal(await page.locator('#racks').isVisible(), false, 'what a rack holds one sees on the table');
    await table.act(...OPENING);
    await call(page, 'Ada, set the platform');
    await table.act(...TURN);
    await said(page, 'Platform at post 2');
    await said(page, 'Marker on post 2');
    await said(page, 'Small disc off');
    assert.match(await page.locator('.player', { hasText: 'Ada' }).innerText(), /Ada/);
    // What is drawn is what the ring has said: counts, and the place of the fall.
    const known = await page.evaluate(async () => {
      const { state } = await import('./state.js');
      return { falls: state.falls.map(({ edge, key }) => [edge, key]), ring: state.now.view.ring, poses: state.poses, lights: state.lights };
    });
    assert.deepEqual(known.falls, [['east', 'small']]);
    assert.ok(known.ring.length >= 3, JSON.stringify(known.ring));
    assert.equal(known.poses, null, 'nobody knows where discs lie');
    assert.equal(known.lights, null, 'a ring does not say what its lights show');
    await picture(page, 'ring-fall');
    assert.deepEqual(await violations(page), [], 'play');
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });

  test('asks, and the answer waits for a touch', MINUTES, async () => {
    const table = await ring();
    const { page, errors, close } = await tab(new Cable(table.port));
    await connect(page);
    await setUp(page, ['Ada', 'Ben']);
    await call(page, 'Ben, set your marker');
    await table.act(...OPENING, 'dock 2', 'marker 2 red', 'load at 2', 'push starts at 2', 'push small or medium at 2, unsure');
    await call(page, 'The ring asks');
    assert.ok(await page.locator('.answer .pic').count() >= 2, 'answers have pictures');
    await picture(page, 'ring-question');
    assert.deepEqual(await violations(page), [], 'question');
    await page.locator('.answer', { hasText: 'Small disc' }).click();
    await call(page, 'Confirm on the ring');
    await picture(page, 'ring-touch');
    await touch(page, table);
    await said(page, /small disc/i);
    await page.locator('#call.asks').waitFor({ state: 'detached', ...PATIENCE });
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });

  test('takes back with a touch, says what to put right, and refuses with a sentence', MINUTES, async () => {
    const table = await ring();
    const { page, errors, close } = await tab(new Cable(table.port));
    await connect(page);
    await setUp(page, ['Ada', 'Ben']);
    await call(page, 'Ben, set your marker');
    await table.act(...OPENING);
    await call(page, 'Ada, set the platform');
    await page.locator('[data-key="undo"]').click();
    await call(page, 'Confirm on the ring');
    await page.waitForTimeout(800);
    await table.act('press undo');
    await page.locator('#call .mistake', { hasText: 'Confirm was not pressed' }).waitFor(PATIENCE);
    await picture(page, 'ring-refused');
    await page.locator('[data-key="undo"]').click();
    await touch(page, table);
    // The marker lies there still: the ring says what is to be done.
    await call(page, 'Put it right');
    await call(page, 'Take the blue marker off post 1');
    await picture(page, 'ring-repair');
    await table.act('take marker 1 blue');
    await call(page, 'Ben, set your marker');
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });

  test('has its special moves declared, by card and choice', MINUTES, async () => {
    const table = await ring();
    const { page, errors, close } = await tab(new Cable(table.port));
    await connect(page);
    await setUp(page, ['Ada', 'Ben'], ['Ember Fly', 'Knot Weaver'], true);
    await call(page, 'Ben, set your marker');
    await table.act(...OPENING);
    await call(page, 'Ada, set the platform');
    const offer = page.locator('.offer', { hasText: 'Ember Fly' }).first();
    await offer.waitFor(PATIENCE);
    await picture(page, 'ring-special');
    assert.deepEqual(await violations(page), [], 'special moves');
    await offer.click();
    await said(page, /Ada uses/);
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });

  test('is unplugged in the middle and plugged in again, and survives a reload', MINUTES, async () => {
    const table = await ring();
    const cable = new Cable(table.port);
    const { page, errors, close } = await tab(cable);
    await connect(page);
    await setUp(page, ['Ada', 'Ben']);
    await call(page, 'Ben, set your marker');
    await table.act(...OPENING);
    await call(page, 'Ada, set the platform');
    await cable.pull();
    await chip(page, 'Ring unplugged');
    await call(page, 'Plug it in again');
    await picture(page, 'ring-unplugged');
    // Play goes on: the ring judges by itself.
    await table.act('dock 2', 'marker 2 red');
    await cable.plug();
    await chip(page, 'Ring connected');
    await said(page, 'Marker on post 2');
    await page.reload();
    await chip(page, 'Ring connected');
    await said(page, 'Marker on post 2');
    assert.match(await page.locator('#players').innerText(), /Ada/, 'names are kept in this browser');
    assert.equal(await page.locator('.calls li.line', { hasText: 'Marker on post 2' }).count(), 1, 'no line twice');
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });

  test('is said to be silent when it says nothing, and heard again', MINUTES, async () => {
    const table = await ring();
    const cable = new Cable(table.port);
    const { page, errors, close } = await tab(cable);
    await connect(page);
    await setUp(page, ['Ada', 'Ben']);
    await call(page, 'Ben, set your marker');
    // A link that hangs: nothing arrives, and nothing is lost but what was on its way.
    cable.isMute = true;
    await chip(page, 'Ring silent: play goes on');
    await call(page, 'it judges by itself');
    await picture(page, 'ring-silent');
    assert.deepEqual(await violations(page), [], 'silent');
    cable.isMute = false;
    await chip(page, 'Ring connected');
    await table.act(...OPENING);
    await call(page, 'Ada, set the platform');
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });

  test('is in one tab at a time, and says so in the other', MINUTES, async () => {
    const table = await ring();
    const cable = new Cable(table.port);
    const one = await tab(cable);
    await connect(one.page);
    const other = await tab(cable, DESKTOP, '', one.context);
    await other.page.locator('.ring-chip').click();
    await other.page.locator('#ring', { hasText: 'Another tab or program has this ring' }).waitFor(PATIENCE);
    await picture(other.page, 'ring-two-tabs');
    assert.deepEqual(await violations(other.page), [], 'two tabs');
    await one.page.close();
    // The browser gives the port of a closed tab back.
    await cable.pull();
    await cable.plug();
    await other.page.locator('[data-key="connect"]').click();
    await chip(other.page, 'Ring connected');
    assert.deepEqual([...one.errors, ...other.errors], []);
    await one.close();
    await table.end();
  });

  test('is a grid board, which feels where its pieces lie', MINUTES, async () => {
    const table = await ring('--board', 'grid-hex');
    const { page, errors, close } = await tab(new Cable(table.port));
    await connect(page);
    await page.locator('[data-key="ring-setup"]').click();
    assert.equal(await page.locator('.pick').count(), 1, 'one game is played on this board');
    await page.locator('[data-key="start"]').click();
    await call(page, 'Mia, your move');
    // Fourteen marbles of each side, twelve numbers for each.
    await when(page, (it) => it.poses?.length === 28 * 12);
    await picture(page, 'ring-grid');
    // Its sensors feel an empty board so far: it says what is missing.
    await table.act('put black on c3');
    await call(page, 'Put it right');
    await call(page, 'Put a black marble on');
    assert.deepEqual(await violations(page), [], 'grid');
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });

  test('speaks French on a phone, without barriers', MINUTES, async () => {
    const table = await ring();
    const { page, errors, close } = await tab(new Cable(table.port), PHONE);
    await page.locator('.ring-chip').click();
    await call(page, 'Pas de partie sur l’anneau');
    await setUp(page, ['Zoé', 'Luc']);
    await call(page, 'Luc, pose ton marqueur');
    await table.act(...OPENING, ...TURN);
    await said(page, 'Petit disque dehors');
    await picture(page, 'ring-phone');
    assert.deepEqual(await violations(page), [], 'phone');
    assert.doesNotMatch(await page.locator('#play').innerText(), /\b(nord|est|sud|ouest)\b/);
    await page.locator('.ring-chip').click();
    await page.locator('#ring h2', { hasText: 'Étalonner' }).waitFor(PATIENCE);
    await picture(page, 'ring-phone-screen', { fullPage: true });
    assert.deepEqual(await violations(page), [], 'screen');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} px wide`);
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });
});

describe('a builder', () => {
  test('sees the bad sensors in red where they are', MINUTES, async () => {
    const table = await ring('--idle-sensors');
    const { page, errors, close } = await tab(new Cable(table.port));
    await connect(page);
    await page.locator('.ring-chip').click();
    await page.locator('#ring .doctor', { hasText: 'All sensors work.' }).waitFor(PATIENCE);
    await table.act('unplug west', 'darken south lower 20');
    await page.locator('#ring .doctor', { hasText: '2 faults' }).waitFor(PATIENCE);
    const told = await page.locator('#ring .faults').innerText();
    assert.match(told, /West chain: broken/);
    assert.match(told, /South lower beam 20: stuck dark/);
    assert.match(told, /197\.5 mm/);
    assert.equal(await page.locator('.checkup .bad').count(), 2);
    assert.equal(await page.locator('.checkup .beam').count(), 160);
    await picture(page, 'ring-doctor', { fullPage: true });
    assert.deepEqual(await violations(page), [], 'doctor');
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });

  test('is led through a calibration, and told what was refused', MINUTES, async () => {
    const table = await ring('--idle-sensors');
    const { page, errors, close } = await tab(new Cable(table.port));
    await connect(page);
    await page.locator('.ring-chip').click();
    await page.locator('[data-key="calibrate-start"]').click();
    const part = (words) => page.locator('#ring .calibrate', { hasText: words }).waitFor(PATIENCE);
    await part('Step 1 of 8');
    await part('Take everything off the board.');
    await page.locator('[data-key="calibrate-ready"]').click();
    await part('Step 2 of 8');
    await part('Put a weak marker into slot 1 of post 1');
    assert.equal(await page.locator('.calibrate .checkup .put').count(), 1);
    await picture(page, 'ring-calibrate', { fullPage: true });
    // Nothing was put there.
    await page.locator('[data-key="calibrate-ready"]').click();
    await part('has not changed');
    await picture(page, 'ring-calibrate-refused', { fullPage: true });
    assert.deepEqual(await violations(page), [], 'calibration');
    await page.locator('[data-key="calibrate-stop"]').click();
    await page.locator('[data-key="calibrate-start"]').waitFor(PATIENCE);
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });

  test('finishes a calibration, and draws a rod along the sides', MINUTES, async () => {
    const channels = await channelsOf('ring');
    const at = (role, steps) => `channel ${channels.get(role)} ${steps}`;
    const platform = (post) => [at(`dock ${post} magnet 1`, -500), at(`dock ${post} magnet 2`, 480)];
    const deeds = [[], [at('post 1 slot 1', 300)], [at('post 1 slot 1', 900)], ...[1, 2, 3, 4].map(platform), [at('platform 4 optic 1', 1500)]];
    const table = await ring('--idle-sensors');
    const { page, errors, close } = await tab(new Cable(table.port));
    await connect(page);
    await page.locator('.ring-chip').click();
    await page.locator('[data-key="calibrate-start"]').click();
    for (const [n, some] of deeds.entries()) {
      await page.locator('#ring .calibrate', { hasText: `Step ${n + 1} of 8` }).waitFor(PATIENCE);
      await table.act(...some);
      if (n === 3) await picture(page, 'ring-calibrate-platform', { fullPage: true });
      await page.locator('[data-key="calibrate-ready"]:enabled').click();
      const next = n + 1 < deeds.length ? `Step ${n + 2} of 8` : 'Calibrated.';
      await page.locator('#ring .calibrate', { hasText: next }).waitFor(PATIENCE);
      await table.act(...some.map((words) => words.replace(/-?\d+$/, '0')));
    }
    await page.locator('[data-key="rod-start"]').click();
    await page.locator('#ring .rod', { hasText: '0 of 160 lights have gone dark' }).waitFor(PATIENCE);
    await table.act('darken north upper 3', 'light north upper 3');
    await page.locator('#ring .rod', { hasText: '1 of 160 lights have gone dark' }).waitFor(PATIENCE);
    await page.locator('[data-key="rod-end"]').click();
    await page.locator('#ring .rod', { hasText: '159 lights stay lit behind the rod' }).waitFor(PATIENCE);
    await picture(page, 'ring-rod', { fullPage: true });
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });

  test('asks for the boot loader, and the ring waits for a touch', MINUTES, async () => {
    const table = await ring();
    const { page, errors, close } = await tab(new Cable(table.port));
    await connect(page);
    await page.locator('.ring-chip').click();
    await page.locator('[data-key="boot"]').click();
    await page.locator('#ring', { hasText: 'Confirm on the ring' }).waitFor(PATIENCE);
    await touch(page, table);
    await page.locator('#ring', { hasText: 'Drop dohyo.uf2 on the drive RPI-RP2 now' }).waitFor(PATIENCE);
    await picture(page, 'ring-firmware', { fullPage: true });
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });
});

describe('a ring that has judged a match', () => {
  test('gives its evidence for a challenge, and the places of its falls', MINUTES, async () => {
    const table = await ring('--after-match', '2');
    const { page, errors, close } = await tab(new Cable(table.port));
    await connect(page);
    await call(page, /wins/);
    await page.locator('.calls .because').first().waitFor(PATIENCE);
    await when(page, (it) => it.falls.length > 0 && it.lines.some((line) => line.fall));
    await picture(page, 'ring-over');
    const fall = page.locator('.calls li.line', { hasText: / disc off\./ }).first();
    await fall.locator('.because').click();
    await page.locator('#why-side').waitFor(PATIENCE);
    await page.locator('[data-key="readings"]').click();
    await page.waitForFunction(() => { const drawn = document.querySelector('.readings img'); return drawn?.complete && drawn.naturalHeight > 100; }, null, PATIENCE);
    await picture(page, 'ring-challenge', { fullPage: true });
    assert.match(await page.locator('#why .facts').innerText(), /mm wide/);
    assert.deepEqual(await violations(page), [], 'why');
    assert.deepEqual(errors, []);
    await close();
    await table.end();
  });

  test('is on a screen across the room and in a stream', MINUTES, async () => {
    const table = await ring('--after-match', '2');
    const cable = new Cable(table.port);
    cable.isAllowed = true;
    for (const mode of ['tv', 'overlay']) {
      const { page, errors, close } = await tab(cable, DESKTOP, `?${mode}`);
      await call(page, /wins/);
      await picture(page, `ring-${mode}`);
      assert.deepEqual(errors, []);
      await page.close();
      await cable.pull();
      await cable.plug();
      await close();
    }
    await table.end();
  });
});

describe('the page in one file', () => {
  test('has the line to a ring in it', { ...MINUTES, skip: skip || (missingFile() ?? false) }, async () => {
    const table = await ring();
    const context = await browser.newContext(DESKTOP);
    const page = await context.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await new Cable(table.port).into(page);
    await page.goto(pathToFileURL(oneFile()).href);
    await connect(page);
    await setUp(page, ['Ada', 'Ben']);
    await call(page, 'Ben, set your marker');
    assert.deepEqual(errors, []);
    await context.close();
    await table.end();
  });
});

describe('a browser without serial ports', () => {
  test('says which browsers can', MINUTES, async () => {
    const context = await browser.newContext(DESKTOP);
    const page = await context.newPage();
    await page.addInitScript(() => { Object.defineProperty(navigator, 'serial', { value: undefined }); });
    await page.goto(site.url);
    await chip(page, 'No ring in this browser');
    await page.locator('.ring-chip').click();
    await page.locator('#ring', { hasText: 'Chrome and Edge can, and Firefox from 151 on' }).waitFor(PATIENCE);
    await picture(page, 'ring-cannot');
    assert.deepEqual(await violations(page), [], 'cannot');
    await context.close();
  });
});

describe('a page of the server that has the ring', () => {
  test('follows it without a serial port, and asks for the table code', MINUTES, async () => {
    const table = await ring();
    const wire = await serveWire(table.port);
    const context = await browser.newContext(DESKTOP);
    const page = await context.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.addInitScript(() => { Object.defineProperty(navigator, 'serial', { value: undefined }); });
    await page.goto(wire.url);
    await chip(page, 'Connect a ring');
    await connect(page);
    await setUp(page, ['Ada', 'Ben']);
    await call(page, 'Ben, set your marker');
    await table.act(...OPENING);
    await call(page, 'Ada, set the platform');
    // What changes a match needs the code that the terminal shows.
    wire.isBarred = true;
    await page.locator('[data-key="undo"]').click();
    await page.locator('#ring', { hasText: 'Table code' }).waitFor(PATIENCE);
    await page.fill('[data-key="code"]', '000000');
    await page.locator('[data-key="send-code"]').click();
    await page.locator('#ring', { hasText: 'this is not the table code' }).waitFor(PATIENCE);
    await picture(page, 'ring-code');
    assert.deepEqual(await violations(page), [], 'code');
    await page.fill('[data-key="code"]', wire.code);
    await page.locator('[data-key="send-code"]').click();
    await page.locator('[data-key="code"]').waitFor({ state: 'detached', ...PATIENCE });
    await page.locator('[data-key="follow"]').click();
    await page.locator('[data-key="undo"]').click();
    await call(page, 'Confirm on the ring');
    await touch(page, table);
    await call(page, 'Put it right');
    assert.deepEqual(errors, []);
    await context.close();
    await wire.end();
    await table.end();
  });
});
