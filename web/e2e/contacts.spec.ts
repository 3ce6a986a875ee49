/** People become contacts, write to each other and are rid of each other: in browsers of their own, as it happens. */

import type { Page } from '@playwright/test';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import {
  browserOf,
  Chat,
  close,
  expect,
  mailTo,
  narrow,
  PASSWORD,
  pastTheWelcome,
  phone,
  signUp,
  test,
  whole,
} from './harness/test.ts';

/** The way to who has sent an invitation. */
const INVITATION = /\/kontakter\/lagg-till\/[\w-]+/;

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Delar av kontakterna' }).getByRole('link', { name });
const card = (page: Page, name: string) => page.getByRole('dialog', { name: `Om ${name}` });

test('a request from a name in the chat is accepted, and they write to each other', async ({
  browser,
  world,
}) => {
  const { kajsa, linus } = world.people;
  const org = await kajsa.found('Kören');
  await kajsa.relate(org.id, linus, 'MEMBER');
  await linus.say(org.general, 'Vem tar noterna?');

  const answers = await browserOf(browser, linus);
  await answers.goto('/kontakter?tab=requests');
  await expect(answers.getByText('Ingen väntar på ditt svar.')).toBeVisible();
  const elsewhere = await answers.context().newPage();
  await elsewhere.goto('/kontakter');
  await expect(elsewhere.getByText('Inga kontakter än')).toBeVisible();

  const asks = await browserOf(browser, kajsa);
  const chat = new Chat(asks);
  await asks.goto(`/konversation/${org.ws}/${org.general}`);
  await chat
    .row('Vem tar noterna?')
    .getByRole('button', { name: linus.displayName, exact: true })
    .click();
  await expect(card(asks, linus.displayName)).toContainText('Kören');
  await flawless(asks, 'a card on a desk');
  await asks.getByRole('button', { name: 'Lägg till med en hälsning' }).click();
  await asks.getByLabel('Din hälsning').fill('Vi sjunger bredvid varandra!');
  await asks.getByRole('button', { name: 'Skicka förfrågan' }).click();
  await expect(card(asks, linus.displayName)).toContainText('Har inte svarat på din förfrågan än');
  await asks.keyboard.press('Escape');
  await expect(card(asks, linus.displayName)).toHaveCount(0);

  // Live, in both tabs and in the menu.
  await expect(answers.getByText('Vi sjunger bredvid varandra!')).toBeVisible();
  await expect(answers.getByRole('link', { name: 'Kontakter, 1 väntar' })).toBeVisible();
  await expect(part(elsewhere, 'Förfrågningar 1 förfrågan väntar')).toBeVisible();
  await answers.getByRole('button', { name: `Acceptera: ${kajsa.displayName}` }).click();
  await expect(answers.getByText('Kontaktförfrågan accepterad')).toBeVisible();
  await expect(answers.getByText('Ingen väntar på ditt svar.')).toBeVisible();
  await expect(answers.getByRole('link', { name: 'Kontakter, 1 väntar' })).toHaveCount(0);
  await expect(elsewhere.getByRole('link', { name: kajsa.displayName, exact: true })).toBeVisible();

  await asks.goto('/kontakter');
  await asks.getByRole('link', { name: `Skicka meddelande: ${linus.displayName}` }).click();
  await chat.say('Hej, kontakt!');
  await expect
    .poll(async () => (await linus.conversations())[0]?.lastMessage?.preview)
    .toContain('Hej, kontakt!');
  await close(asks, answers);
});

