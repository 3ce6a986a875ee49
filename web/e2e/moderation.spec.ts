/** What people report, what moderators do about it, and what one can say against that (contract §6). */

import type { Page } from '@playwright/test';
import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, narrow, phone, test } from './harness/test.ts';

async function report(page: Page, title: string, reason: string) {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Varför?').fill(reason);
  await dialog.getByRole('button', { name: 'Rapportera' }).click();
  await expect(page.getByText('Tack, din rapport är skickad.')).toBeVisible();
}

const item = (page: Page, name: string) => page.getByRole('article', { name });

test('what is reported is decided, both are told, and the author is heard', async ({
  browser,
  world,
}) => {
  const { hedda, ivar, jonna, sixten } = world.people;
  const org = await hedda.found('Skolrådet');
  for (const one of [ivar, jonna]) await hedda.relate(org.id, one, 'MEMBER');
  await hedda.relate(org.id, sixten, 'ADMINISTRATOR');
  await ivar.say(org.general, 'Du kan inget');

  // Somebody reports it, from the message's menu.
  const reads = await browserOf(browser, jonna);
  const chat = new Chat(reads);
  await reads.goto(`/konversation/${org.ws}/${org.general}`);
  await chat.menu('Du kan inget', 'Rapportera');
  const dialog = reads.getByRole('dialog', { name: 'Rapportera meddelandet' });
  await dialog.getByRole('button', { name: 'Rapportera' }).click();
  await expect(dialog.getByText('Skriv varför du rapporterar.')).toBeVisible();
  await flawless(reads, 'reporting a message');
  await report(reads, 'Rapportera meddelandet', 'Elakt mot en kamrat');

  // Who moderates sees that something waits, what, and why.
  const leads = await browserOf(browser, hedda, { viewport: { width: 1280, height: 800 } });
  await leads.goto(`/${org.slug}`);
  await leads.getByRole('link', { name: 'Moderering, 1 väntar' }).click();
  await expect(leads.getByRole('heading', { level: 1 })).toHaveText('Moderering – Skolrådet');
  const one = item(leads, `Meddelande av ${ivar.displayName}`);
  await expect(one).toContainText('Du kan inget');
  await expect(one).toContainText('Elakt mot en kamrat');
  await expect(one).toContainText(jonna.displayName);
  await flawless(leads, 'the queue');

  // Two decide at once: the second is told what the first has decided.
  const second = await browserOf(browser, sixten, phone);
  await second.goto(`/moderering/${org.slug}`);
  await narrow(second);
  await flawless(second, 'the queue on a phone');
  await item(second, `Meddelande av ${ivar.displayName}`)
    .getByRole('button', { name: /^Lämna utan åtgärd/ })
    .tap();
  const slower = second.getByRole('dialog', { name: 'Lämna utan åtgärd?' });
  await expect(slower.getByLabel('Anteckning (frivillig)')).toBeVisible();

  // By keys alone.
  await one.getByRole('button', { name: /^Ta bort/ }).focus();
  await leads.keyboard.press('Enter');
  await leads.getByLabel('Anteckning (frivillig)').fill('Mot våra regler');
  await flawless(leads, 'deciding');
  await leads.keyboard.press('Tab');
  await leads.keyboard.press('Tab');
  await leads.keyboard.press('Enter');
  await expect(leads.getByText('Beslutet är fattat')).toBeVisible();
  await expect(leads.getByText('Inget väntar')).toBeVisible();

  await slower.getByRole('button', { name: 'Lämna utan åtgärd' }).tap();
  await expect(
    slower.getByText(`Någon annan har redan avgjort ärendet: borttaget av ${hedda.displayName}.`),
  ).toBeVisible();
  await slower.getByRole('button', { name: 'Stäng' }).last().tap();
  await expect(second.getByText('Inget väntar')).toBeVisible();

  // It is done, and it stands in the log.
  await expect(chat.messages.getByText('Du kan inget')).toHaveCount(0);
  await leads.getByRole('link', { name: 'Avgjorda' }).click();
  await expect(one).toContainText(`Borttaget, av ${hedda.displayName}`);
  await leads.getByRole('link', { name: 'Logg' }).click();
  await expect(leads.getByRole('list', { name: 'Logg' })).toContainText(
    `${hedda.displayName} tog bort ett meddelande av ${ivar.displayName}`,
  );
  await expect(leads.getByRole('list', { name: 'Logg' })).toContainText('Mot våra regler');
  const csv = await leads.getByRole('link', { name: 'Hämta som CSV' }).getAttribute('href');
  const table = await leads.request.get(csv ?? '');
  expect(await table.text()).toContain('Mot våra regler');
  await flawless(leads, 'the log');

  // Who reported is told; who wrote it is, and says why it is wrong.
  await chat.bell.click();
  await expect(reads.getByText('Din rapport har behandlats')).toBeVisible();
  const writes = await browserOf(browser, ivar, { ...phone, colorScheme: 'dark' });
  await writes.goto('/notifications');
  await writes.getByText('Ditt meddelande har tagits bort av en moderator').tap();
  await expect(
    writes.getByRole('heading', { name: 'Ett beslut om något du skrivit' }),
  ).toBeVisible();
  await expect(writes.getByText('Det har tagits bort.')).toBeVisible();
  await writes.getByRole('button', { name: 'Begär ny prövning' }).tap();
  await expect(writes.getByText('Skriv varför beslutet är fel.')).toBeVisible();
  await writes.getByLabel('Varför är beslutet fel?').fill('Det var ett citat ur pjäsen');
  await narrow(writes);
  await flawless(writes, 'asking for another look, dark, on a phone');
  await writes.getByRole('button', { name: 'Begär ny prövning' }).tap();
  await expect(writes.getByText('Din begäran är skickad')).toBeVisible();
  await expect(writes.getByText('Ärendet väntar på ett nytt beslut.')).toBeVisible();
  await expect(writes.getByRole('button', { name: 'Begär ny prövning' })).toHaveCount(0);
  await leads.goto(`/moderering/${org.slug}`);
  await expect(one).toContainText(`${ivar.displayName} begär ny prövning`);
  await expect(one).toContainText('Det var ett citat ur pjäsen');
  await close(reads, leads, second, writes);
});

