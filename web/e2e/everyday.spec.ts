/** Everyday things of the chat (contract 3.8): what one marks, pins and keeps, and how one finds the way among channels. */

import type { Person } from '../live/harness/person.ts';
import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, longPress, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 800 } };

const kept = (person: Person) =>
  person.call<{ data: { content: { message: { id: number }; remindAt?: string }[] } }>(
    'GET',
    '/api/v1/chat/saved',
  );

test('a message is marked unread, pinned and kept, and one sees who reacted', async ({
  browser,
  world,
}) => {
  const { viola, bertil } = world.people;
  const org = await viola.found('Körsbärskören');
  await viola.relate(org.id, bertil, 'MEMBER');
  await viola.call('POST', `/api/v1/chat/workspaces/${org.ws}/channels`, {
    name: 'noter',
    displayName: 'Noter',
  });
  for (const text of ['Vi ses på torsdag', 'Ta med pärmen', 'Fika ordnar jag'])
    await bertil.say(org.general, text);
  const page = await browserOf(browser, viola, desk);
  const hers = await browserOf(browser, viola, phone);
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
  await chat.menu('Vi ses på torsdag', 'Fäst meddelandet');
  await expect(theirs.row('Vi ses på torsdag')).toContainText('Fäst meddelande');
  await his.getByRole('link', { name: 'Fästa meddelanden' }).click();
  const pins = his.getByRole('region', { name: 'Fästa meddelanden' });
  await expect(pins.getByRole('listitem')).toHaveText([/Vi ses på torsdag/]);
  await expect(pins.getByRole('button', { name: 'Lossa meddelandet' })).toHaveCount(0);
  await flawless(his, 'pins');
  await general(onPhone).tap();
  await hers.getByRole('link', { name: 'Om kanalen' }).tap();
  await hers.getByRole('link', { name: 'Fästa meddelanden' }).tap();
  const onHers = hers.getByRole('region', { name: 'Fästa meddelanden' });
  await narrow(hers);
  await flawless(hers, 'pins on a phone');
  await onHers.getByRole('button', { name: 'Lossa meddelandet' }).tap();
  for (const [each, region] of [
    [his, pins],
    [hers, onHers],
  ] as const) {
    await expect(region.getByText('Inget är fäst här'), each.url()).toBeVisible();
  }
  await expect(chat.row('Vi ses på torsdag')).not.toContainText('Fäst meddelande');

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
  await expect.poll(async () => (await kept(viola)).data.content).toHaveLength(1);
  const [one] = (await kept(viola)).data.content;
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
  await expect.poll(async () => (await kept(viola)).data.content).toHaveLength(0);

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

test('one arranges the list of channels, goes to what is unread, and reads it all', async ({
  browser,
  world,
}) => {
  const { cecilia, david } = world.people;
  const org = await cecilia.found('Båtklubben');
  await cecilia.relate(org.id, david, 'MEMBER');
  const [bryggan, vinter, segling] = await Promise.all(
    [
      ['bryggan', 'Bryggan'],
      ['vinter', 'Vinterförvaring'],
      ['segling', 'Segling'],
    ].map(([name = '', displayName = '']) => cecilia.open(org.ws, { name, displayName })),
  );
  const page = await browserOf(browser, cecilia, desk);
  const hers = await browserOf(browser, cecilia, phone);
  const [chat, onPhone] = [new Chat(page), new Chat(hers)];
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await hers.goto(`/konversation/${org.ws}`);
  const part = (of: Chat, name: string) => of.channels.getByRole('region', { name, exact: true });
  const names = (of: Chat, name: string) => part(of, name).getByRole('link');
  await expect(names(onPhone, 'Kanaler')).toHaveText([
    'Allmänt',
    'Bryggan',
    'Segling',
    'Vinterförvaring',
  ]);

  // By the keyboard: a favourite, which the phone has at once.
  await names(chat, 'Kanaler').filter({ hasText: 'Vinterförvaring' }).focus();
  await page.keyboard.press('Shift+F10');
  const choices = page.getByRole('dialog', { name: 'Val för Vinterförvaring' });
  await expect(choices.getByRole('button', { name: 'Lägg till i favoriter' })).toBeFocused();
  await flawless(page, 'the menu of a channel');
  await page.keyboard.press('Enter');
  await expect(names(chat, 'Favoriter')).toHaveText(['Vinterförvaring']);
  await expect(names(chat, 'Favoriter')).toBeFocused();
  await expect(names(onPhone, 'Favoriter')).toHaveText(['Vinterförvaring']);

  // A group of one's own, made with a channel in it; another joins it and is moved up.
  await part(chat, 'Kanaler').getByRole('link', { name: 'Segling' }).click({ button: 'right' });
  await page.getByRole('button', { name: 'Flytta till ny grupp …' }).click();
  const naming = page.getByRole('dialog', { name: 'Ny grupp' });
  await flawless(page, 'naming a group');
  await naming.getByRole('button', { name: 'Skapa grupp' }).click();
  await expect(naming.getByText('Gruppen behöver ett namn.')).toBeVisible();
  await naming.getByLabel('Gruppens namn').fill('Sommar');
  await page.keyboard.press('Enter');
  await expect(names(chat, 'Sommar')).toHaveText(['Segling']);
  await longPress(
    hers,
    names(onPhone, 'Kanaler').filter({ hasText: 'Bryggan' }),
    hers.getByRole('dialog', { name: 'Val för Bryggan' }),
  );
  await narrow(hers);
  await hers.getByRole('button', { name: 'Flytta till Sommar' }).tap();
  await expect(names(chat, 'Sommar')).toHaveText(['Segling', 'Bryggan']);
  await names(chat, 'Sommar').filter({ hasText: 'Bryggan' }).focus();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect(names(chat, 'Sommar')).toHaveText(['Bryggan', 'Segling']);
  await expect(names(onPhone, 'Sommar')).toHaveText(['Bryggan', 'Segling']);
  await flawless(page, 'an arranged list');
  await flawless(hers, 'an arranged list on a phone');
  await narrow(hers);

  // Folded it shows only what one must not miss, and comes first in its part.
  await part(chat, 'Sommar').getByRole('button', { name: 'Sommar', exact: true }).click();
  await expect(names(chat, 'Sommar')).toHaveCount(0);
  await expect(names(onPhone, 'Sommar')).toHaveCount(0);
  await david.say(segling?.id ?? 0, 'Vem seglar i helgen?');
  await expect(names(chat, 'Sommar')).toHaveText([/^Segling/]);
  await part(chat, 'Sommar').getByRole('button', { name: 'Sommar', exact: true }).click();
  await expect(names(chat, 'Sommar')).toHaveText([/^Segling/, 'Bryggan']);

  // Alt+↓ leads from one unread channel to the next, also out of the field.
  await david.say(vinter?.id ?? 0, 'Hallen är full');
  await expect(names(chat, 'Favoriter')).toHaveText([/oläst/]);
  await chat.composer.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('heading', { level: 1, name: 'Segling' })).toBeVisible();
  // What one has seen is read after a moment.
  await expect(names(onPhone, 'Sommar').filter({ hasText: 'oläst' })).toHaveCount(0);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByRole('heading', { level: 1, name: 'Vinterförvaring' })).toBeVisible();
  await expect(names(onPhone, 'Favoriter')).not.toHaveText([/oläst/]);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText('Inget mer är oläst här')).toBeVisible();

  // Everything read, once one has said so.
  await david.say(bryggan?.id ?? 0, 'Bryggan läggs i på lördag');
  await expect(names(onPhone, 'Sommar').first()).toContainText('oläst');
  await hers.getByRole('button', { name: 'Val för listan' }).tap();
  await hers.getByRole('button', { name: 'Markera allt som läst …' }).tap();
  const sure = hers.getByRole('dialog', { name: 'Markera allt som läst?' });
  await flawless(hers, 'the question before all is read');
  await sure.getByRole('button', { name: 'Markera som läst' }).tap();
  await expect(names(onPhone, 'Sommar').first()).not.toContainText('oläst');
  await expect(names(chat, 'Sommar').filter({ hasText: 'Bryggan' })).not.toContainText('oläst');

  // The group goes; its channels stay.
  await page.getByRole('button', { name: 'Val för gruppen Sommar' }).click();
  await page.getByRole('button', { name: 'Ta bort gruppen …' }).click();
  await page.getByRole('button', { name: 'Ta bort gruppen', exact: true }).click();
  await expect(part(chat, 'Sommar')).toHaveCount(0);
  await expect(names(onPhone, 'Kanaler')).toHaveText(['Allmänt', 'Bryggan', 'Segling']);

  // What is kept stands above the channels, and leads back to where it was said.
  const said = (await david.page(bryggan?.id ?? 0)).data[0];
  await cecilia.call('PUT', `/api/v1/chat/saved/${said?.id}`, { remindAt: null });
  await hers.getByRole('link', { name: 'Sparade' }).tap();
  const saved = hers.getByRole('region', { name: 'Sparade' });
  await expect(saved.getByRole('listitem')).toHaveText([/Bryggan läggs i på lördag/]);
  await narrow(hers);
  await flawless(hers, 'what is kept, on a phone');
  await page.getByRole('link', { name: 'Sparade' }).click();
  await flawless(page, 'what is kept');
  await page.getByRole('link', { name: 'Visa i sammanhang' }).click();
  await expect(chat.row('Bryggan läggs i på lördag')).toBeInViewport();
  await saved.getByRole('button', { name: 'Ta bort från sparade' }).tap();
  await expect(saved.getByText('Inget sparat än')).toBeVisible();
  await close(page, hers);
});

