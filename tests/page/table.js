// A person at the table of the page: waits for the call, then does what it says, with a
// pointer, a finger or keys. Reads where things are drawn from the page's own modules.

import { readFile, writeFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';

const PATIENCE = { timeout: 150_000 };
/** Milliseconds after which a stage that did not change is acted upon again. */
const RETRY = 8_000;
/** Simulated seconds a second while nothing is in a hand. */
const FAST = 8;

/** Opens a match: fills in the set-up and presses start. */
export async function begin(page, { game = 'ss', seed = 7, players = 2, league = 'junior', noise = 'nominal', names = [], kinds = [], cards = [] } = {}) {
  await page.locator('.start:enabled').waitFor(PATIENCE);
  await page.locator(`[data-key="game-${game}"]`).click();
  for (let n = 2; n < players; n += 1) await page.locator('[data-key="add"]').click();
  if (league === 'full') await page.locator('[data-key="league"]').click();
  if (noise !== 'nominal') await page.selectOption('[data-key="noise"]', noise);
  for (const [n, card] of cards.entries()) if (card) await page.selectOption(`[data-key="card-${n}"]`, card);
  for (const [n, name] of names.entries()) await page.fill(`[data-key="name-${n}"]`, name);
  for (const [n, kind] of kinds.entries()) await page.selectOption(`[data-key="kind-${n}"]`, kind);
  await page.fill('[data-key="seed"]', String(seed));
  await page.locator('.start').click();
  await page.locator('#call h1').waitFor(PATIENCE);
  await page.locator('.player .name').nth(1).waitFor(PATIENCE);
}

/** What the page says is to be done, once it is a person's turn, a question, or the end. */
export async function nextStage(page, except = []) {
  await setSpeed(page, FAST);
  const stage = await page.evaluate(async ([unwanted, patience, retry]) => {
    const [{ phase }, { state }] = await Promise.all([import('./phase.js'), import('./state.js')]);
    const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
    const begun = performance.now();
    const until = begun + patience;
    while (performance.now() < until) {
      const { kind, isYours, laid } = phase();
      const isReady = kind === 'over' || kind === 'question' || (isYours && !['settle', 'wait'].includes(kind));
      const token = `${kind === 'push' && laid ? 'laid' : kind}:${state.now.question?.number ?? state.lines.length}`;
      if (state.panic) throw new Error(state.panic);
      // A hand that missed, because the page moved below it, tries again.
      if (isReady && (!unwanted.includes(token) || performance.now() - begun > retry)) return token;
      await frame();
    }
    throw new Error(`nothing to do, waiting for ${JSON.stringify(state.turn)}, said last: ${state.lines.at(-1)?.text.en}, mistake: ${state.mistake?.text}`);
  }, [except, PATIENCE.timeout, RETRY]).catch((error) => keep(page, error));
  await setSpeed(page, 1);
  return stage;
}

/** Keeps the session that came to nothing as a file, which replays it anywhere. */
async function keep(page, error) {
  const recipe = await page.evaluate(async () => (await import('./link.js')).script());
  const path = new URL(`../../target/stuck-${Date.now()}.json`, import.meta.url);
  await writeFile(path, JSON.stringify(recipe));
  throw new Error(`${error.message}\nthe session is in ${path.pathname}`);
}

export const setSpeed = (page, factor) => page.evaluate(async (speed) => (await import('./link.js')).speed(speed), factor);

/** Pixel of the window at which a point of the table is drawn. */
export const pixelOf = (page, [x, y]) => page.evaluate(async ([mx, my]) => {
  const { camera } = await import('./scene.js');
  const box = document.getElementById('top').getBoundingClientRect();
  const [px, py] = camera.toScreen(mx, my);
  return [box.left + px, box.top + py];
}, [x, y]);

/** Posts or docks that are awaited, the platform, the piece on it. */
export const situation = (page) => page.evaluate(async () => {
  const [{ phase }, { state }, { dockOf }] = await Promise.all([import('./phase.js'), import('./state.js'), import('./draw/geometry.js')]);
  const { awaited, laid } = phase();
  return {
    posts: [...awaited.mark, ...awaited.take],
    docks: awaited.dock.map((post) => ({ post, ...dockOf({ post }) })),
    platform: state.platform,
    laid: laid && { at: laid.position, radius: laid.half[0] },
  };
});

const POSTS = [[100, 100], [100, -100], [-100, -100], [-100, 100]];

/** Mouse: presses and drags in steps, as a hand does. */
export const mouse = {
  tap: async (page, [x, y]) => page.mouse.click(x, y),
  drag: async (page, from, to, steps = 24) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let n = 1; n <= steps; n += 1) {
      await page.mouse.move(from[0] + (to[0] - from[0]) * n / steps, from[1] + (to[1] - from[1]) * n / steps);
      await frame(page);
    }
    await page.mouse.up();
  },
};

