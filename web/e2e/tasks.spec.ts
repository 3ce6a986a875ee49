/** What is to be done: out of a message and done by somebody else; a day, a stack and reminders of one's own. */

import type { Page } from '@playwright/test';
import { flawless } from './harness/axe.ts';
import { bookableOf, capital, dateOf, named } from './harness/booking.ts';
import { calendarOf, eventOf } from './harness/event.ts';
import { browserOf, Chat, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };
const tick = (page: Page, title: string) => page.getByRole('checkbox', { name: `Klar: ${title}` });

test('a message becomes a task, which another does, and is talked about [social 2.7]', async ({
  browser,
  world,
}) => {
  const { klara, love } = world.people;
  const org = await klara.found('Uppgiftsföreningen');
  await klara.relate(org.id, love, 'MEMBER');
  const address = `/konversation/${org.ws}/${org.general}`;
  const hers = await browserOf(browser, klara, desk);
  const his = await browserOf(browser, love, phone);
  const [chat, onPhone] = [new Chat(hers), new Chat(his)];
  await hers.goto(address);
  await his.goto(address);
  await chat.say('Köp kaffe imorgon 15');

  // By the keyboard alone, from the message's menu.
  const row = chat.row('Köp kaffe');
  await row.hover();
  await row.getByRole('toolbar').getByRole('button', { name: 'Fler val' }).press('Enter');
  await hers.getByRole('dialog').getByRole('button', { name: 'Gör till uppgift …' }).press('Enter');
  const dialog = hers.getByRole('dialog', { name: 'Gör till uppgift' });
  await expect(dialog.getByRole('textbox', { name: 'Uppgift' })).toBeFocused();
  await expect(dialog).toContainText(`Tolkas som: ${capital(named(dateOf(1)))} kl 15`);
  await dialog.getByRole('combobox', { name: 'Tilldela någon' }).fill(love.displayName);
  await dialog.getByRole('option', { name: love.displayName }).click();
  await dialog.getByLabel('Visa i kanalen').press('Space');
  await flawless(hers, 'a task of a message');
  await dialog.getByRole('button', { name: 'Skapa uppgiften' }).press('Enter');
  await expect(dialog).toHaveCount(0);

  // Its card is there for both; who is assigned ticks it, and it is seen at once.
  const card = (page: Chat) => page.messages.getByRole('article', { name: 'Uppgift' });
  await expect(card(chat)).toContainText('I morgon 15:00');
  await expect(tick(hers, 'Köp kaffe')).not.toBeChecked();
  await narrow(his);
  await flawless(his, 'the card of a task');
  await tick(his, 'Köp kaffe').tap();
  await expect(tick(his, 'Köp kaffe')).toBeChecked();
  await expect(tick(hers, 'Köp kaffe')).toBeChecked();
  await expect(card(chat)).toContainText('Klar');

  // Its comments, from the card, and the bell that leads to them.
  await card(onPhone).getByRole('link', { name: 'Köp kaffe' }).tap();
  await expect(his.getByRole('heading', { level: 1, name: 'Köp kaffe' })).toBeVisible();
  await expect(his.getByRole('link', { name: 'Till meddelandet' })).toBeVisible();
  await card(chat).getByRole('link', { name: 'Köp kaffe' }).press('Enter');
  await expect(hers.getByText('Inga kommentarer än.')).toBeVisible();
  await his.getByRole('button', { name: 'Skriv en kommentar' }).tap();
  await his.getByRole('textbox', { name: 'Skriv en kommentar' }).fill('Mörkrost blev det');
  await his.getByRole('button', { name: 'Skicka' }).tap();
  await expect(hers.getByText('Mörkrost blev det', { exact: true })).toBeVisible();
  await narrow(his);
  await flawless(his, 'the page of a task on a phone');
  await flawless(hers, 'the page of a task');
  await hers.goto('/uppgifter');
  await chat.bell.click();
  await expect(hers.getByRole('link', { name: /har gjort uppgiften Köp kaffe/u })).toBeVisible();
  await hers.getByRole('link', { name: /kommenterade Köp kaffe/u }).click();
  await expect(hers).toHaveURL(/\/uppgifter\/\d+\/trad\/\d+$/u);
  await expect(hers.getByRole('heading', { name: 'Kommentarer' })).toBeFocused();
  await hers.getByRole('link', { name: 'Till meddelandet' }).press('Enter');
  await expect(chat.row('Köp kaffe imorgon 15')).toBeVisible();
  await close(hers, his);
});

