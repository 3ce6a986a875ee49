/** Every page: answers, fits a phone, a tablet and a desk, and axe finds nothing, light and dark. */

import type { Page } from '@playwright/test';
import { groups, infoPaths } from '../src/content/paths.ts';
import { addresses } from './harness/addresses.ts';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, close, expect, test } from './harness/test.ts';

test.use({ trace: 'off' });

async function narrow(page: Page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect
    .soft(width, `${page.url()} is wider than the screen`)
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

/** So many tests share the pages of who is signed in: each is far from a test's end. */
const PARTS = 3;

const PHONE = { width: 360, height: 740 };
/** A page that is there is made wider: to load each once more for each width costs a minute of both processors. */
const WIDER = [
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

async function fits(page: Page) {
  for (const size of WIDER) {
    await page.setViewportSize(size);
    // What follows the width does so by the next frame.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await narrow(page);
  }
  await page.setViewportSize(PHONE);
}

/** Addresses of somebody signed in or out, on a phone, by day and by night, then on wider screens: each `parts`th, from one on. */
async function sweep(page: Page, signed: 'signed in' | 'signed out', [part, parts] = [0, 1]) {
  const met = Object.values(addresses).filter(([, who]) => who === 'anybody' || who === signed);
  for (const [address] of met.filter((_, n) => n % parts === part)) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await narrow(page);
    await flawlessInBoth(page, `${address} ${signed}`);
    if (signed === 'signed in') await fits(page);
  }
}

const phone = { viewport: PHONE };

test('every route is flawless on a phone, signed out', async ({ browser, world }) => {
  await world.people.astrid.found('Alla sidors förening');
  const context = await browser.newContext({ baseURL: world.server.url, ...phone });
  await sweep(await context.newPage(), 'signed out');
  await context.close();
});

for (let part = 0; part < PARTS; part++) {
  const which = `part ${part + 1} of ${PARTS}`;
  test(`every route is flawless on a phone, signed in, ${which}`, async ({ browser, world }) => {
    const org = await world.people.astrid.found(`Ett ganska långt namn på en organisation ${part}`);
    const page = await browserOf(browser, world.people.astrid, phone);
    await sweep(page, 'signed in', [part, PARTS]);
    // The selector shows the first letters of such a name, which axe does not find in its label.
    await page.goto(`/${org.slug}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await fits(page);
    await close(page);
  });
}

test('public pages fit a phone [shell 1.1 1.6]', async ({ browser, world }) => {
  const context = await browser.newContext({
    baseURL: world.server.url,
    viewport: PHONE,
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

test('pages of information are flawless', async ({ browser, world }) => {
  const context = await browser.newContext({ baseURL: world.server.url });
  const page = await context.newPage();
  // One of each file: they are drawn by the same component.
  for (const path of [...groups.map(({ paths }) => paths[0] ?? '/'), '/docs', '/faq']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await flawlessInBoth(page, path);
  }
  await page.getByRole('button', { name: 'Skolor' }).click();
  // The app may still be on its way: it opens once it is there.
  await expect(page.getByRole('link', { name: 'Skolmatsedel' })).toBeVisible();
  await flawlessInBoth(page, 'a public menu');
  await context.close();
});

test('what opens over a page is flawless', async ({ browser, world }) => {
  const { astrid } = world.people;
  const page = await browserOf(browser, astrid);
  const org = await astrid.found('Scenen');
  await page.goto(`/${org.slug}`);
  await expect(page.getByRole('region', { name: 'Administratörsvy' })).toBeVisible();
  await page.getByRole('button', { name: /^Sammanhang/ }).click();
  await flawlessInBoth(page, 'the context selector');
  await page.getByRole('button', { name: /Konto och inställningar/ }).click();
  await flawlessInBoth(page, 'the profile menu');
  await page.getByRole('button', { name: 'Hjälp', exact: true }).click();
  await expect(page.getByText('Snabbtangenter')).toBeVisible();
  await flawlessInBoth(page, 'the help menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Skapa' })).toBeVisible();
  await flawlessInBoth(page, 'the create dialog');
  await close(page);
});
