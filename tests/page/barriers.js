// Barriers for people with disabilities, as axe-core finds them.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Violations on the page as it is, one line each. */
export async function violations(page) {
  if (!await page.evaluate(() => Boolean(window.axe))) await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations: found } = await page.evaluate(() => window.axe.run());
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ').slice(0, 300)}`);
}
