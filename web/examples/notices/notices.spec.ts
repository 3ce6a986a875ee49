/** The notice board in a real browser, against the example's server: one who writes, one who reads, a phone. */

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { build } from 'vite';
import { flawless } from '../../e2e/harness/axe.ts';
import { pastTheWelcome, signedIn } from '../../e2e/harness/session.ts';
import { test as base, close, expect } from '../../e2e/harness/test.ts';
import type { Person } from '../../live/harness/person.ts';

const dist = resolve(import.meta.dirname, '../../node_modules/.cache/notices');
/** What the server answers itself; everything else is the example's page. */
const SERVER = /^\/(api|img|ws-notify)/;

/** `app`: the example's page is built. The browser takes it for the server's own. */
const test = base.extend<object, { app: undefined }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for
    async ({}, use) => {
      await build({ configFile: resolve(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' });
      await use(undefined);
    },
    { scope: 'worker', auto: true, timeout: 240_000 },
  ],
});

const phone = { viewport: { width: 360, height: 740 } };

async function pageOf(context: BrowserContext, person: Person): Promise<Page> {
  await pastTheWelcome(context);
  await signedIn(context, person);
  await context.route(
    ({ pathname }) => !SERVER.test(pathname),
    (route) => {
      const file = join(dist, new URL(route.request().url()).pathname);
      const isFile = existsSync(file) && statSync(file).isFile();
      return route.fulfill({ path: isFile ? file : join(dist, 'index.html') });
    },
  );
  return context.newPage();
}

const board = (page: Page) => page.getByRole('list', { name: 'Anslagstavla' });
const notice = (page: Page, title: string) => page.getByRole('article', { name: title });
const form = (page: Page) => page.getByRole('dialog');
const narrow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

/** Moves on with Tab until it has the focus. */
async function tabTo(page: Page, wanted: Locator) {
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error('not to be reached by Tab');
}

