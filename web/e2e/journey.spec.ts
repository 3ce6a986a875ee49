/** Two people find each other: from signing up to an archived channel, as they would do it. */

import type { Page } from '@playwright/test';
import { Chat, close, expect, signUp, test } from './harness/test.ts';

test.describe.configure({ mode: 'serial' });

let anna: Page;
let bo: Page;
const slug = 'kulturhuset';
/** What the browsers complained about on the way. */
const complaints: string[] = [];

function listen(page: Page) {
  page.on('pageerror', (error) => complaints.push(`${error}`));
  page.on('console', (message) => {
    const text = message.text();
    // The browser's own word on refused and lost requests; the pages answer for those themselves.
    if (message.type() === 'error' && !/Failed to load resource|WebSocket|ERR_/.test(text))
      complaints.push(text);
  });
}

test.beforeAll(async ({ browser, world }) => {
  const open = async () => {
    const context = await browser.newContext({ baseURL: world.server.url });
    const page = await context.newPage();
    listen(page);
    return page;
  };
  anna = await open();
  bo = await open();
});
test.afterAll(() => close(anna, bo));

test('Anna signs up, verifies, signs in and founds an organisation', async ({ world }) => {
  await signUp(anna, world.server, 'Anna', 'Ek');
  await anna.getByRole('button', { name: /Konto och inställningar/ }).click();
  await anna.getByRole('banner').getByRole('link', { name: '+ Skapa organisation' }).click();
  await anna.getByLabel('Namn', { exact: true }).fill('Kulturhuset');
  await anna.getByLabel('Typ av organisation').selectOption({ label: 'Kulturförening' });
  await anna.getByRole('radio', { name: /Med godkännande/ }).check();
  await anna.getByRole('button', { name: 'Skapa organisation' }).click();
  await expect(anna).toHaveURL(new RegExp(`/${slug}$`));
  await expect(anna.getByRole('heading', { level: 1, name: 'Kulturhuset' })).toBeVisible();
});

test('she finds the chat and makes a channel', async () => {
  await anna.getByRole('link', { name: 'Öppna chatten' }).click();
  const chat = new Chat(anna);
  await expect(anna.getByRole('heading', { level: 1, name: /Allmänt/ })).toBeVisible();
  await chat.say('Välkommen hit!');
  await anna.getByRole('button', { name: 'Skapa kanal' }).click();
  const dialog = anna.getByRole('dialog', { name: 'Skapa kanal' });
  await dialog.getByLabel('Kanalens namn').fill('Vårens program');
  await expect(dialog.getByLabel('Kortnamn')).toHaveValue('vårens-program');
  await dialog.getByRole('button', { name: 'Skapa kanal' }).click();
  await expect(anna.getByRole('heading', { level: 1, name: 'Vårens program' })).toBeVisible();
  await expect(chat.channels.getByRole('link', { name: 'Vårens program' })).toBeVisible();
});

test('Bo signs up and applies, Anna lets him in', async ({ world }) => {
  await signUp(bo, world.server, 'Bo', 'Alm');
  await bo.goto(`/${slug}`);
  await bo.getByRole('button', { name: 'Ansök om medlemskap' }).click();
  const dialog = bo.getByRole('dialog', { name: 'Ansök om att gå med i Kulturhuset' });
  await dialog.getByLabel('Hälsning (frivilligt)').fill('Jag spelar dragspel.');
  await dialog.getByRole('button', { name: 'Skicka ansökan' }).click();
  await expect(bo.getByText('Din ansökan är skickad.')).toBeVisible();
  // Anna hears of it where she is, and the bell leads there.
  const chat = new Chat(anna);
  await expect(chat.bell).toHaveAccessibleName('Notiser, 1 olästa');
  await chat.bell.click();
  await anna.getByRole('link', { name: /Bo Alm ansöker om medlemskap/ }).click();
  await expect(anna).toHaveURL(new RegExp(`/${slug}`));
  await expect(anna.getByText('Jag spelar dragspel.')).toBeVisible();
  await anna.getByRole('button', { name: 'Godkänn ansökan från Bo Alm' }).click();
  await expect(anna.getByText('Bo Alm är nu medlem.')).toBeVisible();
  // Bo is let in without loading anything anew.
  const his = new Chat(bo);
  await expect(his.bell).toHaveAccessibleName('Notiser, 1 olästa');
  await his.bell.click();
  await expect(bo.getByText('Din ansökan om medlemskap är godkänd')).toBeVisible();
  await bo.getByRole('button', { name: 'Markera alla som lästa' }).click();
  await expect(his.bell).toHaveAccessibleName('Notiser');
  await bo.keyboard.press('Escape');
  await bo.getByRole('link', { name: 'Öppna chatten' }).click();
  await expect(new Chat(bo).row('Välkommen hit!')).toBeVisible();
  await anna.getByRole('link', { name: 'Öppna chatten' }).click();
});