test('who asks the one who has asked is a contact at once', async ({ browser, world }) => {
  const { molly, noel } = world.people;
  const org = await molly.found('Biodlarna');
  await molly.relate(org.id, noel, 'MEMBER');
  const page = await browserOf(browser, molly, phone);
  await page.goto(`/u/${noel.userName}`);
  const ask = page.getByRole('button', { name: `Lägg till kontakt: ${noel.displayName}` });
  await expect(ask).toBeVisible();
  await narrow(page);
  await noel.call('POST', '/api/v1/contacts/requests', { toUserId: molly.id });
  // The page has heard of it meanwhile.
  await page.getByRole('button', { name: `Acceptera: ${noel.displayName}` }).tap();
  await expect(page.getByText('Kontaktförfrågan accepterad')).toBeVisible();
  await expect(page.getByText('Ni är kontakter')).toBeVisible();
  await page.getByRole('button', { name: `Fler val för ${noel.displayName}` }).tap();
  await page.getByRole('button', { name: 'Ta bort kontakten' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort kontakten' }).tap();
  await expect(page.getByText('Kontakt borttagen')).toBeVisible();
  await expect(ask).toBeVisible();
  await close(page);
});

test('whoever is blocked is folded where both are, until one wants to see it', async ({
  browser,
  world,
}) => {
  const { kajsa, noel } = world.people;
  const org = await kajsa.found('Snickarna');
  await kajsa.relate(org.id, noel, 'MEMBER');
  await noel.say(org.general, 'Mitt virke är bäst');
  const page = await browserOf(browser, kajsa);
  const chat = new Chat(page);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await chat
    .row('Mitt virke är bäst')
    .getByRole('button', { name: noel.displayName, exact: true })
    .click();
  await card(page, noel.displayName).getByRole('button', { name: 'Blockera' }).click();
  await page
    .getByRole('dialog', { name: 'Blockera personen?' })
    .getByRole('button', { name: 'Blockera' })
    .click();
  await expect(page.getByText('Användare blockerad')).toBeVisible();
  await expect(card(page, noel.displayName)).toContainText('Du har blockerat personen');
  await expect(page.getByRole('dialog', { name: 'Blockera personen?' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const folded = chat.messages.getByText('Meddelande från någon du har blockerat');
  await expect(folded).toHaveCount(1);
  await expect(chat.row('Mitt virke är bäst')).toHaveCount(0);
  // What comes afterwards too, as it comes.
  await noel.say(org.general, 'Hör du mig?');
  await expect(folded).toHaveCount(2);
  await flawless(page, 'folded messages');
  await page.getByRole('button', { name: 'Visa ändå' }).first().click();
  await expect(chat.row('Mitt virke är bäst')).toBeVisible();
  await expect(folded).toHaveCount(1);

  await page.goto('/kontakter?tab=blocked');
  await page.getByRole('button', { name: `Avblockera: ${noel.displayName}` }).click();
  await expect(page.getByText('Användare avblockerad')).toBeVisible();
  await expect(page.getByText('Du har inte blockerat någon')).toBeVisible();
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await expect(chat.row('Hör du mig?')).toBeVisible();
  await close(page);
});

test('a code on one phone makes a contact on the other', async ({ browser, world }) => {
  const { linus, molly } = world.people;
  const shows = await browserOf(browser, linus, phone);
  await shows.goto('/kontakter');
  await shows.getByRole('link', { name: 'Lägg till kontakter' }).first().tap();
  await shows.getByRole('button', { name: 'Visa min kod' }).tap();
  const code = shows.getByRole('img', { name: 'QR-kod som leder till din adress' });
  await expect(code).toBeVisible();
  // As wide as the phone has room.
  expect((await code.boundingBox())?.width).toBeGreaterThan(280);
  await narrow(shows);
  await flawless(shows, 'the code');
  const address = await shows.getByRole('textbox', { name: 'Din adress' }).inputValue();

  // Whoever is signed out is told who it is, signs in and comes back.
  const context = await browser.newContext({ baseURL: world.server.url, ...phone });
  await pastTheWelcome(context);
  const reads = await context.newPage();
  await reads.goto(address);
  const asked = `${linus.displayName} vill bli din kontakt`;
  await expect(reads.getByRole('heading', { level: 1, name: asked })).toBeVisible();
  await narrow(reads);
  await flawless(reads, 'the address, signed out');
  await reads.getByRole('main').getByRole('link', { name: 'Logga in' }).tap();
  await reads.getByLabel('E-postadress').fill(molly.email);
  await reads.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await reads.getByRole('main').getByRole('button', { name: 'Logga in' }).tap();
  await expect(reads.getByRole('heading', { level: 1, name: asked })).toBeVisible();
  const takes = reads;
  await takes.getByRole('button', { name: 'Lägg till', exact: true }).tap();
  await expect(takes.getByText('Ni är nu kontakter')).toBeVisible();
  await expect(takes).toHaveURL(new RegExp(`/u/${linus.userName}$`));
  await expect(takes.getByText('Ni är kontakter')).toBeVisible();

  await shows.getByRole('button', { name: 'Återkalla koden' }).tap();
  await shows.getByRole('dialog').getByRole('button', { name: 'Återkalla koden' }).tap();
  await expect(shows.getByRole('button', { name: 'Visa min kod' })).toBeVisible();
  await takes.goto(address);
  await expect(takes.getByRole('heading', { name: 'Adressen gäller inte längre' })).toBeVisible();
  await close(shows, takes);
});

test('who is invited by mail signs up and finds the request', async ({ browser, world }) => {
  const { noel } = world.people;
  const asks = await browserOf(browser, noel);
  await asks.goto('/contacts/invite');
  await asks.getByLabel('E-postadress').fill('nils.ny@exempel.se');
  await asks.getByLabel('Hälsning').fill('Häng med!');
  await asks.getByRole('button', { name: 'Skicka inbjudan' }).click();
  await expect(asks.getByText('Inbjudan skickad')).toBeVisible();
  const link = await mailTo(world.server, 'nils.ny@exempel.se', INVITATION);

  const context = await browser.newContext({ baseURL: world.server.url });
  const asked = await context.newPage();
  await asked.goto(link);
  await expect(asked.getByText('Häng med!')).toBeVisible();
  await asked.getByRole('main').getByRole('link', { name: 'Skapa konto' }).click();
  await expect(asked).toHaveURL(/\/signup$/);
  await signUp(asked, world.server, 'Nils', 'Ny');
  // Back where it began.
  await asked.getByRole('button', { name: 'Svara på förfrågan' }).click();
  await expect(asked).toHaveURL(new RegExp(`/u/${noel.userName}$`));
  await asked.getByRole('button', { name: `Acceptera: ${noel.displayName}` }).click();
  await expect(asked.getByText('Ni är kontakter')).toBeVisible();
  await asks.goto('/kontakter');
  await expect(asks.getByRole('link', { name: 'Nils Ny', exact: true })).toBeVisible();
  await close(asks, asked);
});

test('people of the same organisation are suggested, and a list of people shows who is here', async ({
  browser,
  world,
}) => {
  const { kajsa, molly } = world.people;
  const org = await molly.found('Släktforskarna');
  await molly.relate(org.id, kajsa, 'MEMBER');
  // Nothing stands between them from other journeys.
  await kajsa.ask('DELETE', `/api/v1/contacts/follow/${molly.id}`);
  const page = await browserOf(browser, molly, phone);
  await page.goto('/kontakter');
  const suggestions = page.getByRole('region', { name: 'Personer du kanske känner' });
  await expect(suggestions.getByText('Släktforskarna').first()).toBeVisible();
  await narrow(page);
  const dismiss = suggestions.getByRole('button', {
    name: `Föreslå inte ${kajsa.displayName} igen`,
  });
  await dismiss.tap();
  await expect(page.getByText('Förslaget visas inte igen')).toBeVisible();
  await expect(dismiss).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Kontakter' })).toBeVisible();
  await expect(dismiss).toHaveCount(0);

  await page.goto('/kontakter/importera');
  const list = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'FN:Kajsa från kören',
    `EMAIL:${kajsa.email}`,
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Okända Olga',
    'EMAIL:olga@exempel.se',
    'END:VCARD',
  ].join('\r\n');
  await page
    .getByLabel('Välj fil', { exact: true })
    .last()
    .setInputFiles({
      name: 'Kontakter.vcf',
      mimeType: 'text/vcard',
      buffer: Buffer.from(list),
    });
  await expect(page.getByText('2 personer hittades i filen')).toBeVisible();
  const here = page.getByRole('region', { name: 'Redan här' });
  await expect(here.getByRole('link', { name: kajsa.displayName, exact: true })).toBeVisible();
  await narrow(page);
  await flawless(page, 'a list of people');
  await page.getByRole('button', { name: 'Bjud in Okända Olga' }).tap();
  await expect(page.getByText('Inbjuden', { exact: true })).toBeVisible();
  await mailTo(world.server, 'olga@exempel.se', INVITATION);
  await close(page);
});

test.describe('every part of it, on a phone', () => {
  test('is flawless', async ({ browser, world }) => {
    const { kajsa, linus, molly, noel } = world.people;
    // Whatever stands between them from other journeys, each part has somebody here.
    const org = await kajsa.found('Alla delar');
    for (const one of [linus, molly, noel]) await kajsa.relate(org.id, one, 'MEMBER');
    await linus.ask('POST', '/api/v1/contacts/requests', { toUserId: kajsa.id });
    await kajsa.ask('POST', '/api/v1/contacts/follow', { toUserId: molly.id });
    await kajsa.ask('POST', '/api/v1/contacts/block', { userId: noel.id });
    const page = await browserOf(browser, kajsa, phone);
    const look = async (path: string, shown: string) => {
      await page.goto(path);
      await expect(page.getByText(shown).first()).toBeVisible();
      await narrow(page);
      await flawlessInBoth(page, path);
    };
    await look('/kontakter', 'Lägg till kontakter');
    await look('/kontakter?tab=requests', 'Väntar på ditt svar');
    await look('/kontakter?tab=blocked', noel.displayName);
    await look('/kontakter?tab=following', molly.displayName);
    await page.getByRole('link', { name: molly.displayName, exact: true }).tap();
    await expect(card(page, molly.displayName)).toContainText('Du följer personen');
    await narrow(page);
    await flawlessInBoth(page, 'a card');
    await look('/kontakter/lagg-till', 'Bjud in med e-post eller SMS');
    await look('/kontakter/importera', 'Filen sparas inte');
    await kajsa.ask('DELETE', `/api/v1/contacts/follow/${molly.id}`);
    await close(page);
  });
});

test('by keys alone', async ({ browser, world }) => {
  const { linus, noel } = world.people;
  const org = await linus.found('Tangenterna');
  await linus.relate(org.id, noel, 'MEMBER');
  await noel.call('POST', '/api/v1/contacts/requests', { toUserId: linus.id });
  const page = await browserOf(browser, linus);
  const keys = page.keyboard;
  await page.goto('/kontakter');
  await part(page, 'Förfrågningar').focus();
  await keys.press('Enter');
  const name = page.getByRole('link', { name: noel.displayName, exact: true });
  await expect(name).toBeVisible();
  // Until the cards are there a name is a link to the person's page.
  await whole(page);
  await name.focus();
  await keys.press('Enter');
  await expect(card(page, noel.displayName)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stäng', exact: true })).toBeFocused();
  await keys.press('Escape');
  await expect(card(page, noel.displayName)).toHaveCount(0);
  await expect(name).toBeFocused();
  await keys.press('Tab');
  await expect(page.getByRole('button', { name: /^Acceptera/ })).toBeFocused();
  await keys.press('Tab');
  await expect(page.getByRole('button', { name: /^Avvisa/ })).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByText('Kontaktförfrågan avvisad')).toBeVisible();
  await close(page);
});
