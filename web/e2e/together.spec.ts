/** From strangers to contacts, and apart again: two who meet, one who looks on, and one who is shown out. Each in a browser. */

import type { Page } from '@playwright/test';
import { browserOf, Chat, close, expect, test } from './harness/test.ts';

const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const composer = (page: Page) => page.getByRole('form', { name: 'Nytt inlägg' });
const confirmed = (page: Page, name: string, button: string) =>
  page.getByRole('dialog', { name }).getByRole('button', { name: button, exact: true }).click();

async function publish(page: Page, text: string, audience: string) {
  await page.goto('/feed');
  await page.getByRole('button', { name: 'Vad vill du dela?' }).click();
  await composer(page).getByLabel('Inläggets text').fill(text);
  await composer(page).getByLabel('Vem kan läsa').selectOption(audience);
  await composer(page).getByRole('button', { name: 'Publicera' }).click();
  await expect(page.getByText('Inlägget har publicerats')).toBeVisible();
}

test('asked, accepted, written to, answered, passed on, blocked: then nothing passes', async ({
  browser,
  world,
}) => {
  const { petra, ragnar, saga } = world.people;
  const org = await saga.found('Odlarna');
  for (const one of [petra, ragnar]) await saga.relate(org.id, one, 'MEMBER');
  const [hers, his, onlooker] = [
    await browserOf(browser, petra),
    await browserOf(browser, ragnar),
    await browserOf(browser, saga),
  ];

  // She asks from his page; he hears of it where he is and accepts.
  await his.goto('/kontakter?tab=requests');
  await expect(his.getByText('Ingen väntar på ditt svar.')).toBeVisible();
  await hers.goto(`/u/${ragnar.userName}`);
  await hers.getByRole('button', { name: `Lägg till kontakt: ${ragnar.displayName}` }).click();
  await his.getByRole('button', { name: `Acceptera: ${petra.displayName}` }).click();
  await expect(his.getByText('Kontaktförfrågan accepterad')).toBeVisible();
  await expect(hers.getByText('Ni är kontakter')).toBeVisible();

  // What is for contacts reaches him and not the one who is none; his comment reaches her as she looks.
  await publish(hers, 'Årets första tomat', 'CONTACTS');
  await his.goto('/feed');
  await his
    .getByRole('button', { name: /^Visa 1 nytt inlägg/ })
    .or(post(his, 'Årets första'))
    .first()
    .waitFor();
  const offered = his.getByRole('button', { name: /^Visa 1 nytt inlägg/ });
  if (await offered.isVisible()) await offered.click();
  const tomato = post(his, 'Årets första tomat');
  await expect(tomato).toBeVisible();
  const address = (await tomato.locator('a:has(time)').getAttribute('href')) ?? '';
  await onlooker.goto(address);
  await expect(onlooker.getByRole('heading', { name: 'Inlägget finns inte' })).toBeVisible();
  await hers.goto(address);
  await expect(hers.getByRole('button', { name: '0 kommentarer' })).toBeVisible();
  await his.goto(address);
  await his.getByLabel('Skriv en kommentar').fill('Imponerande!');
  await his.getByRole('button', { name: 'Publicera' }).click();
  await expect(his.getByText('Kommentaren har publicerats')).toBeVisible();
  await expect(hers.getByText('Imponerande!')).toBeVisible();

  // What is for everybody he passes on, with words of his own.
  await publish(hers, 'Frön att dela med sig av', 'PUBLIC');
  const { content } = await petra.call<{ content: { uuid: string }[] }>('GET', '/api/v1/feed/mine');
  const seeds = `/inlagg/${content[0]?.uuid}`;
  await his.goto(seeds);
  await his.getByRole('button', { name: /^Ompublicera/ }).click();
  await his.getByRole('dialog').getByLabel('Dina egna ord (frivilligt)').fill('Ta vara på dem');
  await confirmed(his, 'Ompublicera', 'Ompublicera');
  await expect(his.getByText('Inlägget har ompublicerats')).toBeVisible();
  await onlooker.goto(`/u/${ragnar.userName}`);
  await expect(post(onlooker, 'Ta vara på dem')).toContainText('Frön att dela med sig av');

  // She blocks him, while he looks at what she wrote.
  await his.goto(address);
  await expect(post(his, 'Årets första tomat')).toBeVisible();
  await hers.goto(`/u/${ragnar.userName}`);
  await hers.getByRole('button', { name: `Fler val för ${ragnar.displayName}` }).click();
  await hers.getByRole('button', { name: 'Blockera', exact: true }).click();
  await confirmed(hers, 'Blockera personen?', 'Blockera');
  await expect(hers.getByText('Användare blockerad')).toBeVisible();
  await expect(his.getByText('Imponerande!')).toHaveCount(0);

  // Nothing passes, in either direction.
  for (const place of [address, seeds]) {
    await his.goto(place);
    await expect(his.getByRole('heading', { name: 'Inlägget finns inte' })).toBeVisible();
  }
  await his.goto('/feed?tab=public');
  await expect(his.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(post(his, 'Frön att dela')).toHaveCount(0);
  await his.goto(`/u/${petra.userName}`);
  await expect(his.getByRole('heading', { name: 'Personen finns inte' })).toBeVisible();
  await hers.goto(`/u/${ragnar.userName}`);
  await expect(post(hers, 'Ta vara på dem')).toHaveCount(0);
  await his.goto('/kontakter');
  await expect(his.getByRole('link', { name: petra.displayName, exact: true })).toHaveCount(0);
  expect(
    (await ragnar.ask('POST', '/api/v1/contacts/requests', { toUserId: petra.id })).status,
  ).toBe(404);
  // Who looks on sees both, each by themselves.
  await onlooker.goto(seeds);
  await expect(post(onlooker, 'Frön att dela med sig av')).toBeVisible();

  // Unblocked they are strangers again.
  await hers.goto('/kontakter?tab=blocked');
  await hers.getByRole('button', { name: `Avblockera: ${ragnar.displayName}` }).click();
  await expect(hers.getByText('Användare avblockerad')).toBeVisible();
  await his.goto(`/u/${petra.userName}`);
  await expect(
    his.getByRole('button', { name: `Lägg till kontakt: ${petra.displayName}` }),
  ).toBeVisible();
  await close(hers, his, onlooker);
});

test('who is reported is shown out of the organisation by the queue, and cannot come back', async ({
  browser,
  world,
}) => {
  const { saga, tage, ulla } = world.people;
  const org = await saga.found('Växthuset');
  for (const one of [ulla, tage]) await saga.relate(org.id, one, 'MEMBER');
  await tage.say(org.general, 'Köp mina billiga fröer');

  const reads = await browserOf(browser, ulla);
  const chat = new Chat(reads);
  await reads.goto(`/konversation/${org.ws}/${org.general}`);
  await chat.menu('Köp mina billiga fröer', 'Rapportera');
  const dialog = reads.getByRole('dialog', { name: 'Rapportera meddelandet' });
  await dialog.getByLabel('Varför?').fill('Säljer hela tiden');
  await dialog.getByRole('button', { name: 'Rapportera' }).click();
  await expect(reads.getByText('Tack, din rapport är skickad.')).toBeVisible();

  const his = await browserOf(browser, tage);
  await his.goto(`/konversation/${org.ws}/${org.general}`);
  await expect(new Chat(his).row('Köp mina billiga fröer')).toBeVisible();

  const leads = await browserOf(browser, saga);
  await leads.goto(`/moderering/${org.slug}`);
  const one = leads.getByRole('article', { name: `Meddelande av ${tage.displayName}` });
  await one.getByRole('button', { name: /^Stäng av/ }).click();
  await confirmed(leads, 'Stäng av?', 'Stäng av');
  await expect(leads.getByText('Beslutet är fattat')).toBeVisible();
  await leads.getByRole('link', { name: 'Logg' }).click();
  await expect(leads.getByRole('list', { name: 'Logg' })).toContainText(
    `${saga.displayName} stängde av ${tage.displayName} för ett meddelande`,
  );

  // He is out as he looks, and neither finds the channel nor comes back as a follower.
  await expect(new Chat(his).row('Köp mina billiga fröer')).toHaveCount(0);
  expect((await tage.ask('GET', `/api/v1/chat/channels/${org.general}/messages`)).status).toBe(403);
  expect((await tage.ask('POST', `/api/v1/entities/${org.id}/follow`)).status).toBe(403);
  await close(reads, his, leads);
});