test('they talk: typing, answers at once, unread elsewhere [shell 2.4]', async () => {
  const [a, b] = [new Chat(anna), new Chat(bo)];
  await a.open('Vårens program');
  await b.open('Vårens program');
  // What is said before the other listens is said again with a later key.
  await expect(async () => {
    await b.composer.press('j');
    await expect(anna.getByText('Bo skriver …')).toBeVisible({ timeout: 200 });
  }).toPass();
  await b.composer.fill('Hej Anna');
  await b.composer.press('Enter');
  await expect(a.row('Hej Anna')).toBeVisible();
  await expect(anna.getByText('Bo skriver …')).toBeHidden();
  await b.open('Allmänt');
  await a.say('Vad roligt att du är här');
  await expect(b.channels.getByRole('link', { name: /Vårens program.*oläst/ })).toBeVisible();
  // Read is what was looked at for a moment: who leaves at once has not.
  const link = b.channels.getByRole('link', { name: /Vårens program/ });
  const id = (await link.getAttribute('href'))?.split('/').at(-1);
  const read = bo.waitForResponse((answer) => answer.url().endsWith(`/channels/${id}/read`));
  await b.open('Vårens program');
  await expect(b.row('Vad roligt att du är här')).toBeVisible();
  await read;
  await b.open('Allmänt');
  await expect(link).toHaveText('Vårens program');
});

test('a mention is suggested, marks the channel and rings the bell', async () => {
  const [a, b] = [new Chat(anna), new Chat(bo)];
  await b.open('Allmänt');
  await a.composer.pressSequentially('Kan du spela på lördag, @bo');
  const option = anna.getByRole('option', { name: /Bo Alm/ });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await a.composer.press('Enter');
  await expect(a.composer).toHaveValue(/@bo-alm $/);
  await a.composer.press('Enter');
  await expect(b.bell).toHaveAccessibleName('Notiser, 1 olästa');
  await expect(b.channels.getByRole('link', { name: /Vårens program/ })).toContainText('1');
  await b.bell.click();
  await bo.getByRole('link', { name: /Anna Ek nämnde dig i Vårens program/ }).click();
  await expect(b.row('Kan du spela på lördag')).toBeVisible();
  await expect(b.bell).toHaveAccessibleName('Notiser');
});

test('a reaction is counted for both', async () => {
  const [a, b] = [new Chat(anna), new Chat(bo)];
  await b.tool('Kan du spela', 'Reagera 👍');
  await expect(
    a.row('Kan du spela').getByRole('button', { name: '👍, 1 reaktion', exact: true }),
  ).toBeVisible();
  await a.row('Kan du spela').getByRole('button', { name: '👍, 1 reaktion', exact: true }).click();
  await expect(
    b.row('Kan du spela').getByRole('button', { name: '👍, 2 reaktioner, din med' }),
  ).toBeVisible();
});

