/** Everyday things of the chat (contract 3.8): what one marks, pins and keeps, and how one finds the way among channels. */

import type { Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function narrow(page: Page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${page.url()} is wider than the phone`).toBeLessThanOrEqual(360);
}

const kept = (person: Person) =>
  person.call<{ data: { content: { message: { id: number }; remindAt?: string }[] } }>(
    'GET',
    '/api/v1/chat/saved',
  );

test('a message is marked unread, pinned and kept, and one sees who reacted', async ({
  browser,
  world,
}) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Körsbärskören');
  await astrid.relate(org.id, bertil, 'MEMBER');
  await astrid.call('POST', `/api/v1/chat/workspaces/${org.ws}/channels`, {
    name: 'noter',
    displayName: 'Noter',
  });
  for (const text of ['Vi ses på torsdag', 'Ta med pärmen', 'Fika ordnar jag'])
    await bertil.say(org.general, text);
  const page = await browserOf(browser, astrid, desk);
  const hers = await browserOf(browser, astrid, phone);
  const his = await browserOf(browser, bertil, desk);
  const [chat, onPhone, theirs] = [new Chat(page), new Chat(hers), new Chat(his)];
  const address = `/konversation/${org.ws}/${org.general}`;
  const general = (of: Chat) => of.channels.getByRole('link', { name: /Allmänt/ });
  await hers.goto(`/konversation/${org.ws}`);
  await expect(general(onPhone)).toContainText('oläst');
  await page.goto(address);
  await his.goto(address);
  await expect(general(onPhone)).not.toContainText('oläst');

  // Unread from the second on: here, where it stands open, and on the phone.
  await chat.menu('Ta med pärmen', 'Markera som oläst härifrån');
  await expect(page.getByText('Markerat som oläst')).toBeVisible();
  await expect(general(chat)).toContainText('oläst');
  await expect(general(onPhone)).toContainText('oläst');
  await expect(chat.row('Ta med pärmen').getByText('Nya', { exact: true })).toBeVisible();
  // Opened again it is read, everywhere.
  await chat.open('Noter');
  await expect(general(chat)).toContainText('oläst');
  await chat.open('Allmänt');
  await expect(general(chat)).not.toContainText('oläst');
  await expect(general(onPhone)).not.toContainText('oläst');

  // A moderator pins; everybody sees it at once, and finds it in one place.
  await chat.menu('Vi ses på torsdag', 'Fäst i kanalen');
  await expect(theirs.row('Vi ses på torsdag')).toContainText('Fäst i kanalen');
  await his.getByRole('link', { name: 'Fästa meddelanden' }).click();
  const pins = his.getByRole('region', { name: 'Fästa meddelanden' });
  await expect(pins.getByRole('listitem')).toHaveText([/Vi ses på torsdag/]);
  await expect(pins.getByRole('button', { name: 'Lossa från kanalen' })).toHaveCount(0);
  await flawless(his, 'pins');
  await general(onPhone).tap();
  await hers.getByRole('link', { name: 'Om kanalen' }).tap();
  await hers.getByRole('link', { name: 'Fästa meddelanden' }).tap();
  const onHers = hers.getByRole('region', { name: 'Fästa meddelanden' });
  await narrow(hers);
  await flawless(hers, 'pins on a phone');
  await onHers.getByRole('button', { name: 'Lossa från kanalen' }).tap();
  for (const [each, region] of [
    [his, pins],
    [hers, onHers],
  ] as const) {
    await expect(region.getByText('Inget är fäst här'), each.url()).toBeVisible();
  }
  await expect(chat.row('Vi ses på torsdag')).not.toContainText('Fäst i kanalen');

  // Kept with a reminder, by the keyboard alone.
  await chat.row('Ta med pärmen').focus();
  await page.keyboard.press('s');
  const sheet = page.getByRole('dialog', { name: 'Spara meddelandet' });
  await expect(sheet.getByRole('button', { name: 'Spara utan påminnelse' })).toBeFocused();
  await flawless(page, 'the choices of keeping');
  await page.keyboard.press('Tab');
  const asked = Date.now();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Sparat\. Du påminns i (dag|morgon) \d\d:\d\d$/)).toBeVisible();
  await expect.poll(async () => (await kept(astrid)).data.content).toHaveLength(1);
  const [one] = (await kept(astrid)).data.content;
  const ahead = Date.parse(one?.remindAt ?? '') - asked;
  expect(Math.abs(ahead - 3_600_000)).toBeLessThan(60_000);
  // Another moment of one's own, and no longer.
  await chat.tool('Ta med pärmen', 'Spara meddelandet');
  await expect(sheet).toContainText('Sparat. Påminnelse');
  await sheet.getByRole('button', { name: 'Eget tillfälle …' }).click();
  const own = page.getByRole('dialog', { name: 'Påminn mig' });
  await own.getByLabel('Datum').fill('2020-01-01');
  await own.getByRole('button', { name: 'Spara' }).click();
  await expect(own.getByText('Välj en tid som inte har varit.')).toBeVisible();
  await flawless(page, 'a moment of one’s own');
  await page.keyboard.press('Escape');
  await chat.tool('Ta med pärmen', 'Spara meddelandet');
  await sheet.getByRole('button', { name: 'Ta bort från sparade' }).click();
  await expect.poll(async () => (await kept(astrid)).data.content).toHaveLength(0);

  // Who reacted: under the pointer, with the focus, and all of them from the menu.
  const fika = (await bertil.page(org.general)).data.find((message) =>
    message.content.startsWith('Fika'),
  );
  await bertil.react(fika?.id ?? 0, '👍');
  const thumb = chat.row('Fika').getByRole('button', { name: /👍, 1 reaktion/ });
  await thumb.hover();
  await expect(page.getByText('👍 bertil Test')).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(page.getByText('👍 bertil Test')).toBeHidden();
  await chat.row('Fika').focus();
  await page.keyboard.press('ArrowRight');
  await expect(thumb).toBeFocused();
  await expect(page.getByText('👍 bertil Test')).toBeVisible();
  await chat.menu('Fika', 'Visa vem som reagerade');
  const reactions = page.getByRole('dialog', { name: 'Reaktioner' });
  await expect(reactions.getByRole('listitem')).toHaveText([/bertil Test$/]);
  await flawless(page, 'who reacted');
  await close(page, hers, his);
});
