/** The server dies under an open page and comes back: one sees it, nothing is lost, nothing is doubled. */

import { browserOf, Chat, close, expect, test } from './harness/test.ts';

test('kill -9 while people talk', async ({ browser, world }) => {
  test.setTimeout(90_000);
  const { server } = world;
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Stationen');
  await astrid.relate(org.id, bertil, 'MEMBER');
  const [one, two] = [await browserOf(browser, astrid), await browserOf(browser, bertil)];
  const [a, b] = [new Chat(one), new Chat(two)];
  for (const page of [one, two]) await page.goto(`/konversation/${org.ws}/${org.general}`);
  await a.say('Före');
  await expect(b.row('Före')).toBeVisible();

  await server.kill();
  for (const page of [one, two]) {
    await expect(page.locator('[data-connection="RECONNECTING"]')).toContainText('Återansluter');
  }
  // What is written meanwhile stays, whatever happens to it.
  await a.composer.fill('Under tiden');
  await a.composer.press('Enter');
  await expect(a.row('Under tiden')).toBeVisible();
  await b.composer.fill('Ett utkast');

  await server.start();
  // Somebody is quicker than the pages: what they missed is fetched.
  await bertil.say(org.general, 'Först tillbaka');
  for (const page of [one, two]) {
    await expect(page.locator('[data-connection="CONNECTED"]')).toBeAttached();
  }
  for (const chat of [a, b]) await expect(chat.row('Först tillbaka')).toHaveCount(1);
  const retry = a.row('Under tiden').getByRole('button', { name: 'Försök igen' });
  await retry.click({ timeout: 2_000 }).catch(() => {});
  await expect(b.row('Under tiden')).toHaveCount(1);
  await expect(retry).toHaveCount(0);
  await expect(b.composer).toHaveValue('Ett utkast');
  await b.composer.press('Enter');
  await expect(a.row('Ett utkast')).toBeVisible();
  await a.say('Efter');
  await expect(b.row('Efter')).toBeVisible();

  const texts = (await bertil.page(org.general)).data.map((message) => message.content);
  expect([...texts].sort()).toEqual(
    ['Efter', 'Ett utkast', 'Först tillbaka', 'Före', 'Under tiden'].sort(),
  );
  for (const page of [one, two]) await page.reload();
  for (const chat of [a, b]) for (const text of texts) await expect(chat.row(text)).toHaveCount(1);
  await close(one, two);
});