test('a thread beside the channel', async () => {
  const [a, b] = [new Chat(anna), new Chat(bo)];
  await b.tool('Kan du spela', 'Svara i tråd');
  const answer = b.thread.getByRole('textbox', { name: 'Svara i tråden' });
  await expect(answer).toBeFocused();
  await answer.fill('Gärna, klockan tre?');
  await answer.press('Enter');
  await expect(
    a.row('Kan du spela').getByRole('button', { name: /Öppna tråden: 1 svar/ }),
  ).toBeVisible();
  await a
    .row('Kan du spela')
    .getByRole('button', { name: /Öppna tråden/ })
    .click();
  await expect(a.inThread('Gärna, klockan tre?')).toBeVisible();
  // It was there before: a screen reader is not told of it as news.
  await expect(a.thread.getByRole('log')).toBeEmpty();
  await a.thread.getByRole('textbox', { name: 'Svara i tråden' }).fill('Perfekt');
  await anna.keyboard.press('Enter');
  await expect(b.inThread('Perfekt')).toBeVisible();
  await expect(b.thread.getByRole('log')).toHaveText('Anna Ek: Perfekt');
  // What belongs to the thread is not in the channel.
  await expect(b.messages.getByText('Perfekt')).toHaveCount(0);
  // Back closes the pane.
  await bo.goBack();
  await expect(b.thread).toBeHidden();
  await a.thread
    .getByRole('button', { name: 'Stäng' })
    .or(a.thread.getByRole('link', { name: 'Stäng' }))
    .click();
  await expect(a.thread).toBeHidden();
});

test('second thoughts: edited and deleted', async () => {
  const [a, b] = [new Chat(anna), new Chat(bo)];
  await b.say('Vi ses på söndag');
  await b.composer.press('ArrowUp');
  await expect(b.composer).toHaveValue('Vi ses på söndag');
  await b.composer.fill('Vi ses på lördag');
  await b.composer.press('Enter');
  await expect(a.row('Vi ses på lördag')).toContainText('(redigerat)');
  await expect(a.row('Vi ses på söndag')).toHaveCount(0);
  await b.menu('Vi ses på lördag', 'Ta bort');
  await bo
    .getByRole('dialog', { name: 'Ta bort meddelandet?' })
    .getByRole('button', { name: 'Ta bort' })
    .click();
  for (const chat of [a, b]) {
    await expect(chat.row('Meddelandet har tagits bort.')).toBeVisible();
    await expect(chat.row('Vi ses på lördag')).toHaveCount(0);
  }
});

test('a draft survives reloading, and is forgotten when sent', async () => {
  const b = new Chat(bo);
  await b.composer.fill('Inte färdig än');
  await b.open('Allmänt');
  await expect(b.composer).toHaveValue('');
  await expect(
    b.channels.getByRole('link', { name: /Vårens program/ }).getByLabel('Utkast'),
  ).toBeVisible();
  await bo.reload();
  await b.open('Vårens program');
  await expect(b.composer).toHaveValue('Inte färdig än');
  await b.composer.press('Enter');
  await expect(b.row('Inte färdig än')).toBeVisible();
  await bo.reload();
  await expect(b.composer).toHaveValue('');
});

test('without a network nothing is lost, and with it nothing is doubled', async () => {
  const [a, b] = [new Chat(anna), new Chat(bo)];
  await bo.context().setOffline(true);
  await b.composer.fill('Sagt i tunneln');
  await b.composer.press('Enter');
  const failed = b.row('Sagt i tunneln');
  await expect(failed.getByRole('button', { name: 'Försök igen' })).toBeVisible();
  await bo.context().setOffline(false);
  const retry = failed.getByRole('button', { name: 'Försök igen' });
  // It may already have gone by itself.
  await retry.click({ timeout: 3_000 }).catch(() => {});
  await expect(a.row('Sagt i tunneln')).toHaveCount(1);
  await expect(retry).toHaveCount(0);
  await bo.reload();
  await expect(b.row('Sagt i tunneln')).toHaveCount(1);
});

