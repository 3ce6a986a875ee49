/** A machine's eye on a page. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

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
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (rules.length > 0) axe.withRules(rules);
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${what}: ${id} ${nodes.map((node) => node.target).join(' ')}`,
  );
  expect.soft(found).toEqual([]);
}
