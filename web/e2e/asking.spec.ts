/** What messages ask of their readers, and what people say of themselves (contract 3.3, 3.7, 3.8), between two browsers. */

import type { Page } from '@playwright/test';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, Chat, close, expect, narrow, phone, standing, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 800 } };

test('a moderator announces, others confirm, and those who have not are reminded', async ({
  browser,
  world,
}) => {
  const { hedda, ivar, jonna } = world.people;
  const org = await hedda.found('Brandvärnet');
  for (const each of [ivar, jonna]) await hedda.relate(org.id, each, 'MEMBER');
  const address = `/konversation/${org.ws}/${org.general}`;
  const page = await browserOf(browser, hedda, desk);
  const his = await browserOf(browser, ivar, phone);
  const [chat, onPhone] = [new Chat(page), new Chat(his)];
  await page.goto(address);
  await his.goto(address);

  // Nobody but a moderator may.
  await his.getByRole('button', { name: 'Lägg till' }).tap();
  const hisMenu = his.getByRole('dialog', { name: 'Lägg till' });
  await expect(hisMenu.getByRole('button', { name: 'Omröstning' })).toBeVisible();
  await expect(hisMenu.getByRole('button', { name: 'Viktigt' })).toHaveCount(0);
  await his.keyboard.press('Escape');

  // By the keyboard alone.
  const more = page.getByRole('button', { name: 'Lägg till' });
  for (const choice of [/^Viktigt/, /^Begär bekräftelse/]) {
    await more.focus();
    await page.keyboard.press('Enter');
    const item = page
      .getByRole('dialog', { name: 'Lägg till' })
      .getByRole('button', { name: choice });
    await expect(item).toHaveAttribute('aria-pressed', 'false');
    await item.press('Enter');
  }
  await expect(page.getByText('Viktigt · Begär bekräftelse')).toBeVisible();
  await more.click();
  await flawlessInBoth(page, 'what can be sent');
  await page.keyboard.press('Escape');
  await chat.say('Utrymning klockan tio');
  await expect(page.getByText('Viktigt · Begär bekräftelse')).toHaveCount(0);
  const mine = chat.row('Utrymning klockan tio');
  await expect(mine).toContainText('Viktigt');
  const count = mine.getByRole('button', { name: /har bekräftat/ });
  await expect(count).toHaveText('0 av 2 har bekräftat');
  await expect(mine.getByRole('button', { name: 'Bekräfta', exact: true })).toHaveCount(0);

  const theirs = onPhone.row('Utrymning klockan tio');
  await expect(theirs).toContainText('Viktigt');
  await flawlessInBoth(his, 'an announcement on a phone');
  await narrow(his);
  await theirs.getByRole('button', { name: 'Bekräfta', exact: true }).tap();
  await expect(theirs).toContainText('Du har bekräftat');
  await expect(theirs).toContainText('1 har bekräftat');
  // Live, without a reload.
  await expect(count).toHaveText('1 av 2 har bekräftat');
  await his.reload();
  await expect(theirs).toContainText('Du har bekräftat');

  await count.click();
  const receipts = page.getByRole('dialog', { name: 'Bekräftelser' });
  await expect(receipts.getByRole('list', { name: 'Har bekräftat', exact: true })).toContainText(
    'ivar',
  );
  await expect(receipts.getByRole('list', { name: 'Har inte bekräftat' })).toContainText('jonna');
  await expect(receipts.getByRole('list', { name: 'Har läst men inte bekräftat' })).toHaveCount(0);
  await flawlessInBoth(page, 'receipts');
  await receipts.getByRole('button', { name: 'Påminn de som inte svarat' }).click();
  await expect(receipts.getByText('1 person påminns')).toBeVisible();
  // Once an hour.
  await receipts.getByRole('button', { name: 'Påminn de som inte svarat' }).click();
  await expect(receipts.getByRole('alert')).toBeVisible();
  // It is followed while it is open.
  const { data } = await jonna.page(org.general);
  const asked = data.find(({ content }) => content.startsWith('Utrymning'));
  await jonna.call('POST', `/api/v1/chat/messages/${asked?.id}/ack`);
  await expect(receipts).toContainText('2 av 2 har bekräftat');
  await expect(receipts.getByRole('button', { name: 'Påminn de som inte svarat' })).toHaveCount(0);
  await close(page, his);
});