test('what is begun on one device goes on on another, and a message is sent later', async ({
  browser,
  world,
}) => {
  const { viola, bertil } = world.people;
  const org = await viola.found('Skrivarstugan');
  await viola.relate(org.id, bertil, 'MEMBER');
  const poems = await viola.open(org.ws, { name: 'dikter', displayName: 'Dikter' });
  const page = await browserOf(browser, viola, desk);
  const hers = await browserOf(browser, viola, phone);
  const his = await browserOf(browser, bertil, desk);
  const [chat, onPhone, theirs] = [new Chat(page), new Chat(hers), new Chat(his)];
  await page.goto(`/konversation/${org.ws}/${poems.id}`);
  await hers.goto(`/konversation/${org.ws}`);
  await his.goto(`/konversation/${org.ws}/${poems.id}`);

  // Begun on the desk, it stands in the list and in the field of the phone.
  await chat.composer.pressSequentially('Nu är det höst');
  const drafts = hers.getByRole('link', { name: /^Utkast/ });
  await expect(drafts).toHaveText('Utkast1');
  await drafts.tap();
  const begun = hers.getByRole('region', { name: 'Utkast' });
  await expect(begun.getByRole('listitem')).toHaveText([/#Dikter.*Nu är det höst/]);
  await narrow(hers);
  await flawless(hers, 'drafts on a phone');
  await begun.getByRole('link', { name: '#Dikter' }).tap();
  await expect(onPhone.composer).toHaveValue('Nu är det höst');
  // Written on there, it is what one finds when one comes back to the desk.
  await onPhone.composer.fill('Nu är det höst, och löven faller');
  await expect
    .poll(() => viola.call('GET', `/api/v1/chat/channels/${poems.id}/draft`))
    .toMatchObject({ data: { content: 'Nu är det höst, och löven faller' } });
  await chat.open('Allmänt');
  await chat.open('Dikter');
  await expect(chat.composer).toHaveValue('Nu är det höst, och löven faller');

  // Sent later, by the keyboard; the field is empty on both.
  await page.getByRole('button', { name: 'Skicka senare' }).focus();
  await page.keyboard.press('Enter');
  const when = page.getByRole('dialog', { name: 'Skicka senare' });
  await expect(when.getByRole('button', { name: 'Om 1 timme' })).toBeFocused();
  await flawless(page, 'the choices of sending later');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Skickas i morgon 08:00')).toBeVisible();
  await expect(chat.composer).toHaveValue('');
  await expect(onPhone.composer).toHaveValue('');
  await expect(theirs.messages).toHaveCount(0);

  // In its list it is changed, and sent now.
  await page.getByRole('link', { name: 'Skickas senare' }).click();
  const list = page.getByRole('region', { name: 'Skickas senare' });
  await expect(list.getByRole('listitem')).toHaveText([
    /#Dikter.*i morgon 08:00.*Nu är det höst, och löven faller/,
  ]);
  await flawless(page, 'what is sent later');
  await list.getByRole('button', { name: 'Ändra' }).click();
  const change = page.getByRole('dialog', { name: 'Ändra meddelandet' });
  await change.getByLabel('Meddelande').fill('Löven faller');
  await change.getByLabel('Klockslag').fill('09:30');
  await flawless(page, 'changing what is sent later');
  await change.getByRole('button', { name: 'Spara' }).click();
  await expect(list.getByRole('listitem')).toHaveText([/i morgon 09:30.*Löven faller/]);
  await list.getByRole('button', { name: 'Skicka nu' }).click();
  await page
    .getByRole('dialog', { name: 'Skicka meddelandet nu?' })
    .getByRole('button', { name: 'Skicka nu' })
    .click();
  await expect(theirs.row('Löven faller')).toBeVisible();
  await expect(list.getByText('Inget väntar på att skickas')).toBeVisible();

  // At a moment of one's own from a phone; the message comes by itself, once, and leaves the list.
  const later = await viola.call<{ data: { id: number } }>(
    'POST',
    `/api/v1/chat/channels/${poems.id}/scheduled`,
    { content: 'Snart vinter', sendAt: new Date(Date.now() + 3_600_000).toISOString() },
  );
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveText([/Snart vinter/]);
  await viola.call('PUT', `/api/v1/chat/scheduled/${later.data.id}`, {
    content: 'Snart vinter',
    sendAt: new Date(Date.now() + 2_000).toISOString(),
  });
  await expect(theirs.row('Snart vinter')).toBeVisible();
  await expect(list.getByText('Inget väntar på att skickas')).toBeVisible();
  await onPhone.composer.fill('Snö?');
  await hers.getByRole('button', { name: 'Skicka senare' }).tap();
  await hers.getByRole('button', { name: 'Eget tillfälle …' }).tap();
  await flawless(hers, 'a moment of one’s own on a phone');
  await narrow(hers);
  await hers
    .getByRole('dialog', { name: 'Skicka senare' })
    .getByRole('button', { name: 'Skicka senare' })
    .tap();
  await expect(onPhone.composer).toHaveValue('');
  await hers.getByRole('button', { name: 'Till kanallistan' }).tap();
  await hers.getByRole('link', { name: 'Skickas senare' }).tap();
  await narrow(hers);
  await flawless(hers, 'what is sent later, on a phone');
  await hers.getByRole('button', { name: 'Ta bort' }).tap();
  await hers
    .getByRole('dialog', { name: 'Ta bort meddelandet?' })
    .getByRole('button', { name: 'Ta bort' })
    .tap();
  await expect(hers.getByText('Inget väntar på att skickas')).toBeVisible();
  await close(page, hers, his);
});

test('one jumps to a channel, a person or a conversation by the keyboard alone', async ({
  browser,
  world,
}) => {
  const { bertil, cecilia } = world.people;
  const org = await bertil.found('Orienteringsklubben');
  await bertil.relate(org.id, cecilia, 'MEMBER');
  await bertil.open(org.ws, { name: 'ovningar', displayName: 'Övningar' });
  await bertil.open(org.ws, { name: 'kartor', displayName: 'Kartor' });
  const page = await browserOf(browser, bertil, desk);
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  const dialog = page.getByRole('dialog', { name: 'Hoppa till' });
  const field = dialog.getByRole('combobox');
  const options = dialog.getByRole('option');
  const chosen = dialog.getByRole('option', { selected: true });
  const open = async () => {
    // The part that hears it comes when the page is idle.
    await expect(async () => {
      await page.keyboard.press('Control+j');
      await expect(field).toBeFocused({ timeout: 2_000 });
    }).toPass();
  };

  // From any page; who types no marks finds them too.
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: /Konto och inställningar/ })).toBeVisible();
  await open();
  await page.keyboard.type('ovn');
  await expect(chosen).toHaveText(/Övningar.*Orienteringsklubben/);
  await flawless(page, 'the quick switcher');
  await page.keyboard.press('Enter');
  await expect(title('Övningar')).toBeVisible();
  await open();
  await page.keyboard.type('kart');
  await expect(chosen).toHaveText(/Kartor/);
  await page.keyboard.press('Enter');
  await expect(title('Kartor')).toBeVisible();

  // Where one was last comes first, and one is not sent where one is.
  await open();
  await expect(chosen).toHaveText(/Övningar/);
  await expect(options.filter({ hasText: 'Kartor' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(title('Övningar')).toBeVisible();

  // A person becomes a conversation, which is then found as one.
  await open();
  await page.keyboard.type('@cecilia');
  await expect(chosen).toHaveText(/cecilia Test.*@cecilia/);
  await page.keyboard.press('Enter');
  await expect(title('cecilia Test')).toBeVisible();
  await new Chat(page).say('Vi ses vid starten');
  await open();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goBack();
  await open();
  await page.keyboard.type('cec');
  await expect(options).toHaveText([/cecilia Test.*Konversation/]);
  await page.keyboard.press('Escape');
  await open();
  await page.keyboard.type('finns inte');
  await expect(dialog.getByText('Inget hittades')).toBeVisible();
  await page.keyboard.press('Escape');

  // It stands in the list of keys, and above the channels for who has no keyboard.
  await page.getByRole('navigation', { name: 'Kanallista' }).getByText('Hoppa till').click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Sparade' }).focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Tangentbordsgenvägar' });
  await expect(keys).toContainText(/Hoppa till en kanal, person eller konversationCtrl\/⌘\+J/);
  await expect(keys).toContainText(/Nästa kanal med något olästAlt\+↓/);
  await close(page);

  const small = await browserOf(browser, bertil, { ...phone, colorScheme: 'dark' });
  await small.goto(`/konversation/${org.ws}`);
  await small.getByRole('button', { name: 'Hoppa till …' }).tap();
  await small.getByRole('combobox').fill('kart');
  await narrow(small);
  await flawless(small, 'the quick switcher on a phone, dark');
  await small.getByRole('option', { name: /Kartor/ }).tap();
  await expect(small.getByRole('heading', { level: 1, name: 'Kartor' })).toBeVisible();
  await close(small);
});

