// Takes a picture of each state of the page, to look at: `npm run shots`, into
// target/page-screenshots; those named alone with `npm run shots -- setup why`.

import { finger, act, begin, mouse, nextStage, playUntil } from './table.js';
import { launch, open, picture } from './browser.js';
import { missing, serveFolder } from './folder.js';

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const wanted = process.argv.slice(2);
const why = missing();
if (why) throw new Error(why);

const site = await serveFolder();
const browser = await launch();

/** Opens the page, does something, takes the picture. */
async function shot(name, options, address, doing) {
  if (wanted.length && !wanted.includes(name)) return;
  const { page, errors, close } = await open(browser, site.url + address, options);
  try {
    await page.locator('.start:enabled, #call h1').first().waitFor({ timeout: 60_000 });
    await doing?.(page);
    await picture(page, `shot-${name}`);
    console.log(name, ...errors);
  } catch (error) {
    await picture(page, `shot-${name}-failed`);
    console.log(name, String(error).slice(0, 300), ...errors);
  }
  await close();
}

const until = (stage, by = mouse) => (page) => playUntil(page, by, (seen) => seen.at(-1) === stage);
const play = (options, ...rest) => async (page) => {
  await begin(page, { seed: 7, ...options });
  for (const next of rest) await next(page);
};
const fell = (page) => playUntil(page, mouse, () => page.evaluate(async () => (await import('./state.js')).state.lines.some((line) => line.fall)));
const openWhy = async (page) => {
  await page.keyboard.press('w');
  await page.locator('#why h1').waitFor();
  await page.waitForFunction(() => Number(document.getElementById('why-range')?.value ?? 1000) > 640);
};

await shot('setup', DESKTOP, '');
await shot('setup-phone', PHONE, '?lang=fr');
await shot('play', DESKTOP, '', play({}, until('push')));
await shot('dark', { ...DESKTOP, colorScheme: 'dark' }, '', play({}, until('laid')));
await shot('phone', PHONE, '', play({}, until('push')));
await shot('fall', DESKTOP, '', play({}, fell));
await shot('why', DESKTOP, '', play({}, fell, openWhy));
await shot('why-phone', PHONE, '', play({}, fell, openWhy));
await shot('question', DESKTOP, '', play({ noise: 'high' }, until('question')));
await shot('win', DESKTOP, '', play({}, (page) => playUntil(page, mouse, () => false)));
await shot('abalone', DESKTOP, '', play({ game: 'abalone', seed: 3 }, (page) => nextStage(page)));
await shot('abalone-phone', PHONE, '', play({ game: 'abalone', seed: 3 }, (page) => nextStage(page)));
await shot('sumoo', DESKTOP, '', play({ game: 'sumoo', seed: 3 }, (page) => nextStage(page)));
await shot('four', DESKTOP, '', play({ players: 4, league: 'full' }, (page) => nextStage(page)));
await shot('specials', DESKTOP, '', play({ league: 'full', cards: ['Ember Fly'] }, until('dock')));
await shot('tv', DESKTOP, '?tv&seed=2', (page) => page.waitForFunction(() => document.querySelectorAll('.calls li.line').length > 6, null, { timeout: 120_000 }));
await shot('overlay', DESKTOP, '?overlay&seed=2', (page) => page.waitForFunction(() => document.querySelectorAll('.calls li.line').length > 6, null, { timeout: 120_000 }));
await browser.close();
await site.end();
process.exit();