test('a poll is made, voted in from two browsers, and seen live', async ({ browser, world }) => {
  const { hedda, ivar } = world.people;
  const org = await hedda.found('Filmstudion');
  await hedda.relate(org.id, ivar, 'MEMBER');
  const address = `/konversation/${org.ws}/${org.general}`;
  const page = await browserOf(browser, hedda, desk);
  const his = await browserOf(browser, ivar, phone);
  const [chat, onPhone] = [new Chat(page), new Chat(his)];
  await page.goto(address);
  await his.goto(address);

  await chat.composer.fill('/omröstning Vilken film?');
  await chat.composer.press('Enter');
  const form = page.getByRole('dialog', { name: 'Ny omröstning' });
  await expect(form.getByLabel('Fråga')).toHaveValue('Vilken film?');
  await expect(chat.composer).toHaveValue('');
  await form.getByRole('button', { name: 'Skicka omröstningen' }).click();
  await expect(form.getByText('Skriv minst två alternativ.')).toBeVisible();
  await form.getByLabel('Alternativ 1', { exact: true }).fill('Persona');
  await form.getByLabel('Alternativ 2', { exact: true }).fill('Fanny och Alexander');
  await form.getByRole('button', { name: 'Lägg till alternativ' }).click();
  await expect(form.getByLabel('Alternativ 3', { exact: true })).toBeFocused();
  await page.keyboard.type('Tystnaden');
  await flawlessInBoth(page, 'making a poll');
  await form.getByRole('button', { name: 'Skicka omröstningen' }).click();
  await expect(form).toHaveCount(0);

  const poll = (of: Chat) => of.messages.getByRole('group', { name: 'Vilken film?' });
  const option = (of: Chat, name: string) => poll(of).getByRole('button', { name });
  await option(onPhone, 'Persona').tap();
  await expect(option(onPhone, 'Persona')).toHaveAttribute('aria-pressed', 'true');
  await expect(option(chat, 'Persona')).toContainText('1 röst · 100 %');
  await option(chat, 'Tystnaden').press('Enter');
  await expect(option(onPhone, 'Tystnaden')).toContainText('1 röst · 50 %');
  // In place of what was chosen before.
  await option(onPhone, 'Tystnaden').tap();
  await expect(option(chat, 'Tystnaden')).toContainText('2 röster · 100 %');
  await expect(option(chat, 'Persona')).toContainText('0 röster');
  await expect(poll(chat)).toContainText('2 har röstat');
  await narrow(his);
  await flawlessInBoth(his, 'a poll on a phone');
  await flawlessInBoth(page, 'a poll');
  await poll(chat).getByRole('button', { name: 'Visa vem som röstat' }).click();
  const who = page.getByRole('dialog', { name: 'Vem som röstat' });
  await expect(who.getByRole('list', { name: 'Tystnaden' }).getByRole('listitem')).toHaveCount(2);
  await flawless(page, 'who voted');
  await page.keyboard.press('Escape');
  // Chosen again it is taken back.
  await option(chat, 'Tystnaden').click();
  await expect(option(onPhone, 'Tystnaden')).toContainText('1 röst · 100 %');

  // Anonymous: nobody is named, and my own choice is there after a reload.
  await ivar.call('POST', `/api/v1/chat/channels/${org.general}/messages`, {
    poll: { question: 'Vem blir ordförande?', options: ['Ada', 'Bo'], anonymous: true },
  });
  const secret = chat.messages.getByRole('group', { name: 'Vem blir ordförande?' });
  await secret.getByRole('button', { name: 'Bo' }).click();
  await expect(secret.getByRole('button', { name: 'Bo' })).toHaveAttribute('aria-pressed', 'true');
  await expect(secret).toContainText('Anonym');
  await expect(secret.getByRole('button', { name: 'Visa vem som röstat' })).toHaveCount(0);
  await page.reload();
  await expect(secret.getByRole('button', { name: 'Bo' })).toHaveAttribute('aria-pressed', 'true');
  await close(page, his);
});

