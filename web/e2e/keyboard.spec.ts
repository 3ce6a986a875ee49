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
  await keys.press('ArrowRight');
  await expect(chat.row('Andra').getByRole('button', { name: 'Reagera 👍' })).toBeFocused();
  await keys.press('Enter');
  const mine = chat.row('Andra').getByRole('button', { name: '👍, 1 reaktion, din med' });
  await expect(mine).toBeVisible();
  await keys.press('Escape');
  await expect(chat.composer).toBeFocused();

  // The list is one stop, whatever stands in its rows: into it, out of it, and back.
  await keys.press('Shift+Tab');
  await expect(chat.row('Andra')).toBeFocused();
  await keys.press('Tab');
  await expect(chat.composer).toBeFocused();
  await keys.press('Shift+Tab');
  await keys.press('ArrowRight');
  await expect(mine).toBeFocused();
  await keys.press('ArrowLeft');
  await expect(chat.row('Andra')).toBeFocused();
  // What is taken back takes its button along, and not the focus.
  await keys.press('ArrowRight');
  await keys.press('Enter');
  await expect(mine).toHaveCount(0);
  await expect(chat.row('Andra')).toBeFocused();

  // A thread and back to where it was opened.
  await keys.press('r');
  const answer = chat.thread.getByRole('textbox', { name: 'Svara i tråden' });
  await expect(answer).toBeFocused();
  await keys.type('Tredje');
  await keys.press('Enter');
  await expect(chat.inThread('Tredje')).toBeVisible();
  await keys.press('Escape');
  await expect(chat.thread).toBeHidden();
  await expect(chat.row('Andra')).toBeFocused();

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

  // The keys are no secret.
  await chat.composer.focus();
  await keys.type('Vad?');
  await expect(chat.composer).toHaveValue('Vad?');
  await chat.composer.fill('');
  await page.getByRole('link', { name: 'Om kanalen' }).focus();
  await keys.press('?');
  const list = page.getByRole('dialog', { name: 'Tangentbordsgenvägar' });
  await expect(list.getByText('Till nästa del av sidan')).toBeVisible();
  for (const key of ['F6', 'R', 'E', '+', 'Ctrl/⌘+K', '?'])
    await expect(list.getByText(key, { exact: true })).toBeVisible();
  await keys.press('Escape');
  await expect(list).toBeHidden();
  await expect(page.getByRole('link', { name: 'Om kanalen' })).toBeFocused();
  // What stands beside the channel gives the focus back as well.
  await keys.press('Enter');
  const about = page.getByRole('region', { name: 'Om kanalen' });
  await expect(about).toBeVisible();
  await about.getByRole('button', { name: 'Stäng' }).focus();
  await keys.press('Enter');
  await expect(about).toBeHidden();
  await expect(page.getByRole('link', { name: 'Om kanalen' })).toBeFocused();
  await page.getByRole('button', { name: 'Hjälp', exact: true }).click();
  await page.getByRole('button', { name: 'Alla tangentbordsgenvägar' }).click();
  await expect(list).toBeVisible();
  await keys.press('Escape');

  // The bell opens and closes, and gives the focus back.
  await chat.bell.focus();
  await keys.press('Enter');
  await expect(page.getByRole('region', { name: 'Notiser' })).toBeVisible();
  await keys.press('Escape');
  await expect(page.getByRole('region', { name: 'Notiser' })).toBeHidden();
  await expect(chat.bell).toBeFocused();
  await close(page);
});

test('past many channels and messages in one step', async ({ browser, world }) => {
  const { astrid } = world.people;
  const org = await astrid.found('Långa listan');
  for (let n = 0; n < 3; n += 1) await astrid.say(org.general, `Rad ${n} https://exempel.se/${n}`);
  for (let n = 0; n < 4; n += 1)
    await astrid.open(org.ws, { name: `prov-${n}`, displayName: `Prov ${n}` });
  const page = await browserOf(browser, astrid);
  const chat = new Chat(page);
  const keys = page.keyboard;
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await expect(chat.row('Rad 2')).toBeVisible();
  const skip = async (name: string) => {
    const button = page.getByRole('button', { name });
    await button.focus();
    await expect(button).toBeInViewport();
    await keys.press('Enter');
  };
  await skip('Hoppa till meddelandena');
  await expect(chat.row('Rad 2')).toBeFocused();
  await skip('Hoppa till skrivfältet');
  await expect(chat.composer).toBeFocused();
  await skip('Hoppa till kanalerna');
  await expect(chat.channels.getByRole('link', { name: 'Allmänt' })).toBeFocused();
  // From the channel list to the text field: three stops, not one for each message, link and channel.
  await chat.channels.getByRole('link', { name: 'Prov 3' }).focus();
  const stops: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    await keys.press('Tab');
    const at = await page.evaluate(
      () => document.activeElement?.closest('[data-row-key]')?.className ?? null,
    );
    if (at !== null) stops.push(at);
    if (await chat.composer.evaluate((field) => field === document.activeElement)) break;
  }
  await expect(chat.composer).toBeFocused();
  expect(stops).toHaveLength(1);
  await close(page);
});
