// Chromium as it runs here, and pages that fail the test when a script fails.

import { mkdir } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const PICTURES = process.env.PICTURES ?? new URL('../../target/page-screenshots', import.meta.url).pathname;

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

/** A page of its own; `errors` are what its scripts complained about. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 }, locale: 'en-GB', colorScheme: 'light', ...options });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(url);
  return { page, errors, close: () => context.close() };
}

export async function picture(page, name, options = {}) {
  await mkdir(PICTURES, { recursive: true });
  // To look at, and no part of a test: a busy machine may be too slow for it.
  await page.screenshot({ path: `${PICTURES}/${name}.png`, timeout: 60_000, ...options }).catch((error) => console.log(`no picture ${name}: ${error.message.split('\n')[0]}`));
}

/** The numbers of the lines in the history, oldest first. */
export const numbers = (page) => page.$$eval('#lines > li', (lines) => lines.map((it) => Number(it.dataset.n)).reverse());

/** Waits until there are so many lines. */
export const lines = (page, count) => page.waitForFunction((n) => document.querySelectorAll('#lines > li').length >= n, count, { timeout: 120_000 });