test('who can when is asked, answered from a phone, and becomes an event', async ({
  browser,
  world,
}) => {
  const { hedda, ivar } = world.people;
  const org = await hedda.found('Syföreningen');
  await hedda.relate(org.id, ivar, 'MEMBER');
  const calendar = { name: 'Träffar', visibility: 'RESTRICTED', idEntity: org.id };
  await hedda.call('POST', '/api/v1/calendars', calendar);
  const address = `/konversation/${org.ws}/${org.general}`;
  const page = await browserOf(browser, hedda, desk);
  const his = await browserOf(browser, ivar, phone);
  const [chat, onPhone] = [new Chat(page), new Chat(his)];
  await page.goto(address);
  await his.goto(address);

  const year = new Date().getFullYear() + 1;
  await chat.composer.fill('/vemkan Symöte');
  await chat.composer.press('Enter');
  const form = page.getByRole('dialog', { name: 'Vem kan när?' });
  await expect(form.getByLabel('Fråga')).toHaveValue('Symöte');
  const time = (n: number) => form.getByRole('group', { name: `Tid ${n}`, exact: true });
  await time(1).getByLabel('Datum').fill(`${year}-02-16`);
  await time(1).getByLabel('Klockslag').fill('18:30');
  await form.getByRole('button', { name: 'Skicka omröstningen' }).click();
  await expect(form.getByText('Ge minst två tider.')).toBeVisible();
  await time(2).getByLabel('Datum').fill(`${year}-02-15`);
  await time(2).getByLabel('Klockslag').fill('17:00');
  await form.getByLabel('Hur länge').selectOption('1,5 timmar');
  await flawlessInBoth(page, 'asking who can when');
  await form.getByRole('button', { name: 'Skicka omröstningen' }).click();
  await expect(form).toHaveCount(0);

  // In the order of time, whichever was written first.
  const poll = (of: Chat) => of.messages.getByRole('group', { name: 'Symöte' });
  await expect(poll(onPhone)).toContainText('Välj alla tider då du kan');
  const options = poll(onPhone).locator('[aria-pressed]');
  await expect(options).toHaveCount(2);
  await expect(options.nth(0)).toContainText('15 feb');
  await expect(options.nth(0)).toContainText('17:00–18:30');
  await expect(options.nth(1)).toContainText('18:30–20:00');
  await options.nth(1).tap();
  await expect(poll(chat).locator('[aria-pressed]').nth(1)).toContainText('1 röst · 100 %');
  await narrow(his);
  await flawlessInBoth(his, 'who can when on a phone');

  // The one that suits most is what becomes an event.
  await poll(chat).getByRole('button', { name: 'Gör till händelse' }).click();
  const making = page.getByRole('dialog', { name: 'Gör till händelse' });
  await expect(making.getByLabel('Titel')).toHaveValue('Symöte');
  await expect(making.getByLabel('Börjar')).toHaveValue(`${year}-02-16`);
  await expect(making.getByLabel('Starttid')).toHaveValue('18:30');
  await expect(making.getByLabel('Sluttid')).toHaveValue('20:00');
  await making.getByRole('button', { name: 'Spara och dela' }).click();
  await expect(making).toHaveCount(0);
  const card = onPhone.messages.getByRole('article', { name: 'Händelse' });
  await expect(card.getByRole('link', { name: 'Symöte' })).toBeVisible();
  await close(page, his);
});