async function post(person: Person, entity: number, title: string) {
  const path = `/api/v1/entities/${entity}/notices`;
  await person.call('POST', path, { title, text: `Mer om ${title}.` });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`is written, read live, changed and taken down, ${colorScheme}`, async ({
    browser,
    world,
  }) => {
    const { astrid, bertil, cecilia } = world.people;
    const org = await astrid.found(`Tavlan ${colorScheme}`);
    await astrid.relate(org.id, bertil, 'MEMBER');
    const options = { baseURL: world.server.url, colorScheme, ...phone };
    const context = await browser.newContext(options);
    const writer = await pageOf(context, astrid);
    const reader = await pageOf(await browser.newContext(options), bertil);

    await reader.goto(`/anslag/${org.id}`);
    await expect(reader.getByText('Inget på tavlan än')).toBeVisible();
    await expect(reader.getByRole('button', { name: 'Nytt anslag' })).toHaveCount(0);
    await writer.goto(`/anslag/${org.id}`);
    await expect(writer.getByText('Sätt upp det första anslaget')).toBeVisible();
    await flawless(writer, 'the empty board');

    // By keyboard alone; what is missing is told, and the focus goes there.
    await tabTo(writer, writer.getByRole('button', { name: 'Nytt anslag' }));
    await writer.keyboard.press('Enter');
    await expect(form(writer).getByLabel('Rubrik')).toBeFocused();
    await writer.keyboard.press('Enter');
    await expect(form(writer).getByText('Skriv en rubrik.')).toBeVisible();
    await expect(form(writer).getByLabel('Rubrik')).toBeFocused();
    await flawless(writer, 'a form with errors');
    await narrow(writer);
    await form(writer).getByLabel('Rubrik').fill('Städdag');
    await form(writer).getByLabel('Text').fill('Lördag klockan tio.\nTa med handskar.');
    await form(writer).getByLabel('Datum').fill('2027-13-01');
    await form(writer).getByRole('button', { name: 'Sätt upp' }).click();
    await expect(form(writer).getByText(/Skriv datumet som/)).toBeVisible();
    await expect(form(writer).getByLabel('Datum')).toBeFocused();
    await flawless(writer, 'the calendar');
    await expect(form(writer).getByRole('columnheader', { name: 'sö' })).toBeInViewport({
      ratio: 1,
    });
    await form(writer).getByLabel('Datum').fill('2027-03-14');
    await form(writer).getByLabel('Klockslag').fill('18:30');

    // Without a network nothing is lost, and twice sent is one notice.
    await context.setOffline(true);
    await form(writer).getByRole('button', { name: 'Sätt upp' }).click();
    await expect(form(writer).getByRole('alert')).toContainText('Kan inte nå servern');
    await expect(form(writer).getByLabel('Rubrik')).toHaveValue('Städdag');
    await context.setOffline(false);
    await form(writer).getByRole('button', { name: 'Sätt upp' }).dblclick();
    await expect(form(writer)).toHaveCount(0);
    await expect(notice(writer, 'Städdag')).toContainText('Påminnelse');
    await expect(board(writer).getByRole('listitem')).toHaveCount(1);

    await expect(notice(reader, 'Städdag')).toContainText('Ta med handskar.');
    await expect(notice(reader, 'Städdag').getByRole('button')).toHaveCount(0);
    await flawless(reader, 'the board as it is read');
    await narrow(reader);

    await writer.getByRole('button', { name: 'Redigera Städdag' }).click();
    await expect(form(writer).getByLabel('Datum')).toHaveValue('2027-03-14');
    await form(writer).getByLabel('Rubrik').fill('Stor städdag');
    await form(writer).getByRole('button', { name: 'Spara' }).click();
    await expect(notice(reader, 'Stor städdag')).toBeVisible();

    await writer.getByRole('button', { name: 'Ta bort Stor städdag' }).click();
    await flawless(writer, 'the question');
    await form(writer).getByRole('button', { name: 'Ta bort' }).click();
    await expect(notice(writer, 'Stor städdag')).toHaveCount(0);
    await expect(reader.getByText('Inget på tavlan än')).toBeVisible();

    const stranger = await pageOf(await browser.newContext(options), cecilia);
    await stranger.goto(`/anslag/${org.id}`);
    await expect(stranger.getByText('Det gick inte att hämta innehållet.')).toBeVisible();
    await expect(stranger.getByRole('button', { name: 'Försök igen' })).toBeVisible();
    await flawless(stranger, 'the board of others');
    await close(writer, reader, stranger);
  });
}

test('has pages, one after another by keyboard, and leads to the boards of others', async ({
  browser,
  world,
}) => {
  const { david } = world.people;
  const org = await david.found('Långa tavlan');
  const other = await david.found('Andra tavlan');
  for (let n = 1; n <= 23; n++) await post(david, org.id, `Anslag ${n}`);
  const page = await pageOf(
    await browser.newContext({ baseURL: world.server.url, ...phone }),
    david,
  );
  await page.goto(`/anslag/${org.id}`);
  await expect(board(page).getByRole('listitem')).toHaveCount(20);
  await expect(board(page).getByRole('heading').first()).toHaveText('Anslag 23');
  await page.getByRole('button', { name: 'Visa fler' }).press('Enter');
  await expect(board(page).getByRole('listitem')).toHaveCount(23);
  await expect(board(page).getByRole('listitem').nth(20)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Visa fler' })).toHaveCount(0);
  await narrow(page);

  const picker = page.getByRole('combobox', { name: 'Organisation' });
  await expect(picker).toHaveValue('Långa tavlan');
  await picker.fill('andra');
  await expect(page.getByRole('option')).toHaveCount(1);
  await picker.press('ArrowDown');
  await flawless(page, 'the open list of organisations');
  await picker.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/anslag/${other.id}$`));
  await expect(page.getByText('Inget på tavlan än')).toBeVisible();
  await close(page);
});
