/** A machine's eye on a page. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect } from './test.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Once for each document: to send and compile it takes longer than a look at a page. Frames are looked into as well. */
async function inject(page: Page) {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
  }
}

/** How often a page with a fault is looked at again, every quarter of a second. */
const LOOKS = 12;

async function violations(page: Page, what: string, rules: string[]): Promise<string[]> {
  await inject(page);
  return await page.evaluate(
    async ([what, rules]) => {
      const { axe: eye } = window as unknown as { axe: typeof axe };
      // What is in order is not listed: its addresses in the page are most of the work.
      const { violations } = await eye.run(document, {
        resultTypes: ['violations'],
        ...(rules.length > 0 && { runOnly: { type: 'rule' as const, values: rules } }),
      });
      return violations.map(
        ({ id, nodes }) => `${what}: ${id} ${nodes.map(({ target }) => target).join(' ')}`,
      );
    },
    [what, rules] as const,
  );
}

/**
 * Nothing to complain about, by all rules or those named; the test goes on, and fails in the end
 * with all that was found.
 */
export async function flawless(page: Page, what: string, rules: string[] = []) {
  // Colours fade in; what is measured must have arrived.
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    // What appears begins to fade a frame after it is there.
    for (let still = 0; still < 2; still += 1) {
      await frame();
      const running = document.getAnimations().filter((one) => one.playState === 'running');
      if (running.length > 0) still = -1;
      await Promise.all(running.map((one) => one.finished.catch(() => {})));
    }
  });
  let found = await violations(page, what, rules);
  // What is still being drawn has its heading a moment later.
  for (let look = 0; found.length > 0 && look < LOOKS; look += 1) {
    await page.waitForTimeout(250);
    found = await violations(page, what, rules);
  }
  expect.soft(found).toEqual([]);
}

/** What differs between the schemes is the colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** By day, and by night its colours: the page stays, because loading it anew is most of what a look costs. */
export async function flawlessInBoth(page: Page, what: string) {
  await flawless(page, `${what}, light`);
  await paint(page, 'dark');
  await flawless(page, `${what}, dark`, COLOURS);
  await paint(page, 'light');
}

async function paint(page: Page, colorScheme: 'light' | 'dark') {
  const root = page.locator('html');
  const scheme = 'data-mantine-color-scheme';
  // A page without the app follows the browser by itself.
  const isOfApp = (await root.getAttribute(scheme)) !== null;
  await page.emulateMedia({ colorScheme });
  if (isOfApp) await expect(root).toHaveAttribute(scheme, colorScheme);
}