/** Finger: the same through the browser's own touch events. */
export const finger = (client) => {
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  return {
    tap: async (page, point) => { await touch('touchStart', [point]); await touch('touchEnd', []); },
    drag: async (page, from, to, steps = 24) => {
      await touch('touchStart', [from]);
      for (let n = 1; n <= steps; n += 1) {
        await touch('touchMove', [[from[0] + (to[0] - from[0]) * n / steps, from[1] + (to[1] - from[1]) * n / steps]]);
        await frame(page);
      }
      await touch('touchEnd', []);
    },
  };
};

const frame = (page) => page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(resolve); }));

/** Does what one stage asks for, by pointer. */
export async function act(page, stage, by) {
  const kind = stage.split(':')[0];
  const it = await situation(page);
  if (kind === 'question') {
    // A simulated neighbour may answer first: then there is nothing left to press.
    const box = await page.evaluate(() => document.querySelector('.answer')?.getBoundingClientRect().toJSON());
    if (box) await by.tap(page, [box.x + box.width / 2, box.y + box.height / 2]);
  } else if (kind === 'dock') {
    // In the first box it may lie anywhere along the edge.
    const dock = it.docks[0] ?? { at: [0, -100], in: [0, 1] };
    await by.tap(page, await pixelOf(page, [dock.at[0] - dock.in[0] * 22, dock.at[1] - dock.in[1] * 22]));
  } else if (['mark', 'opening', 'take'].includes(kind)) {
    if (it.posts.length) await by.tap(page, await pixelOf(page, POSTS[it.posts[0] - 1]));
  } else if (kind === 'push') {
    if (!it.platform) return;
    const slot = page.locator('button.slot:not([aria-disabled])').first();
    // The ring may rule the push before, and then there is nothing left to lay.
    const box = await slot.boundingBox({ timeout: 3000 }).catch(() => null);
    if (box) await by.drag(page, [box.x + box.width / 2, box.y + box.height / 2], await pixelOf(page, it.platform.spot), 6);
  } else if (kind === 'laid') {
    if (!it.platform || !it.laid) return;
    const from = it.laid.at;
    const [dx, dy] = it.platform.in;
    const way = (it.platform.at[0] - from[0]) * dx + (it.platform.at[1] - from[1]) * dy + it.laid.radius + 3;
    await by.drag(page, await pixelOf(page, from), await pixelOf(page, [from[0] + dx * way, from[1] + dy * way]), 20);
  } else if (kind === 'end') {
    await page.locator('.offer').last().click();
  }
}

/** Plays until `isEnough` of the kinds of stages seen, or the end of the match. */
export async function playUntil(page, by, isEnough, most = 80) {
  const seen = [];
  let last = [];
  for (let n = 0; n < most; n += 1) {
    const stage = await nextStage(page, last);
    seen.push(stage.split(':')[0]);
    if (stage.startsWith('over') || await isEnough(seen)) return seen;
    await act(page, stage, by);
    last = [stage];
  }
  throw new Error(`after ${most} stages: ${seen.join(' ')}`);
}

/** What the page has been told: lines by what was ruled or of which kind. */
export const told = (page, what) => page.evaluate(async (wanted) => (await import('./state.js')).state.lines.filter((line) => line.facts.what === wanted || line.kind === wanted).map((line) => line.text.en), what);

/** Pixel of the middle of a cell. */
export const pixelOfCell = async (page, cell) => pixelOf(page, await page.evaluate(async (one) => {
  const [{ gridPlaces }, { state }] = await Promise.all([import('./draw/grid.js'), import('./state.js')]);
  const [x, y] = gridPlaces(state.table)[one];
  return [x, -y];
}, cell));

/** Cell onto which a play goes and that none of its pieces leaves. */
export const freed = (slide) => slide.find(([, to]) => to != null && !slide.some(([from]) => from === to))?.[1];

/** Address of the page with a recorded session in it, which it then plays. */
export async function recorded(url, name, names = []) {
  const { setup, seed, text } = JSON.parse(await readFile(new URL(`../hashes/sessions/${name}.json`, import.meta.url), 'utf8'));
  const packed = deflateRawSync(JSON.stringify({ setup: { ...setup, names }, seed, text }));
  return `${url}#m=${packed.toString('base64url')}`;
}

/** Chooses the pieces of a play by pointer and presses where they go. */
export async function playCells(page, by, own, to) {
  for (const cell of own) await by.tap(page, await pixelOfCell(page, cell));
  await by.tap(page, await pixelOfCell(page, to));
}

/** Waits until the page's state is as wanted, and returns what `pick` finds then. */
export const when = (page, pick, given = null) => page.evaluate(`(async () => {
  const { state } = await import('./state.js');
  const pick = ${pick};
  const until = performance.now() + ${PATIENCE.timeout};
  while (performance.now() < until) {
    if (state.panic) throw new Error(state.panic);
    const found = pick(state, ${JSON.stringify(given)});
    if (found) return found;
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  throw new Error('waited in vain; said last: ' + state.lines.at(-1)?.text.en);
})()`);

/** Waits until a recorded session comes to its question; returns the stage. */
export async function asked(page) {
  await setSpeed(page, 20);
  const number = await when(page, (it) => it.now.question?.number);
  await setSpeed(page, 1);
  return `question:${number}`;
}
