/** What a message says becomes an event, and its card stands where the message does (contract 3.8, 7). */

import type { Locator, Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, Chat, close, expect, phone, standing, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };

const calendarOf = (who: Person, name: string, more: object) =>
  who.call('POST', '/api/v1/calendars', { name, visibility: 'RESTRICTED', ...more });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Gör till händelse' });

/** What a finger finds where a pointer hovers. */
async function longPress(page: Page, row: Locator) {
  const box = await standing(row);
  const at = { x: box.x + 120, y: box.y + box.height / 2 };
  const touches = await page.context().newCDPSession(page);
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await expect(page.getByRole('dialog')).toBeVisible();
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('an event is made of a message by keyboard, and its card comes to the channel', async ({
  browser,
  world,
}) => {
  const { hedda, ivar } = world.people;
  const org = await hedda.found('Segelsällskapet');
  await hedda.relate(org.id, ivar, 'MEMBER');
  await calendarOf(hedda, 'Seglingar', { idEntity: org.id });
  const address = `/konversation/${org.ws}/${org.general}`;
  const page = await browserOf(browser, hedda, desk);
  const his = await browserOf(browser, ivar, phone);
  const [chat, onPhone] = [new Chat(page), new Chat(his)];
  await page.goto(address);
  await his.goto(address);
  await chat.say('Vårrustning 2027-05-14 kl 18–20.30 vid bryggan');

  // By the keyboard alone, from the message's menu.
  const row = chat.row('Vårrustning');
  await row.hover();
  await row.getByRole('toolbar').getByRole('button', { name: 'Fler val' }).press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Gör till händelse …' })
    .press('Enter');
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Titel')).toBeFocused();
  await expect(dialog.getByLabel('Titel')).toHaveValue('Vårrustning vid bryggan');
  await expect(dialog.getByLabel('Börjar')).toHaveValue('2027-05-14');
  await expect(dialog.getByLabel('Starttid')).toHaveValue('18:00');
  await expect(dialog.getByLabel('Slutar')).toHaveValue('2027-05-14');
  await expect(dialog.getByLabel('Sluttid')).toHaveValue('20:30');
  // The channel's organisation comes first.
  await expect(dialog.getByLabel('Kalender').locator('option:checked')).toHaveText('Seglingar');
  await expect(dialog).toContainText('De som hör till organisationen');
  await flawlessInBoth(page, 'an event of a message');
  await dialog.getByLabel('Titel').fill('Vårrustning');
  await dialog.getByLabel('Sluttid').fill('21:00');
  await dialog.getByLabel('Sluttid').press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Händelsen är sparad och delad här')).toBeVisible();
  for (const messages of [chat.messages, onPhone.messages]) {
    const shown = messages.getByRole('article', { name: 'Händelse' });
    await expect(shown.getByRole('link', { name: 'Vårrustning' })).toBeVisible();
    await expect(shown).toContainText('18:00');
  }
  await close(page, his);
});

test('in a thread, on a phone, of a message without a time; who may not post makes none', async ({
  browser,
  world,
}) => {
  const { hedda, ivar } = world.people;
  const org = await hedda.found('Byalaget');
  await hedda.relate(org.id, ivar, 'MEMBER');
  const question = await hedda.say(org.general, 'När städar vi?');
  await ivar.say(org.general, 'Städdag på gården', { parentMessageId: question.id });
  const page = await browserOf(browser, ivar, phone);
  const chat = new Chat(page);
  await page.goto(`/konversation/${org.ws}/${org.general}/trad/${question.id}`);
  const answer = chat.inThread('Städdag på gården');
  await longPress(page, answer);
  await page.getByRole('dialog').getByRole('button', { name: 'Gör till händelse …' }).tap();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Titel')).toHaveValue('Städdag på gården');
  for (const name of ['Börjar', 'Starttid', 'Slutar', 'Sluttid']) {
    await expect(dialog.getByLabel(name)).toHaveValue('');
  }
  await expect(dialog).toContainText('Bara jag');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await flawlessInBoth(page, 'an event of a message on a phone');
  await dialog.getByRole('button', { name: 'Spara och dela' }).tap();
  await expect(dialog.getByText('Skriv datumet som åååå-mm-dd.').first()).toBeVisible();
  await dialog.getByLabel('Börjar').fill('2027-04-10');
  await dialog.getByLabel('Börjar').press('Tab');
  await expect(dialog.getByLabel('Slutar')).toHaveValue('2027-04-10');
  await dialog.getByLabel('Starttid').fill('10:00');
  await expect(dialog.getByLabel('Sluttid')).toHaveValue('11:00');

  // The event is made and its card does not come through: only the card is sent again.
  let refused = 0;
  await page.route(`**/channels/${org.general}/messages`, (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.fallback();
    refused += 1;
    return route.abort();
  });
  await dialog.getByRole('button', { name: 'Spara och dela' }).tap();
  await expect(dialog.getByRole('alert')).toContainText('Händelsen är sparad');
  await flawless(page, 'a card that did not come through');
  await dialog.getByRole('button', { name: 'Dela igen' }).tap();
  await expect(dialog).toHaveCount(0);
  await expect(chat.thread.getByRole('article', { name: 'Händelse' }).getByRole('link')).toHaveText(
    'Städdag på gården',
  );
  const { content } = await ivar.call<{ content: { title: string }[] }>(
    'GET',
    '/api/v1/events?from=2027-04-10T00:00:00Z&to=2027-04-11T00:00:00Z',
  );
  expect(content.filter(({ title }) => title === 'Städdag på gården')).toHaveLength(1);

  // Where only moderators write, others are not offered it.
  const { id } = await hedda.open(org.ws, { name: 'anslag', readOnly: true });
  await hedda.say(id, 'Årsmöte 14/5 kl 18');
  await page.goto(`/konversation/${org.ws}/${id}`);
  await longPress(page, chat.row('Årsmöte'));
  const menu = page.getByRole('dialog');
  await expect(menu.getByRole('button', { name: 'Kopiera länk' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Gör till händelse …' })).toHaveCount(0);
  await close(page);
});