test('one’s own day: what is late, what comes, and what is booked', async ({ browser, world }) => {
  const { nils } = world.people;
  const tomorrow = dateOf(1);
  const org = await nils.found('Dagens delar');
  const calendarUUID = await calendarOf(nils, 'Nils', { visibility: 'RESTRICTED' });
  await eventOf(nils, calendarUUID, 'Tandläkaren', {
    start: `${tomorrow}T08:00:00Z`,
    end: `${tomorrow}T09:00:00Z`,
  });
  await nils.call('POST', '/api/v1/booking', {
    idBookable: await bookableOf(nils, org.id, 'Bastun'),
    start: `${tomorrow}T10:00:00Z`,
    end: `${tomorrow}T11:00:00Z`,
  });
  for (const [txTitle, days] of [
    ['Betala hyran', -3],
    ['Lämna boken', -1],
  ] as const) {
    await nils.call('POST', '/api/v1/tasks', { txTitle, dueDate: dateOf(days) });
  }
  const page = await browserOf(browser, nils, phone);
  await page.goto('/uppgifter');

  // What is late is moved as one, and back.
  const late = page.locator('summary', { hasText: 'Försenade (2)' });
  const line = page.getByRole('list', { name: 'Dagen i tidsordning' });
  const move = page.getByRole('button', { name: /^Flytta till i dag: 2 försenade/ });
  await late.press('Enter');
  await flawless(page, 'a day with what is late');
  await narrow(page);
  await move.press('Enter');
  await expect(page.getByText('2 uppgifter flyttade till i dag')).toBeVisible();
  await expect(line).toContainText(/Betala hyran.*Lämna boken/s);
  await expect(late).toHaveCount(0);
  await page.getByRole('button', { name: 'Ångra' }).press('Enter');
  await expect(late).toBeVisible();
  await late.press('Enter');
  await move.press('Enter');
  await expect(line).toContainText('Lämna boken');

  // One line makes a task; it stands in its day, among all else of it.
  await page.getByRole('link', { name: 'Lista', exact: true }).tap();
  // Until its tab is there the day's stands, with a line of its own.
  await expect(page.getByRole('group', { name: 'Filter' })).toBeVisible();
  const quick = page.getByRole('textbox', { name: 'Ny uppgift' });
  await quick.fill('Ring Karin imorgon 15 #familj');
  await expect(page.getByText(`Tolkas som: ${capital(named(tomorrow))} kl 15`)).toBeVisible();
  await quick.press('Enter');
  await expect(page.getByRole('list', { name: /^I morgon/ })).toContainText('Ring Karin');
  await expect(quick).toBeFocused();
  await expect(quick).toHaveValue('');
  await narrow(page);
  await flawless(page, 'the list');
  await page.getByRole('link', { name: 'Min dag' }).tap();
  await page.getByRole('link', { name: 'Nästa dag' }).tap();
  await expect(line).toContainText(/Tandläkaren.*Bastun.*Ring Karin/s);
  await page.emulateMedia({ colorScheme: 'dark' });
  await narrow(page);
  await flawless(page, 'another day, dark');

  // Ticked, and not after all.
  await tick(page, 'Ring Karin').tap();
  await expect(page.getByText('Klar: Ring Karin')).toBeVisible();
  await expect(tick(page, 'Ring Karin')).toHaveCount(0);
  await page.getByRole('button', { name: 'Ångra' }).last().press('Enter');
  await expect(tick(page, 'Ring Karin')).not.toBeChecked();

  // One is reminded of it an hour before.
  await line.getByRole('link', { name: 'Ring Karin' }).tap();
  await page.getByRole('button', { name: 'Lägg till påminnelse' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Lägg till påminnelse' });
  await dialog.getByLabel('När').selectOption('1 timme innan den ska vara klar');
  await flawless(page, 'a reminder, dark');
  await dialog.getByRole('button', { name: 'Lägg till' }).press('Enter');
  await expect(page.getByText(/^1 timme innan den ska vara klar \(i morgon 14:00\)/)).toBeVisible();
  await narrow(page);
  await flawless(page, 'a task with a reminder, dark');
  await page.goto(`/uppgifter?dag=${tomorrow}`);
  await expect(line).toContainText(/14:00.*Påminnelse: Ring Karin.*15:00.*Ring Karin/s);
  await close(page);
});

test('a stack is put in order by keys, and stays so', async ({ browser, world }) => {
  const { maja } = world.people;
  const page = await browserOf(browser, maja, desk);
  await page.goto('/uppgifter?tab=stackar');
  await flawless(page, 'no stacks');
  await page.getByRole('button', { name: 'Ny stack' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ny stack' });
  await dialog.getByLabel('Namn').fill('Flytten');
  await dialog.getByLabel('Namn').press('Enter');
  const quick = page.getByRole('textbox', { name: 'Ny uppgift' });
  const list = page.getByRole('list', { name: 'Uppgifter i Flytten' });
  for (const title of ['Packa', 'Städa', 'Fira']) {
    await quick.fill(title);
    await quick.press('Enter');
    await expect(tick(page, title)).toBeVisible();
  }
  const inOrder = (...titles: string[]) =>
    expect(list.getByRole('listitem').getByRole('link')).toHaveText(titles);
  await inOrder('Packa', 'Städa', 'Fira');
  await tick(page, 'Fira').press('Alt+ArrowUp');
  await expect(page.getByText('Fira är nu nummer 2 av 3')).toBeAttached();
  await expect(tick(page, 'Fira')).toBeFocused();
  await tick(page, 'Fira').press('Alt+ArrowUp');
  await inOrder('Fira', 'Packa', 'Städa');
  await flawless(page, 'a stack');
  await page.reload();
  await inOrder('Fira', 'Packa', 'Städa');
  await page.setViewportSize(phone.viewport);
  await narrow(page);
  await flawless(page, 'a stack on a phone');
  await close(page);
});
