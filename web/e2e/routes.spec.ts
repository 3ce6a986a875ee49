/** Every page: answers, fits a phone, and a machine's eye finds nothing, light and dark. */

import type { Page } from '@playwright/test';
import { groups, infoPaths } from '../src/content/paths.ts';
import { addresses } from './harness/addresses.ts';
import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, test } from './harness/test.ts';

test.use({ trace: 'off' });

async function narrow(page: Page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect
    .soft(width, `${page.url()} is wider than the screen`)
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

/** What differs between the schemes is the colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Every page of somebody signed in or out, on a phone, by day and by night. */
async function sweep(page: Page, signed: 'signed in' | 'signed out') {
  for (const [address, who] of Object.values(addresses)) {
    if (who !== 'anybody' && who !== signed) continue;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await narrow(page);
    await flawless(page, `${address} ${signed}, light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await flawless(page, `${address} ${signed}, dark`, COLOURS);
  }
}

const phone = { viewport: { width: 360, height: 740 } };
const own = Object.values(addresses)
  .filter(([, who]) => who !== 'signed out')
  .map(([address]) => address);

test('every route is flawless on a phone, signed out', async ({ browser, world }) => {
  await world.people.astrid.found('Alla sidors förening');
  const context = await browser.newContext({ baseURL: world.server.url, ...phone });
  await sweep(await context.newPage(), 'signed out');
  await context.close();
});

test('every route is flawless on a phone, signed in', async ({ browser, world }) => {
  await world.people.astrid.found('Alla sidors förening');
  const page = await browserOf(browser, world.people.astrid, phone);
  await sweep(page, 'signed in');
  await close(page);
});

test('public pages fit a phone [shell 1.1 1.6]', async ({ browser, world }) => {
  const context = await browser.newContext({
    baseURL: world.server.url,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  for (const path of infoPaths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await narrow(page);
  }
  expect(await page.locator('html').getAttribute('lang')).toBe('sv');
  await page.getByRole('button', { name: 'Öppna menyn' }).click();
  const menu = page.getByRole('dialog', { name: 'Meny' });
  await menu.getByText('Föreningar', { exact: true }).click();
  await menu.getByText('Skolor', { exact: true }).click();
  await expect(menu.getByRole('link', { name: 'Skolmatsedel' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Bidrag' })).toBeHidden();
  await flawless(page, 'the mobile menu');
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pages of information are flawless, ${colorScheme}`, async ({ browser, world }) => {
    const context = await browser.newContext({ baseURL: world.server.url, colorScheme });
    const page = await context.newPage();
    // One of each file: they are drawn by the same component.
    for (const path of [...groups.map(({ paths }) => paths[0] ?? '/'), '/docs', '/faq']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await flawless(page, path);
    }
    await page.getByRole('button', { name: 'Skolor' }).click();
    // The app may still be on its way: it opens once it is there.
    await expect(page.getByRole('link', { name: 'Skolmatsedel' })).toBeVisible();
    await flawless(page, 'a public menu');
    await context.close();
  });

  test(`what opens over a page is flawless, ${colorScheme}`, async ({ browser, world }) => {
    const { astrid } = world.people;
    const page = await browserOf(browser, astrid, { colorScheme });
    const org = await astrid.found(`Scenen ${colorScheme}`);
    await page.goto(`/${org.slug}`);
    await expect(page.getByRole('region', { name: 'Administratörsvy' })).toBeVisible();
    await page.getByRole('button', { name: /^Sammanhang/ }).click();
    await flawless(page, 'the context selector');
    await page.getByRole('button', { name: /Konto och inställningar/ }).click();
    await flawless(page, 'the profile menu');
    await page.getByRole('button', { name: 'Hjälp', exact: true }).click();
    await expect(page.getByText('Snabbtangenter')).toBeVisible();
    await flawless(page, 'the help menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Skapa' })).toBeVisible();
    await flawless(page, 'the create dialog');
    await close(page);
  });
}

for (const [width, height] of [
  [768, 1024],
  [1440, 900],
] as const) {
  test(`areas fit ${width} px`, async ({ browser, world }) => {
    const { astrid } = world.people;
    const org = await astrid.found(`Ett ganska långt namn på en organisation ${width}`);
    const page = await browserOf(browser, astrid, { viewport: { width, height } });
    for (const path of [...own, `/${org.slug}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await narrow(page);
    }
    await close(page);
  });
}
