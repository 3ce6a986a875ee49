/** Programs write in a channel, and messages repeat by themselves (contract 3.8). */

import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, narrow, phone, test } from './harness/test.ts';

test('a moderator gives a program an address, shown once, and takes it back', async ({
  browser,
  world,
}) => {
  const { viola, bertil } = world.people;
  const org = await viola.found('Bygglaget');
  await viola.relate(org.id, bertil, 'MEMBER');
  const about = `/konversation/${org.ws}/${org.general}/om`;
  const page = await browserOf(browser, viola, { colorScheme: 'dark' });
  const reads = await browserOf(browser, bertil);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(about);
  await page.getByRole('button', { name: 'Webhookar' }).click();
  const hooks = page.getByRole('dialog', { name: 'Webhookar' });
  await expect(hooks.getByText('Inget program skriver i kanalen än.')).toBeVisible();
  await hooks.getByRole('button', { name: 'Skapa webhook' }).click();
  await expect(hooks.getByText('Skriv ett namn.')).toBeVisible();
  await hooks.getByLabel('Namn').fill('Larm');
  await page.keyboard.press('Enter');
  const address = hooks.getByLabel('Adressen för Larm');
  await expect(address).toBeFocused();
  await flawless(page, 'a webhook that was made, dark');
  await hooks.getByRole('button', { name: 'Kopiera' }).click();
  await expect(hooks.getByText('Kopierat')).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(url).toMatch(/\/hooks\/[\w-]+$/);

  await reads.goto(`/konversation/${org.ws}/${org.general}`);
  const theirs = new Chat(reads);
  await expect(theirs.composer).toBeVisible();
  const post = () =>
    fetch(new URL(new URL(url).pathname, world.server.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'Dörr 3 står öppen' }),
    });
  expect((await post()).status).toBe(200);
  await expect(theirs.row('Dörr 3 står öppen')).toContainText('Larm');
  // Who does not moderate is not offered it.
  await reads.goto(about);
  await expect(reads.getByRole('heading', { name: 'Om kanalen' })).toBeVisible();
  await expect(reads.getByRole('button', { name: 'Webhookar' })).toHaveCount(0);

  // Shown once.
  await hooks.getByRole('button', { name: 'Klar' }).click();
  await expect(address).toHaveCount(0);
  await page.keyboard.press('Escape');
  const small = await browserOf(browser, viola, phone);
  await small.goto(about);
  await small.getByRole('button', { name: 'Webhookar' }).tap();
  await expect(small.getByRole('button', { name: 'Ta bort Larm' })).toBeVisible();
  expect(await small.content()).not.toContain('/hooks/');
  await narrow(small);
  await flawless(small, 'webhooks on a phone');
  await small.getByRole('button', { name: 'Ta bort Larm' }).tap();
  await small
    .getByRole('dialog', { name: 'Ta bort webhooken Larm?' })
    .getByRole('button', { name: 'Ta bort' })
    .tap();
  await expect(small.getByText('Inget program skriver i kanalen än.')).toBeVisible();
  expect((await post()).status).toBe(404);
  await close(page, reads, small);
});

test('a message is sent every week, changed as a series, and sent once more besides', async ({
  browser,
  world,
}) => {
  // Of nobody else's journey: one's list of what is sent later is looked at whole.
  const { jonna } = world.people;
  const org = await jonna.found('Veckogruppen');
  const page = await browserOf(browser, jonna);
  const chat = new Chat(page);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await chat.composer.fill('Glöm inte veckomötet');
  await page.getByRole('button', { name: 'Skicka senare' }).click();
  await page.getByRole('button', { name: 'Eget tillfälle …' }).click();
  const later = page.getByRole('dialog', { name: 'Skicka senare' });
  const at = new Date(Date.now() + 3 * 86_400_000);
  const days = [
    'söndagar',
    'måndagar',
    'tisdagar',
    'onsdagar',
    'torsdagar',
    'fredagar',
    'lördagar',
  ];
  await later.getByLabel('Datum').fill(at.toLocaleDateString('sv-SE'));
  await later.getByLabel('Upprepas').selectOption('Veckovis');
  const words = `Varje vecka på ${days[at.getDay()]}`;
  await expect(later.getByText(words)).toBeVisible();
  await flawless(page, 'a message that is repeated');
  await later.getByRole('button', { name: 'Skicka senare' }).click();
  await expect(chat.composer).toHaveValue('');

  await page.getByRole('link', { name: 'Skickas senare' }).click();
  const list = page.getByRole('region', { name: 'Skickas senare' });
  await expect(list.getByRole('listitem')).toContainText(words);
  await list.getByRole('button', { name: 'Ändra' }).click();
  const change = page.getByRole('dialog', { name: 'Ändra meddelandet' });
  await expect(change.getByLabel('Upprepas')).toHaveValue('WEEKLY');
  await change.getByLabel('Intervall i veckor').fill('2');
  await change.getByLabel('Meddelande').fill('Glöm inte mötet');
  await change.getByRole('button', { name: 'Spara' }).click();
  await expect(list.getByRole('listitem')).toContainText(`Varannan vecka på ${days[at.getDay()]}`);

  // Sent now it is sent besides: the series stays.
  await list.getByRole('button', { name: 'Skicka nu' }).click();
  const now = page.getByRole('dialog', { name: 'Skicka meddelandet nu?' });
  await expect(now).toContainText('Upprepningen fortsätter som planerat.');
  await now.getByRole('button', { name: 'Skicka nu' }).click();
  await expect(page.getByText('Meddelandet är skickat')).toBeVisible();
  await expect(list.getByRole('listitem')).toContainText('Glöm inte mötet');
  const sent = await jonna.call<{ data: { content: string }[] }>(
    'GET',
    `/api/v1/chat/channels/${org.general}/messages`,
  );
  expect(sent.data.map(({ content }) => content)).toEqual(['Glöm inte mötet']);

  // Repeated no more it is sent once.
  await list.getByRole('button', { name: 'Ändra' }).click();
  await change.getByLabel('Upprepas').selectOption('Aldrig');
  await change.getByRole('button', { name: 'Spara' }).click();
  await expect(list.getByText('Varannan vecka')).toHaveCount(0);
  await list.getByRole('button', { name: 'Ta bort' }).click();
  await page
    .getByRole('dialog', { name: 'Ta bort meddelandet?' })
    .getByRole('button', { name: 'Ta bort' })
    .click();
  await expect(list.getByText('Inget väntar på att skickas')).toBeVisible();
  await close(page);
});
