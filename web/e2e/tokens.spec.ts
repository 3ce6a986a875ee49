/** Programs act for people with access tokens, and organisations have bots (contract 1). */

import { flawless } from './harness/axe.ts';
import { browserOf, Chat, expect, narrow, phone, test } from './harness/test.ts';

test('somebody gives a program a key, shown once, and takes it back', async ({
  browser,
  world,
}) => {
  const { astrid } = world.people;
  const page = await browserOf(browser, astrid, { colorScheme: 'dark' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/settings#tokens');
  const keys = page.getByRole('region', { name: 'Åtkomstnycklar' });
  await expect(keys.getByText('Du har inga åtkomstnycklar.')).toBeVisible();
  await keys.getByRole('button', { name: 'Ny åtkomstnyckel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ny åtkomstnyckel' });
  await dialog.getByRole('button', { name: 'Skapa nyckeln' }).click();
  await expect(dialog.getByText('Skriv ett namn.')).toBeVisible();
  await expect(dialog.getByText('Välj minst en sak som programmet får göra.')).toBeVisible();
  await dialog.getByLabel('Namn').fill('Schemat');
  await dialog.getByLabel('Profil och inställningar: läsa').check();
  await flawless(page, 'a new access token, dark');
  await dialog.getByRole('button', { name: 'Skapa nyckeln' }).click();
  const field = dialog.getByLabel('Nyckeln för Schemat');
  await expect(field).toBeFocused();
  await dialog.getByRole('button', { name: 'Kopiera' }).click();
  await expect(dialog.getByText('Kopierat')).toBeVisible();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^kal_[0-9a-f]{64}$/);
  await dialog.getByRole('button', { name: 'Klar' }).click();
  await expect(dialog).toHaveCount(0);

  const asked = (path: string) =>
    fetch(new URL(path, world.server.url), { headers: { authorization: `Bearer ${secret}` } });
  expect((await asked('/api/v1/me')).status).toBe(200);
  expect((await asked('/api/v1/calendars')).status).toBe(403);

  const small = await browserOf(browser, astrid, phone);
  await small.goto('/settings#tokens');
  const row = small.getByRole('list', { name: 'Dina åtkomstnycklar' }).getByRole('listitem');
  await expect(row).toContainText('Profil och inställningar (läsa)');
  expect(await small.content()).not.toContain(secret);
  await narrow(small);
  await flawless(small, 'access tokens on a phone');
  await small.getByRole('button', { name: 'Återkalla Schemat' }).tap();
  const sure = small.getByRole('dialog', { name: 'Återkalla Schemat?' });
  await sure.getByRole('button', { name: 'Återkalla' }).tap();
  await expect(small.getByText('Du har inga åtkomstnycklar.')).toBeVisible();
  expect((await asked('/api/v1/me')).status).toBe(401);
});

test('who runs an organisation gives it a bot, whose words are marked', async ({
  browser,
  world,
}) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Väderlaget');
  await astrid.relate(org.id, bertil, 'MEMBER');
  const page = await browserOf(browser, astrid);
  await page.goto(`/${org.slug}`);
  const bots = page.getByRole('region', { name: 'Botar' });
  await expect(bots.getByText('Organisationen har inga botar.')).toBeVisible();
  await bots.getByRole('button', { name: 'Ny bot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ny bot' });
  await dialog.getByLabel('Namn').fill('Vädret');
  await dialog.getByLabel('Chat och meddelanden: ändra').check();
  await dialog.getByRole('button', { name: 'Skapa boten' }).click();
  const secret = await dialog.getByLabel('Nyckeln för Vädret').inputValue();
  await dialog.getByRole('button', { name: 'Klar' }).click();
  await expect(bots.getByRole('listitem')).toContainText('Vädret');
  await flawless(page, 'an organisation with a bot');

  const reads = await browserOf(browser, bertil);
  await reads.goto(`/konversation/${org.ws}/${org.general}`);
  const theirs = new Chat(reads);
  await expect(theirs.composer).toBeVisible();
  const post = () =>
    fetch(new URL(`/api/v1/chat/channels/${org.general}/messages`, world.server.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'Sol i morgon' }),
    });
  expect((await post()).status).toBe(201);
  await expect(theirs.row('Sol i morgon')).toContainText('Vädret');
  // Who does not run the organisation is not shown them.
  await reads.goto(`/${org.slug}`);
  await expect(reads.getByRole('region', { name: /Personer|Medlemmar/ })).toBeVisible();
  await expect(reads.getByRole('region', { name: 'Botar' })).toHaveCount(0);

  await bots.getByRole('button', { name: 'Ta bort Vädret' }).click();
  const sure = page.getByRole('dialog', { name: 'Ta bort boten Vädret?' });
  await sure.getByRole('button', { name: 'Ta bort' }).click();
  await expect(bots.getByText('Organisationen har inga botar.')).toBeVisible();
  expect((await post()).status).toBe(401);
});
