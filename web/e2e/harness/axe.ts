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
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))),
  );
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (rules.length > 0) axe.withRules(rules);
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${what}: ${id} ${nodes.map((node) => node.target).join(' ')}`,
  );
  expect.soft(found).toEqual([]);
}