test('a burst in a channel nobody looks at marks it, and no longer when it was read meanwhile', async ({
  browser,
  world,
}) => {
  const { cecilia, david } = world.people;
  const org = await cecilia.found('Simklubben');
  await cecilia.relate(org.id, david, 'MEMBER');
  const burst = await cecilia.open(org.ws, { name: 'tavling', displayName: 'Tävling' });
  const other = await cecilia.open(org.ws, { name: 'bassang', displayName: 'Bassäng' });
  const page = await browserOf(browser, cecilia, desk);
  const chat = new Chat(page);
  const digests: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = `${payload}`;
      if (text.includes('CHANNEL_DIGEST') && text.includes(`${burst.id}`)) digests.push(text);
    }),
  );
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  // What is said before the page listens is looked for half a minute later: it is said again.
  await expect(async () => {
    await david.say(other.id, 'Vattnet är kallt');
    const marked = chat.channels.getByRole('link', { name: /Bassäng.*oläst/ });
    await expect(marked).toBeVisible({ timeout: 500 });
  }).toPass();

  const several = () =>
    Promise.all([1, 2, 3, 4, 5].map((n) => david.say(burst.id, `Heat ${n} är klart`)));
  const link = chat.channels.getByRole('link', { name: /Tävling/ });
  await several();
  await expect.poll(() => digests.length).toBeGreaterThan(0);
  await expect(link).toContainText('oläst');

  // Read on another device before it is told here.
  digests.length = 0;
  const sent = await several();
  await cecilia.read(burst.id, Math.max(...sent.map(({ id }) => id)));
  await expect.poll(() => digests.length).toBeGreaterThan(0);
  await cecilia.read(other.id);
  await expect(chat.channels.getByRole('link', { name: /Bassäng/ })).toHaveText('Bassäng');
  await expect(link).toHaveText('Tävling');
  await close(page);
});