test('a private channel is not there for others', async () => {
  const [a, b] = [new Chat(anna), new Chat(bo)];
  await anna.getByRole('button', { name: 'Skapa kanal' }).click();
  const dialog = anna.getByRole('dialog', { name: 'Skapa kanal' });
  await dialog.getByLabel('Kanalens namn').fill('Överraskning');
  await dialog.getByRole('radio', { name: 'Privat: bara medlemmar' }).check();
  await dialog.getByRole('button', { name: 'Skapa kanal' }).click();
  await expect(anna.getByRole('heading', { level: 1, name: 'Överraskning' })).toBeVisible();
  await a.say('Bo får inte veta');
  await expect(b.channels.getByRole('link', { name: 'Överraskning' })).toHaveCount(0);
  await bo.goto(new URL(anna.url()).pathname);
  await expect(
    bo.getByText(/Du har inte tillgång till den här kanalen|Kanalen finns inte längre/),
  ).toBeVisible();
  await expect(bo.getByText('Bo får inte veta')).toHaveCount(0);
  // Let in, it is there at once; put out, it is gone.
  await anna.getByRole('link', { name: 'Om kanalen' }).click();
  await anna.getByRole('combobox', { name: 'Lägg till medlem' }).fill('bo');
  await anna.getByRole('option', { name: /Bo Alm/ }).click();
  await expect(b.channels.getByRole('link', { name: 'Överraskning' })).toBeVisible();
  await b.open('Överraskning');
  await expect(b.row('Bo får inte veta')).toBeVisible();
  await anna.getByRole('button', { name: 'Ta bort Bo Alm ur kanalen' }).click();
  await expect(b.channels.getByRole('link', { name: 'Överraskning' })).toHaveCount(0);
  await expect(bo.getByText('Bo får inte veta')).toHaveCount(0);
});

test('a moderated channel: what waits, is approved and is turned down', async () => {
  const [a, b] = [new Chat(anna), new Chat(bo)];
  await anna.getByRole('button', { name: 'Skapa kanal' }).click();
  const dialog = anna.getByRole('dialog', { name: 'Skapa kanal' });
  await dialog.getByLabel('Kanalens namn').fill('Frågelådan');
  await dialog.getByLabel('Meddelanden godkänns innan de visas').check();
  await dialog.getByLabel('Medlemmars meddelanden visas direkt').uncheck();
  await dialog.getByRole('button', { name: 'Skapa kanal' }).click();
  await expect(anna.getByRole('heading', { level: 1, name: 'Frågelådan' })).toBeVisible();
  await b.open('Frågelådan');
  for (const text of ['Vem bokar lokalen?', 'Köp min bil']) {
    await b.say(text);
    await expect(b.row(text)).toContainText('Väntar på godkännande');
  }
  await anna.getByRole('link', { name: '2 väntar på godkännande', exact: true }).click();
  const queue = anna.getByRole('region', { name: 'Att godkänna' });
  const card = (text: string) => queue.getByRole('listitem').filter({ hasText: text });
  await card('Vem bokar').getByRole('button', { name: 'Godkänn' }).click();
  await expect(b.row('Vem bokar')).not.toContainText('Väntar på godkännande');
  await card('Köp min bil').getByRole('button', { name: 'Avvisa' }).click();
  const reject = anna.getByRole('dialog', { name: 'Avvisa' });
  await reject.getByLabel('Skäl (valfritt)').fill('Inte här.');
  await reject.getByRole('button', { name: 'Avvisa' }).click();
  await expect(queue.getByText('Inget väntar på godkännande.')).toBeVisible();
  await expect(b.row('Köp min bil')).toHaveCount(0);
  await expect(a.row('Vem bokar')).toBeVisible();
  await b.bell.click();
  await expect(bo.getByText('Ditt meddelande i Frågelådan godkändes inte')).toBeVisible();
  await bo.keyboard.press('Escape');
});

test('an archived channel leaves both lists and can be fetched back', async () => {
  const [a, b] = [new Chat(anna), new Chat(bo)];
  await a.open('Vårens program');
  await anna.getByRole('link', { name: 'Om kanalen' }).click();
  await anna.getByRole('button', { name: 'Arkivera kanal' }).click();
  const dialog = anna.getByRole('dialog', { name: 'Arkivera Vårens program?' });
  await dialog.getByRole('button', { name: 'Arkivera kanal' }).click();
  for (const chat of [a, b])
    await expect(chat.channels.getByRole('link', { name: 'Vårens program' })).toHaveCount(0);
  await anna.getByRole('button', { name: 'Arkiverade kanaler' }).click();
  await anna.getByRole('dialog').getByText('Vårens program').click();
  await expect(
    anna.getByText('Kanalen är arkiverad. Den går att läsa men inte att skriva i.'),
  ).toBeVisible();
  await expect(a.row('Sagt i tunneln')).toBeVisible();
});

test('nothing went wrong unseen', () => {
  expect(complaints).toEqual([]);
});