test('who does not moderate finds no queue, and no case that is another’s', async ({
  browser,
  world,
}) => {
  const { hedda, jonna, folke } = world.people;
  const org = await hedda.found('Styrelsen');
  await hedda.relate(org.id, jonna, 'MEMBER');
  for (const one of [jonna, folke]) {
    const page = await browserOf(browser, one);
    await page.goto(`/moderering/${org.slug}`);
    await expect(page.getByRole('heading', { name: 'Du modererar inte här' })).toBeVisible();
    await page.goto('/moderering/finns-inte-alls');
    await expect(page.getByRole('heading', { name: 'Sidan finns inte' })).toBeVisible();
    await page.goto('/moderering/arende/123456');
    await expect(page.getByRole('heading', { name: 'Ärendet finns inte' })).toBeVisible();
    await flawless(page, 'a case that is not mine');
    await close(page);
  }
  const context = await browser.newContext({ baseURL: world.server.url });
  const anybody = await context.newPage();
  await anybody.goto(`/moderering/${org.slug}`);
  await expect(anybody).toHaveURL(/\/login/);
  await context.close();
});

test('posts, comments and people are reported from their menus; what waits stands beside', async ({
  browser,
  world,
}) => {
  const { hedda, ivar, jonna } = world.people;
  const org = await hedda.found('Grannarna');
  for (const one of [ivar, jonna]) await hedda.relate(org.id, one, 'MEMBER');
  const { uuid } = await hedda.post('Bara för medlemmar', {
    audience: 'ENTITY_MEMBERS',
    idEntity: org.id,
  });
  await ivar.comment(uuid, 'Köp min cykel');
  const page = await browserOf(browser, jonna, phone);
  await page.goto(`/inlagg/${uuid}`);
  await page.getByRole('button', { name: /^Fler val för inlägget/ }).tap();
  await page.getByRole('button', { name: 'Rapportera' }).tap();
  await narrow(page);
  await flawless(page, 'reporting on a phone');
  await report(page, 'Rapportera inlägget', 'Fel information');
  await page.getByRole('button', { name: `Fler val för kommentaren av ${ivar.displayName}` }).tap();
  await page.getByRole('button', { name: 'Rapportera' }).tap();
  await report(page, 'Rapportera kommentaren', 'Reklam');
  await page.getByRole('article').getByText(ivar.displayName).first().tap();
  const card = page.getByRole('dialog').filter({ hasText: `@${ivar.userName}` });
  await card.getByRole('button', { name: 'Rapportera' }).tap();
  await report(page, 'Rapportera personen', 'Skickar reklam till alla');

  // What waits in a moderated channel stands in the same list.
  const { data: channel } = await hedda.call<{ data: { id: number } }>(
    'POST',
    `/api/v1/chat/workspaces/${org.ws}/channels`,
    { name: 'anslag', displayName: 'Anslag', requireModeration: true, autoApproveMembers: false },
  );
  for (const text of ['Första anslaget', 'Andra anslaget']) await ivar.say(channel.id, text);
  const leads = await browserOf(browser, hedda, { colorScheme: 'dark' });
  await leads.goto(`/moderering/${org.slug}`);
  const queue = leads.getByRole('list', { name: 'Öppna ärenden' });
  await expect(queue.getByRole('article')).toHaveCount(4);
  await flawless(leads, 'the queue, dark');
  const waiting = (text: string) => queue.getByRole('article').filter({ hasText: text });
  await waiting('Första anslaget')
    .getByRole('button', { name: /^Godkänn/ })
    .click();
  await expect(waiting('Första anslaget')).toHaveCount(0);
  await waiting('Andra anslaget')
    .getByRole('button', { name: /^Avvisa/ })
    .click();
  await leads.getByLabel('Skäl (frivilligt)').fill('Kom inte hit med det');
  await leads.getByRole('dialog').getByRole('button', { name: 'Avvisa' }).click();
  await expect(waiting('Andra anslaget')).toHaveCount(0);
  await waiting('Köp min cykel').getByRole('button', { name: /^Dölj/ }).click();
  await leads.getByRole('dialog').getByRole('button', { name: 'Dölj' }).click();
  await expect(waiting('Köp min cykel')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Köp min cykel')).toHaveCount(0);
  await waiting('Bara för medlemmar')
    .getByRole('button', { name: /^Lämna utan åtgärd/ })
    .click();
  await leads.getByRole('dialog').getByRole('button', { name: 'Lämna utan åtgärd' }).click();
  await expect(leads.getByText('Inget väntar')).toBeVisible();
  await close(page, leads);
});
