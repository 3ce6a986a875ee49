/** Direct messages in two browsers: from a person's name to an answer, a group, a block; by keyboard and on a phone. */

import type { Page } from '@playwright/test';
import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, test } from './harness/test.ts';

const inbox = (page: Page) => page.getByRole('navigation', { name: 'Konversationer' });

test('two people write to each other, a third joins a group, a block ends it', async ({
  browser,
  world,
}) => {
  // Their lists are empty: nobody else's journey writes to them.
  const { elin, folke, greta } = world.people;
  const org = await elin.found('Brevvännerna');
  await elin.relate(org.id, folke, 'MEMBER');
  await elin.relate(org.id, greta, 'MEMBER');
  const page = await browserOf(browser, elin, { viewport: { width: 1440, height: 900 } });
  const other = await browserOf(browser, folke, { viewport: { width: 360, height: 780 } });
  const third = await browserOf(browser, greta);
  const [mine, theirs] = [new Chat(page), new Chat(other)];

  // Nothing yet: the page says what to do.
  await other.goto('/messages');
  await expect(other.getByText('Inga meddelanden än')).toBeVisible();
  await flawless(other, 'an empty inbox');
  await third.goto('/messages');

  // From a message in a channel to its author.
  const hello = await folke.say(org.general, 'Jag kommer lite senare');
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await mine.menu('Jag kommer lite senare', 'Skriv till folke Test');
  await expect(page).toHaveURL(/\/messages\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'folke Test' })).toBeVisible();
  await mine.composer.fill('Hej Folke, *när* kommer du?');
  await mine.composer.press('Enter');
  await expect(mine.row('kommer du?')).not.toContainText('Skickar');
  expect(hello.id).toBeGreaterThan(0);

  // It is there at once, on a phone, and counts in the header.
  const entry = inbox(other).getByRole('link', { name: /elin Test/ });
  await expect(entry).toContainText('Hej Folke');
  await expect(entry).toContainText('oläst');
  await entry.click();
  await expect(theirs.row('när').getByText('när', { exact: true })).toBeVisible();
  await expect(theirs.row('kommer du?').locator('strong')).toHaveText('när');
  const width = await other.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await flawless(other, 'a conversation on a phone');

  // Typing is seen, the answer comes, and what is read is told.
  await theirs.composer.pressSequentially('Strax');
  await expect(page.getByText(/folke skriver/)).toBeVisible();
  await other.getByRole('button', { name: 'Skicka', exact: true }).click();
  await expect(mine.row('Strax')).toBeVisible();
  await flawless(page, 'a conversation');

  // Three, by the keyboard alone.
  await page.getByRole('button', { name: 'Nytt meddelande' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Vem vill du skriva till?' });
  await flawless(page, 'the dialog for a new conversation');
  for (const name of ['folke', 'greta']) {
    await dialog.getByRole('searchbox').fill(name);
    await expect(dialog.getByRole('list').getByRole('button')).toHaveText([new RegExp(name)]);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: `Ta bort ${name} Test` })).toBeVisible();
  }
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { level: 1, name: /folke Test och greta Test/ }),
  ).toBeVisible();
  await mine.say('Ses vi klockan sju?');
  await expect(inbox(third).getByRole('link', { name: /Ses vi klockan sju/ })).toBeVisible();
  // The third sees nothing of what the two wrote.
  await expect(inbox(third).getByRole('link', { name: / Test/ })).toHaveCount(1);

  // Blocked: neither can write to the other, nothing is lost, and it says nothing of who.
  await inbox(page).getByRole('link', { name: /Strax/ }).click();
  await page.getByRole('button', { name: 'Val för konversationen' }).click();
  await page.getByRole('button', { name: 'Blockera folke Test' }).click();
  await page.getByRole('button', { name: 'Blockera', exact: true }).click();
  await expect(page.getByText('Det går inte att skriva i den här konversationen.')).toBeVisible();
  await theirs.composer.fill('Hallå?');
  await other.getByRole('button', { name: 'Skicka', exact: true }).click();
  await expect(theirs.row('Hallå?')).toContainText('Inte skickat');
  await expect(mine.row('Strax')).toBeVisible();
  await expect(mine.row('Hallå?')).toHaveCount(0);

  await page.getByRole('button', { name: 'Val för konversationen' }).click();
  await page.getByRole('button', { name: 'Avblockera folke Test' }).click();
  await theirs.row('Hallå?').getByRole('button', { name: 'Försök igen' }).click();
  await expect(mine.row('Hallå?')).toBeVisible();
  await close(page, other, third);
});

test('a person page leads to a conversation, and settings say who may write', async ({
  browser,
  world,
}) => {
  // He shares no organisation with anybody.
  const { bertil, cecilia, sixten } = world.people;
  const org = await cecilia.found('Grannarna');
  await cecilia.relate(org.id, bertil, 'MEMBER');
  await bertil.call('PATCH', '/api/v1/me', { findable: true });
  await sixten.call('PATCH', '/api/v1/me', { findable: true });
  const page = await browserOf(browser, cecilia);
  await page.goto(`/u/${bertil.userName}`);
  await page.getByRole('link', { name: 'Skicka meddelande: bertil Test' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'bertil Test' })).toBeVisible();

  // Who shares no organisation with her has not said that everybody may write.
  await page.goto(`/u/${sixten.userName}`);
  await expect(page.getByRole('button', { name: 'Lägg till kontakt: sixten Test' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Skicka meddelande: sixten Test' })).toHaveCount(0);
  await page.goto(`/messages?to=${sixten.id}`);
  await expect(page).toHaveURL(/\/messages$/);
  const settings = await browserOf(browser, sixten);
  await settings.goto('/settings#visibility');
  const visibility = settings.getByRole('region', { name: 'Synlighet' });
  await visibility.getByRole('radio', { name: 'Alla', exact: true }).check();
  await settings.getByRole('switch', { name: 'Visa när jag har läst' }).click();
  await expect
    .poll(() => sixten.call('GET', '/api/v1/me'))
    .toMatchObject({ whoMayMessage: 'EVERYONE', showReadMarks: false });
  await page.goto(`/u/${sixten.userName}`);
  await page.getByRole('link', { name: 'Skicka meddelande: sixten Test' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'sixten Test' })).toBeVisible();
  await close(page, settings);
});