test('a thread with something unread stands in the list of threads, is answered there and read', async ({
  browser,
  world,
}) => {
  const { hedda, ivar } = world.people;
  const org = await hedda.found('Trädgårdslaget');
  await hedda.relate(org.id, ivar, 'MEMBER');
  const first = await hedda.say(org.general, 'Vem vattnar i juli?');
  const page = await browserOf(browser, hedda, desk);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  const chat = new Chat(page);
  const link = chat.channels.getByRole('link', { name: /^Trådar/ });
  await expect(link).toBeVisible();
  const before = await link.textContent();
  await ivar.say(org.general, 'Jag kan första veckan', { parentMessageId: first.id });
  // Live; or, said between what the page asked for and its connection, with the second look half a minute later.
  await expect(link).not.toHaveText(before ?? '', { timeout: 45_000 });
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/konversation/${org.ws}/tradar$`));
  const list = page.getByRole('list', { name: 'Trådar' });
  const card = list.getByRole('listitem').filter({ hasText: 'Vem vattnar i juli?' });
  await expect(card).toContainText('Jag kan första veckan');
  await flawlessInBoth(page, 'the list of threads');
  await ivar.say(org.general, 'Och kanske den andra', { parentMessageId: first.id });
  await expect(card).toContainText('Och kanske den andra');
  await card.getByRole('button', { name: 'Markera som läst' }).click();
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'Alla', exact: true }).click();
  await card.getByRole('textbox').fill('Tack, jag tar resten');
  await card.getByRole('textbox').press('Enter');
  await expect(card.getByText('Tack, jag tar resten')).toBeVisible();
  await expect
    .poll(async () => (await ivar.thread(first.id)).replies.at(-1)?.content)
    .toBe('Tack, jag tar resten');
  await card.getByRole('link', { name: 'Öppna tråden' }).click();
  await expect(chat.inThread('Tack, jag tar resten')).toBeVisible();

  // On a phone, and read by opening it.
  await ivar.say(org.general, 'Då säger vi så', { parentMessageId: first.id });
  const hers = await browserOf(browser, hedda, phone);
  await hers.goto(`/konversation/${org.ws}/tradar`);
  await hers.getByRole('button', { name: 'Alla', exact: true }).tap();
  await expect(hers.getByText('Då säger vi så')).toBeVisible();
  await narrow(hers);
  await flawlessInBoth(hers, 'threads on a phone');
  await close(page, hers);
});

test('what somebody says of themselves is seen by the others, live', async ({ browser, world }) => {
  const { hedda, ivar } = world.people;
  const org = await hedda.found('Hembygdsgården');
  await hedda.relate(org.id, ivar, 'MEMBER');
  await hedda.say(org.general, 'Nyckeln hänger i boden');
  const talk = await hedda.talk([ivar]);
  await hedda.say(talk.id, 'Hej Ivar');
  const hers = await browserOf(browser, hedda, phone);
  const his = await browserOf(browser, ivar, desk);
  const theirs = new Chat(his);
  await his.goto(`/konversation/${org.ws}/${org.general}`);
  await expect(theirs.row('Nyckeln hänger i boden')).toBeVisible();
  await hers.goto('/start');
  await hers.getByRole('button', { name: /^Öppna meny/ }).tap();
  await hers.getByRole('button', { name: 'Sätt status' }).tap();
  const dialog = hers.getByRole('dialog', { name: 'Din status' });
  await dialog.getByRole('button', { name: 'På lunch' }).tap();
  await expect(dialog.getByLabel('Vad gör du?')).toHaveValue('På lunch');
  await dialog.getByRole('radio', { name: '1 h' }).check();
  await narrow(hers);
  await flawlessInBoth(hers, 'saying something of oneself');
  await dialog.getByRole('button', { name: 'Spara' }).tap();
  await expect(hers.getByText('Din status är sparad')).toBeVisible();
  const held = await hedda.call<{ status: { text: string; until: string } }>('GET', '/api/v1/me');
  expect(held.status.text).toBe('På lunch');
  expect(Math.abs(Date.parse(held.status.until) - Date.now() - 3_600_000)).toBeLessThan(60_000);

  await expect(theirs.row('Nyckeln hänger i boden')).toContainText('Status: 🍽️ På lunch');
  await his.getByRole('link', { name: 'Om kanalen' }).click();
  await expect(his.getByRole('region', { name: 'Om kanalen' })).toContainText('🍽️ På lunch');
  await theirs.row('Nyckeln hänger i boden').getByRole('button', { name: /hedda/ }).click();
  await expect(his.getByRole('dialog', { name: /hedda/ })).toContainText('🍽️ På lunch');
  await his.keyboard.press('Escape');
  await his.goto(`/messages/${talk.id}`);
  await expect(his.getByRole('region', { name: /hedda/ })).toContainText('🍽️ På lunch');
  await expect(his.getByRole('link', { name: /hedda/ }).first()).toContainText('På lunch');
  await flawless(his, 'a status beside names');

  // By a command, and gone again.
  const my = await browserOf(browser, hedda, desk);
  const mine = new Chat(my);
  await my.goto(`/konversation/${org.ws}/${org.general}`);
  await his.goto(`/konversation/${org.ws}/${org.general}`);
  await mine.composer.fill('/status 🏠 Hemma');
  await mine.composer.press('Enter');
  await expect(theirs.row('Nyckeln hänger i boden')).toContainText('Status: 🏠 Hemma');
  await mine.composer.fill('/statu');
  await expect(my.getByRole('option', { name: /\/status/ })).toBeVisible();
  await flawless(my, 'commands');
  await mine.composer.fill('/finnsinte hej');
  await mine.composer.press('Enter');
  await expect(my.getByRole('alert')).toContainText('Kommandot /finnsinte finns inte');
  await expect(mine.composer).toHaveValue('/finnsinte hej');
  const { data } = await hedda.page(org.general);
  expect(data.map(({ content }) => content)).toEqual(['Nyckeln hänger i boden']);
  await mine.composer.fill('/status');
  await mine.composer.press('Enter');
  await my
    .getByRole('dialog', { name: 'Din status' })
    .getByRole('button', { name: 'Ta bort status' })
    .click();
  await expect(theirs.row('Nyckeln hänger i boden')).not.toContainText('Status:');

  // Left alone: by a command, and hours in the settings.
  await mine.composer.fill('/tyst 1 h');
  await mine.composer.press('Enter');
  await expect(my.getByText(/^Stör ej till i (dag|morgon) \d\d:\d\d$/)).toBeVisible();
  await my.goto('/settings#quiet');
  const quiet = my.locator('#quiet');
  await expect(quiet).toContainText(/Stör ej till i (dag|morgon)/);
  await quiet.getByLabel('Måndag').check();
  await quiet.getByLabel('Från').fill('25');
  await quiet.getByRole('button', { name: 'Spara tider' }).click();
  await expect(quiet.getByText('Skriv tiden som tt:mm')).toBeVisible();
  // It scrolls there a frame later: what is clicked before then lies elsewhere.
  await expect(quiet.getByLabel('Från')).toBeFocused();
  await quiet.getByLabel('Från').fill('21:30');
  await quiet.getByRole('button', { name: 'Spara tider' }).click();
  await expect(my.getByText('Tiderna är sparade')).toBeVisible();
  await flawlessInBoth(my, 'quiet hours');
  await quiet.getByRole('button', { name: 'Stäng av' }).click();
  await expect(quiet).toContainText('Du tar emot notiser nu.');
  const after = await hedda.call<{ quiet: object }>('GET', '/api/v1/me');
  expect(after.quiet).toEqual({ days: [1], from: '21:30', to: '07:00', until: null });
  await hedda.call('PUT', '/api/v1/me/quiet', { days: [], from: '20:00', to: '07:00' });
  await close(hers, his, my);
});

test('a message is sent on as a quote with a way back, and calls nobody', async ({
  browser,
  world,
}) => {
  const { hedda, ivar } = world.people;
  const org = await hedda.found('Orkesterföreningen');
  await hedda.relate(org.id, ivar, 'MEMBER');
  const scores = await hedda.open(org.ws, { name: 'noterna', displayName: 'Noterna' });
  const said = await ivar.say(org.general, `Genrep på tisdag @${hedda.userName}`);
  const talk = await hedda.talk([ivar]);
  const page = await browserOf(browser, hedda, desk);
  const chat = new Chat(page);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await chat.menu('Genrep på tisdag', 'Vidarebefordra …');
  const dialog = page.getByRole('dialog', { name: 'Vidarebefordra meddelandet' });
  await dialog.getByRole('button', { name: 'Vidarebefordra', exact: true }).click();
  await expect(dialog.getByText('Välj vart meddelandet ska.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Till' }).fill('noter');
  await dialog.getByRole('option', { name: /#Noterna/ }).click();
  await dialog.getByLabel('Kommentar (valfritt)').fill('Till alla som saknar noter');
  await flawlessInBoth(page, 'sending on');
  await dialog.getByRole('button', { name: 'Vidarebefordra', exact: true }).click();
  await expect(page.getByText('Vidarebefordrat till #Noterna')).toBeVisible();
  await chat.open('Noterna');
  const sent = chat.row('Till alla som saknar noter');
  await expect(sent.getByRole('blockquote')).toContainText('ivar Test:');
  const [stored] = (await hedda.page(scores.id)).data;
  expect(stored?.mentions).toEqual([]);
  await expect(sent.getByRole('link', { name: 'Visa i sammanhang' })).toHaveAttribute(
    'href',
    new RegExp(`/konversation/${org.ws}/${org.general}\\?message=${said.id}$`),
  );
  await close(page);

  // On a phone, to a conversation.
  const hers = await browserOf(browser, hedda, phone);
  await hers.goto(`/konversation/${org.ws}/${org.general}?message=${said.id}`);
  const row = new Chat(hers).row('Genrep på tisdag');
  await expect(row).toBeVisible();
  // A long press.
  const box = await standing(row);
  const touches = await hers.context().newCDPSession(hers);
  const at = { x: box.x + 120, y: box.y + box.height / 2 };
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await expect(hers.getByRole('dialog')).toBeVisible();
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await hers.getByRole('dialog').getByRole('button', { name: 'Vidarebefordra …' }).tap();
  await dialogOf(hers).getByRole('combobox', { name: 'Till' }).fill('ivar');
  await dialogOf(hers).getByRole('option', { name: /ivar/ }).first().tap();
  await narrow(hers);
  await flawless(hers, 'sending on, on a phone');
  await dialogOf(hers).getByRole('button', { name: 'Vidarebefordra', exact: true }).tap();
  await expect
    .poll(async () => (await ivar.page(talk.id)).data.at(-1)?.content)
    .toContain('Genrep på tisdag');
  await close(hers);
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Vidarebefordra meddelandet' });
