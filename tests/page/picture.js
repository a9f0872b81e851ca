// Makes the picture of the page for the README: `npm run picture`.

import { open, launch, lines } from './browser.js';
import { serve } from './server.js';

const FILE = new URL('../../host-tools/pictures/page.png', import.meta.url).pathname;

const server = await serve('--speed', '6', '--seed', '2');
const browser = await launch();
const { page } = await open(browser, server.url, { viewport: { width: 1280, height: 800 } });
await lines(page, 36);
const clause = page.locator('#lines > li', { hasText: 'sets the platform at' }).first().locator('.clause');
await clause.click();
await page.screenshot({ path: FILE });
await browser.close();
await server.end();