test('a conversation has pins, is marked unread, and its messages are sent later', async ({
  browser,
  world,
}) => {
  const { cecilia, david } = world.people;
  const org = await cecilia.found('Sticklingarna');
  await cecilia.relate(org.id, david, 'MEMBER');
  const talk = await cecilia.talk([david]);
  await david.say(talk.id, 'Portkoden är på lappen');
  await david.say(talk.id, 'Ring när du är framme');
  const page = await browserOf(browser, cecilia, { ...desk, colorScheme: 'dark' });
  const his = await browserOf(browser, david, phone);
  const [chat, theirs] = [new Chat(page), new Chat(his)];
  await page.goto(`/messages/${talk.id}`);
  await his.goto(`/messages/${talk.id}`);
  const entry = page
    .getByRole('navigation', { name: 'Konversationer' })
    .getByRole('link', { name: /david Test/ });

  // Anybody of it pins, and the other sees it.
  await chat.menu('Portkoden', 'Fäst meddelandet');
  await expect(theirs.row('Portkoden')).toContainText('Fäst meddelande');
  await page.getByRole('button', { name: 'Val för konversationen' }).click();
  await page.getByRole('link', { name: 'Fästa meddelanden' }).click();
  const pins = page.getByRole('region', { name: 'Fästa meddelanden' });
  await expect(pins.getByRole('listitem')).toHaveText([/Portkoden är på lappen/]);
  await flawless(page, 'pins of a conversation, dark');
  await page.getByRole('button', { name: 'Stäng' }).click();

  // Unread where it stands open, until it is opened again.
  await expect(entry).not.toContainText('oläst');
  await chat.menu('Ring när', 'Markera som oläst härifrån');
  await expect(entry).toContainText('oläst');
  await page.getByRole('link', { name: 'Utkast' }).click();
  await expect(page.getByText('Inga utkast')).toBeVisible();
  await entry.click();
  await expect(chat.row('Ring när')).toBeVisible();
  await expect
    .poll(async () => (await cecilia.conversations()).find(({ id }) => id === talk.id)?.hasUnread)
    .toBe(false);
  await expect(entry).not.toContainText('oläst');

  // Sent later, it stands under the people's names.
  await chat.composer.fill('God jul!');
  await page.getByRole('button', { name: 'Skicka senare' }).click();
  await page.getByRole('button', { name: /^I morgon/ }).click();
  await expect(chat.composer).toHaveValue('');
  await page.getByRole('link', { name: 'Skickas senare' }).click();
  await expect(
    page.getByRole('region', { name: 'Skickas senare' }).getByRole('link', { name: 'david Test' }),
  ).toBeVisible();
  await flawless(page, 'what is sent later in a conversation, dark');
  await close(page, his);
});
