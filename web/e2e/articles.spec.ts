/** Articles: written, kept over a reload, published, read by anybody, changed by two at once. */

import type { Page } from '@playwright/test';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1440, height: 900 } };

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Artiklar' });

const BODY = 'Snart är den *här*.\n\n- snödroppar\n- vitsippor\n\n> Den som väntar.';

test('an article is written, survives a reload, is published and read without an account', async ({
  browser,
  world,
}) => {
  const { klara } = world.people;
  const page = await browserOf(browser, klara, { ...desk, colorScheme: 'dark' });
  await page.goto('/?section=articles');
  await expect(page.getByRole('heading', { name: 'Mina artiklar' })).toBeVisible();
  await expect(page.getByText('Kommer snart')).toHaveCount(0);
  await flawless(page, 'my articles, none');
  await page.getByRole('link', { name: 'Skriv en artikel' }).first().press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ny artikel' })).toBeVisible();
  // Nothing is published without a title and a text.
  await page.getByRole('button', { name: 'Publicera' }).press('Enter');
  await expect(page.getByText('Skriv texten innan artikeln publiceras.')).toBeVisible();
  await expect(page.getByText('Skriv en rubrik.')).toBeVisible();
  await page.getByLabel('Rubrik').fill('Om våren');
  await page.getByLabel('Ingress').fill('Den kommer i år också.');
  await page.getByLabel('Text', { exact: true }).fill(BODY);
  await page.reload();
  await expect(page.getByText('Det du hade börjat skriva är kvar.')).toBeVisible();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(BODY);
  await page.getByRole('button', { name: 'Förhandsgranska' }).press('Enter');
  const preview = page.getByRole('region', { name: 'Förhandsgranska' });
  await expect(preview.locator('strong')).toHaveText('här');
  await expect(preview.getByRole('listitem')).toHaveText(['snödroppar', 'vitsippor']);
  await flawless(page, 'the preview');
  await page.getByRole('button', { name: 'Skriv', exact: true }).press('Enter');
  await flawless(page, 'the editor');

  await page.getByRole('button', { name: 'Spara utkast' }).press('Enter');
  await expect(page.getByText('Utkastet är sparat')).toBeVisible();
  await expect(page).toHaveURL(/\/articles\/[^/]+\/edit$/);
  await page.locator('input[type=file]').setInputFiles({
    name: 'sjo.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 300 } }),
  });
  await page.getByLabel('Vad visar bilden?').fill('En sjö i dimma');
  await page.getByRole('button', { name: 'Publicera' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Om våren' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'En sjö i dimma' })).toBeVisible();
  await expect(page).toHaveURL(/\/artiklar\/[^/]+\/om-varen$/);
  const address = new URL(page.url()).pathname;
  await flawless(page, 'my article');
  await close(page);

  for (const device of [phone, desk]) {
    const context = await browser.newContext({
      baseURL: world.server.url,
      ...device,
    });
    const stranger = await context.newPage();
    const { width } = device.viewport;
    await stranger.goto('/artiklar');
    await stranger.getByRole('link', { name: 'Om våren' }).first().click();
    await expect(stranger.getByRole('heading', { level: 1, name: 'Om våren' })).toBeVisible();
    await expect(stranger.getByRole('button', { name: 'Fler val för artikeln' })).toBeVisible();
    await expect(stranger.getByRole('link', { name: 'Redigera' })).toHaveCount(0);
    await flawlessInBoth(stranger, `an article at ${width}`);
    if (device === phone) await narrow(stranger);
    await stranger.goto('/artiklar');
    await expect(stranger.getByRole('link', { name: 'Om våren' }).first()).toBeVisible();
    await flawlessInBoth(stranger, `the list at ${width}`);
    if (device === phone) await narrow(stranger);
    await context.close();
  }
  // Without a script it is there as well, for people and for other sites.
  const bare = await browser.newContext({ baseURL: world.server.url, javaScriptEnabled: false });
  const reader = await bare.newPage();
  await reader.goto(address);
  await expect(reader.getByRole('heading', { level: 1, name: 'Om våren' })).toBeVisible();
  await expect(reader.locator('main strong')).toHaveText('här');
  await expect(reader.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Om våren');
  await expect(reader.locator('meta[property="og:image"]')).toHaveCount(1);
  await bare.close();
});

test('of two who write at once the second sees both and chooses', async ({ browser, world }) => {
  const { klara, love } = world.people;
  const org = await klara.found('Vitsippans skola');
  await klara.relate(org.id, love, 'EDITOR');
  const made = await klara.call<{ uuid: string }>('POST', '/api/v1/articles', {
    title: 'Läsåret',
    body: 'Det börjar i augusti.',
    idEntity: org.id,
  });
  const page = await browserOf(browser, love, phone);
  await page.goto(`/articles/${made.uuid}/edit`);
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Det börjar i augusti.');
  await klara.call('PUT', `/api/v1/articles/${made.uuid}`, {
    body: 'Det börjar den 18 augusti.',
    version: 1,
  });
  await page.getByLabel('Text', { exact: true }).fill('Det slutar i juni.');
  await narrow(page);
  await flawless(page, 'the editor on a phone');
  await page.getByRole('button', { name: 'Spara utkast' }).click();
  const dialog = page.getByRole('dialog', { name: 'Någon annan har ändrat artikeln' });
  await expect(dialog).toContainText('Det börjar den 18 augusti.');
  await flawless(page, 'the choice');
  await dialog.getByRole('button', { name: 'Fortsätt skriva' }).click();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Det slutar i juni.');
  await page.getByRole('button', { name: 'Spara utkast' }).click();
  await dialog.getByRole('button', { name: 'Spara min text' }).click();
  await expect(page.getByText('Utkastet är sparat')).toBeVisible();
  const now = await klara.call<{ body: string }>('GET', `/api/v1/articles/${made.uuid}`);
  expect(now.body).toBe('Det slutar i juni.');
  await page.getByRole('button', { name: 'Publicera' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Läsåret' })).toBeVisible();
  await expect(page.getByText('Skriven av')).toBeVisible();
  // It stands on the organisation's page, for everybody.
  await page.goto(`/${org.slug}`);
  const section = page.getByRole('region', { name: 'Artiklar' });
  await expect(section.getByRole('link', { name: 'Läsåret' })).toBeVisible();
  await flawless(page, 'the organisation');
  await narrow(page);
  await close(page);
});

test('a person’s articles stand on their page, for who sees it', async ({ browser, world }) => {
  const { love, nils } = world.people;
  // Who belongs to the same sees the other's page.
  const org = await love.found('Skogsgruppen');
  await love.relate(org.id, nils, 'MEMBER');
  for (const title of ['Ett', 'Två', 'Tre', 'Fyra']) {
    const made = await love.call<{ uuid: string }>('POST', '/api/v1/articles', {
      title: `${title} om skogen`,
      body: 'Den är grön.',
    });
    await love.call('POST', `/api/v1/articles/${made.uuid}/publish`);
  }
  await love.call('POST', '/api/v1/articles', { title: 'Utkast om skogen' });
  const page = await browserOf(browser, love, phone);
  await page.goto(`/u/${love.userName}`);
  const section = sectionOf(page);
  await expect(section.getByRole('heading', { level: 3 })).toHaveText([
    'Fyra om skogen',
    'Tre om skogen',
    'Två om skogen',
  ]);
  await expect(section.getByRole('link', { name: 'Skriv en artikel' })).toBeVisible();
  await flawless(page, 'one’s own page with articles');
  await narrow(page);
  await close(page);

  const other = await browserOf(browser, nils, desk);
  await other.goto(`/u/${love.userName}`);
  await expect(sectionOf(other).getByRole('link', { name: 'Skriv en artikel' })).toHaveCount(0);
  await sectionOf(other).getByRole('link', { name: 'Alla artiklar' }).press('Enter');
  await expect(
    other.getByRole('heading', { level: 1, name: `Artiklar från ${love.displayName}` }),
  ).toBeVisible();
  const list = other.getByRole('list', { name: 'Artiklar, nyast först' });
  await expect(list.getByRole('heading')).toHaveText([
    'Fyra om skogen',
    'Tre om skogen',
    'Två om skogen',
    'Ett om skogen',
  ]);
  await flawless(other, 'all of a person’s articles');
  // Who writes none and is another's has no such part.
  await close(other);
  const third = await browserOf(browser, love, desk);
  await third.goto(`/u/${nils.userName}`);
  await expect(third.getByRole('heading', { level: 1 })).toHaveText(nils.displayName);
  await expect(third.getByRole('link', { name: 'Alla artiklar' })).toHaveCount(0);
  await close(third);
});

test('a draft is nobody else’s, and what is taken back is gone', async ({ browser, world }) => {
  const { maja, nils } = world.people;
  const made = await maja.call<{ uuid: string }>('POST', '/api/v1/articles', {
    title: 'Hemligt',
    body: 'Än så länge.',
  });
  const other = await browserOf(browser, nils, desk);
  await other.goto(`/artiklar/${made.uuid}/hemligt`);
  await expect(other.getByRole('heading', { name: 'Artikeln finns inte' })).toBeVisible();
  await flawless(other, 'no article');
  const page = await browserOf(browser, maja, desk);
  await page.goto(`/artiklar/${made.uuid}/hemligt`);
  await page.getByRole('button', { name: 'Publicera' }).click();
  await expect(page.getByText('Artikeln är publicerad')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Hemligt' })).toBeVisible();
  await other.getByRole('button', { name: 'Fler val för artikeln' }).click();
  await other.getByRole('button', { name: 'Rapportera' }).click();
  await expect(other.getByRole('dialog', { name: 'Rapportera artikeln' })).toBeVisible();
  await other.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Gör till utkast' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Gör till utkast' }).click();
  await expect(page.getByText('Artikeln är ett utkast igen')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Artikeln finns inte' })).toBeVisible();
  await page.getByRole('button', { name: 'Fler val för artikeln' }).click();
  await page.getByRole('button', { name: 'Ta bort' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click();
  await expect(page.getByText('Artikeln är borttagen')).toBeVisible();
  await close(page);
  await close(other);
});
