/** Without a pointer: the same by keys alone, and one always knows where one is. */

import { browserOf, Chat, close, expect, PASSWORD, test } from './harness/test.ts';

test('signing in by keyboard', async ({ page, world }) => {
  await page.goto('/login');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Hoppa till innehållet' })).toBeFocused();
  await page.keyboard.press('Enter');
  const email = page.getByLabel('E-postadress');
  for (
    let n = 0;
    n < 5 && !(await email.evaluate((field) => field === document.activeElement));
    n++
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(email).toBeFocused();
  await page.keyboard.type(world.people.astrid.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Konto och inställningar/ })).toBeVisible();
});

test('the chat by keyboard', async ({ browser, world }) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Byalaget');
  await astrid.relate(org.id, bertil, 'MEMBER');
  await astrid.open(org.ws, { name: 'vagar', displayName: 'Vägar' });
  await bertil.say(org.general, 'Första');
  await bertil.say(org.general, 'Andra');
  const page = await browserOf(browser, astrid);
  const chat = new Chat(page);
  const keys = page.keyboard;
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await expect(chat.row('Andra')).toBeVisible();

  // Writing, with a suggestion.
  await chat.composer.focus();
  await keys.type('Hej @ber');
  await expect(page.getByRole('option', { name: /bertil/ })).toBeVisible();
  await keys.press('Tab');
  await keys.type('igen');
  await keys.press('Enter');
  await expect(chat.row('igen')).toBeVisible();
  // The row is there before the server has answered.
  const newest = async () => (await astrid.page(org.general)).data.at(-1)?.mentions;
  await expect.poll(newest).toEqual([bertil.id]);

  // From the composer to the messages and along them.
  await keys.press('Shift+Tab');
  await expect(chat.row('igen')).toBeFocused();
  await keys.press('ArrowUp');
  await expect(chat.row('Andra')).toBeFocused();
  await keys.press('Home');
  await expect(chat.row('Första')).toBeFocused();
  await keys.press('End');
  await expect(chat.row('igen')).toBeFocused();
  // A key that is held comes more often than the page is drawn.
  await chat.row('igen').evaluate((row) => {
    const press = () =>
      row.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    press();
    press();
  });
  await expect(chat.row('Första')).toBeFocused();
  await keys.press('ArrowDown');
  // The toolbar is on the row that has the focus.
  await expect(chat.row('Andra').getByRole('toolbar')).toBeVisible();
  await keys.press('Tab');
  await expect(chat.row('Andra').getByRole('button', { name: 'Reagera 👍' })).toBeFocused();
  await keys.press('Enter');
  await expect(
    chat.row('Andra').getByRole('button', { name: '👍, 1 reaktion, din med' }),
  ).toBeVisible();
  await keys.press('Escape');
  await expect(chat.composer).toBeFocused();

  // A thread and back. The way back into the list may lead over a reaction's button.
  await keys.press('Shift+Tab');
  await keys.press('End');
  await expect(chat.row('igen')).toBeFocused();
  await keys.press('ArrowUp');
  await expect(chat.row('Andra')).toBeFocused();
  await keys.press('r');
  const answer = chat.thread.getByRole('textbox', { name: 'Svara i tråden' });
  await expect(answer).toBeFocused();
  await keys.type('Tredje');
  await keys.press('Enter');
  await expect(chat.inThread('Tredje')).toBeVisible();
  await keys.press('Escape');
  await expect(chat.thread).toBeHidden();

  // Editing the last one of one's own.
  await chat.composer.focus();
  await keys.press('ArrowUp');
  await expect(chat.composer).toHaveValue(/^Hej @bertil igen/);
  await keys.press('End');
  await keys.type(' och igen');
  await keys.press('Enter');
  await expect(chat.row('igen och igen')).toContainText('(redigerat)');

  // F6 goes around the regions; a channel is chosen there.
  await keys.press('F6');
  const vagar = chat.channels.getByRole('link', { name: 'Vägar' });
  const inList = () => chat.channels.evaluate((list) => list.contains(document.activeElement));
  for (let n = 0; n < 3 && !(await inList()); n++) await keys.press('F6');
  expect(await inList()).toBe(true);
  for (
    let n = 0;
    n < 5 && !(await vagar.evaluate((link) => link === document.activeElement));
    n++
  ) {
    await keys.press('Tab');
  }
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Vägar' })).toBeVisible();

  // The bell opens and closes, and gives the focus back.
  await chat.bell.focus();
  await keys.press('Enter');
  await expect(page.getByRole('region', { name: 'Notiser' })).toBeVisible();
  await keys.press('Escape');
  await expect(page.getByRole('region', { name: 'Notiser' })).toBeHidden();
  await expect(chat.bell).toBeFocused();
  await close(page);
});
