/** People write to each other's feeds: in browsers of their own. */

import type { Page } from '@playwright/test';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test, type World } from './harness/test.ts';

type Person = World['people']['astrid'];
type Written = { uuid: string };

const befriend = async (one: Person, other: Person) => {
  await one.ask('POST', '/api/v1/contacts/requests', { toUserId: other.id });
  await other.ask('POST', '/api/v1/contacts/requests', { toUserId: one.id });
};
const write = (person: Person, txMessage: string, more: object = {}) =>
  person.call<Written>('POST', '/api/v1/feed/posts', { txMessage, audience: 'PUBLIC', ...more });

const homeOf = async (person: Person) =>
  (await person.call<{ content: { txMessage: string }[] }>('GET', '/api/v1/feed')).content
    .map(({ txMessage }) => txMessage)
    .join();

const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const composer = (page: Page) => page.getByRole('form', { name: 'Nytt inlägg' });

async function publish(page: Page, text: string, audience: string) {
  await page.getByRole('button', { name: 'Vad vill du dela?' }).click();
  await composer(page).getByLabel('Inläggets text').fill(text);
  await composer(page).getByLabel('Vem kan läsa').selectOption(audience);
  await composer(page).getByRole('button', { name: 'Publicera' }).click();
  await expect(page.getByText('Inlägget har publicerats')).toBeVisible();
}

test('a post for contacts reaches a contact and no stranger, until a block ends it', async ({
  browser,
  world,
}) => {
  const { elin, folke, greta } = world.people;
  // All three know of each other; two are contacts.
  const org = await elin.found('Samfälligheten');
  for (const one of [folke, greta]) await elin.relate(org.id, one, 'MEMBER');
  await befriend(elin, folke);
  const writes = await browserOf(browser, elin);
  await writes.goto('/feed');
  await publish(writes, 'Kräftskiva hos mig på *lördag* #kräftor', 'CONTACTS');
  const own = post(writes, 'Kräftskiva');
  await expect(own).toBeVisible();
  await expect(own.locator('strong')).toHaveText('lördag');
  await expect(own).toContainText('Kontakter');

  const reads = await browserOf(browser, folke);
  // It comes into others' feeds beside the answer.
  await expect.poll(() => homeOf(folke)).toContain('Kräftskiva hos mig');
  await reads.goto('/feed');
  await expect(post(reads, 'Kräftskiva')).toBeVisible();
  const address = await post(reads, 'Kräftskiva').locator('a:has(time)').getAttribute('href');
  const stranger = await browserOf(browser, greta);
  await stranger.goto(address ?? '');
  await expect(stranger.getByRole('heading', { name: 'Inlägget finns inte' })).toBeVisible();
  await stranger.goto(`/u/${elin.userName}`);
  await expect(stranger.getByText('Inga inlägg som du kan se.')).toBeVisible();

  // A comment, an answer to it, a like.
  const theirs = post(reads, 'Kräftskiva');
  await theirs.getByRole('button', { name: '0 kommentarer' }).click();
  const field = theirs.getByLabel('Skriv en kommentar');
  await field.pressSequentially('Jag tar med bröd @eli');
  await expect(theirs.getByRole('option', { name: elin.displayName })).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue(`Jag tar med bröd @${elin.userName} `);
  await theirs.getByRole('button', { name: 'Publicera' }).click();
  await expect(reads.getByText('Kommentaren har publicerats')).toBeVisible();
  await theirs.getByRole('button', { name: /^Gilla, 0/ }).click();
  await expect(theirs.getByRole('button', { name: /^Gilla, 1/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // For contacts alone: it is not passed on.
  await expect(theirs.getByRole('button', { name: /^Ompublicera/ })).toHaveCount(0);

  await writes.goto(address ?? '');
  await expect(writes.getByText('Jag tar med bröd')).toBeVisible();
  await expect(writes.getByRole('button', { name: /^Gilla, 1/ })).toBeVisible();
  await writes.getByRole('button', { name: 'Svara' }).click();
  await writes.getByLabel(`Svara ${folke.displayName}`).fill('Perfekt!');
  await writes
    .locator('form')
    .filter({ has: writes.getByLabel(`Svara ${folke.displayName}`) })
    .getByRole('button', { name: 'Publicera' })
    .click();
  await expect(writes.getByText('Perfekt!')).toBeVisible();
  await expect(writes.getByRole('button', { name: '2 kommentarer' })).toBeVisible();

  // It is changed, and it says so.
  await writes.getByRole('button', { name: /^Fler val för inlägget/ }).click();
  await writes.getByRole('button', { name: 'Redigera' }).click();
  await writes.getByRole('dialog').getByLabel('Inläggets text').fill('Kräftskiva på söndag');
  await writes.getByRole('dialog').getByRole('button', { name: 'Spara' }).click();
  await expect(writes.getByText('Inlägget har uppdaterats')).toBeVisible();
  await expect(post(writes, 'Kräftskiva på söndag')).toContainText('Redigerat');

  await elin.call('POST', '/api/v1/contacts/block', { userId: folke.id });
  await reads.goto(address ?? '');
  await expect(reads.getByRole('heading', { name: 'Inlägget finns inte' })).toBeVisible();
  await reads.goto('/feed');
  await expect(reads.getByRole('heading', { level: 1, name: 'Upptäck' })).toBeVisible();
  await expect(post(reads, 'Kräftskiva')).toHaveCount(0);

  await writes.getByRole('button', { name: /^Fler val för inlägget/ }).click();
  await writes.getByRole('button', { name: 'Ta bort' }).click();
  await writes.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click();
  await expect(writes.getByText('Inlägget har tagits bort')).toBeVisible();
  await expect(writes).toHaveURL(/\/feed$/);
  await elin.ask('DELETE', `/api/v1/contacts/block/${await blockOf(elin)}`);
  await close(writes, reads, stranger);
});

const blockOf = async (person: Person) =>
  (await person.call<{ content: { blockId: number }[] }>('GET', '/api/v1/contacts/blocked'))
    .content[0]?.blockId;

test('a public post is read without an account and reposted once', async ({ browser, world }) => {
  const { astrid, bertil } = world.people;
  const { uuid } = await write(astrid, 'Loppis på torget #loppis');
  const context = await browser.newContext({ baseURL: world.server.url });
  const anybody = await context.newPage();
  await anybody.goto(`/inlagg/${uuid}`);
  await expect(post(anybody, 'Loppis på torget')).toBeVisible();
  await expect(anybody.getByRole('link', { name: /^Logga in för att gilla/ })).toBeVisible();

  const page = await browserOf(browser, bertil);
  await page.goto(`/inlagg/${uuid}`);
  const again = async () => {
    await page.getByRole('button', { name: /^Ompublicera/ }).click();
    await page.getByRole('dialog').getByLabel('Dina egna ord (frivilligt)').fill('Missa inte');
    await page.getByRole('dialog').getByRole('button', { name: 'Ompublicera' }).click();
  };
  await again();
  await expect(page.getByText('Inlägget har ompublicerats')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ompublicera, 1 ompublicering' })).toBeVisible();
  await again();
  await expect(page.getByRole('dialog')).toContainText('Du har redan ompublicerat detta inlägg');
  await page.goto('/feed?tab=mine');
  await expect(post(page, 'Missa inte')).toContainText('Loppis på torget');

  await page.getByRole('link', { name: '#loppis' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: '#loppis' })).toBeVisible();
  await expect(post(page, 'Loppis på torget').first()).toBeVisible();

  // Without what it reposts it stands all the same.
  await astrid.ask('DELETE', `/api/v1/feed/posts/${uuid}`);
  await page.goto('/feed?tab=mine');
  await expect(post(page, 'Missa inte')).toContainText('finns inte längre');
  await close(page, anybody);
});

test('what one has begun outlives a reload, with its pictures in order', async ({
  browser,
  world,
}) => {
  const { cecilia } = world.people;
  const page = await browserOf(browser, cecilia);
  await page.goto('/feed');
  await page.getByRole('button', { name: 'Vad vill du dela?' }).click();
  await composer(page).getByLabel('Inläggets text').fill('Höstens färger');
  const [red, blue] = await page.evaluate(async () => {
    const drawn = async (color: string) => {
      const canvas = document.createElement('canvas');
      canvas.width = 640;
      canvas.height = 480;
      const pen = canvas.getContext('2d');
      if (pen) {
        pen.fillStyle = color;
        pen.fillRect(0, 0, 640, 480);
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    };
    return [await drawn('#b33'), await drawn('#36a')];
  });
  const file = (name: string, text = '') => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(text, 'base64'),
  });
  await composer(page)
    .getByLabel('Lägg till bilder')
    .first()
    .setInputFiles([file('rod.png', red), file('bla.png', blue)]);
  await composer(page).getByLabel('Beskriv bild 1').fill('Rött');
  await composer(page).getByLabel('Beskriv bild 2').fill('Blått');
  await composer(page).getByRole('button', { name: 'Flytta bild 2 ett steg framåt' }).click();
  await expect(composer(page).getByLabel('Beskriv bild 1')).toHaveValue('Blått');
  await flawless(page, 'the composer');

  await page.reload();
  await expect(composer(page).getByLabel('Inläggets text')).toHaveValue('Höstens färger');
  await expect(composer(page).getByLabel('Beskriv bild 1')).toHaveValue('Blått');
  await composer(page).getByRole('button', { name: 'Publicera' }).click();
  await expect(page.getByText('Inlägget har publicerats')).toBeVisible();
  const shown = post(page, 'Höstens färger');
  await shown.getByRole('button', { name: 'Visa bilden större: Blått' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Blått' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Rött' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Published, its pictures are changed: one goes, one comes, each with what is to be seen on it.
  await shown.getByRole('button', { name: /^Fler val för inlägget/ }).click();
  await page.getByRole('button', { name: 'Redigera' }).click();
  const edit = page.getByRole('dialog', { name: 'Redigera inlägget' });
  await expect(edit.getByLabel('Beskriv bild 1')).toHaveValue('Blått');
  await flawless(page, 'changing a post with pictures');
  await edit.getByRole('button', { name: 'Ta bort bild 1' }).click();
  await edit
    .getByLabel('Lägg till bilder')
    .first()
    .setInputFiles([file('igen.png', blue)]);
  await edit.getByLabel('Beskriv bild 1').fill('Rönnbär');
  await edit.getByLabel('Beskriv bild 2').fill('Himmel');
  await edit.getByRole('button', { name: 'Flytta bild 2 ett steg framåt' }).click();
  await edit.getByRole('button', { name: 'Spara' }).click();
  await expect(page.getByText('Inlägget har uppdaterats')).toBeVisible();
  await page.reload();
  await expect(shown.getByRole('button', { name: /^Visa bilden större/ })).toHaveCount(2);
  const names = shown.getByRole('button', { name: /^Visa bilden större/ });
  await expect(names.nth(0)).toHaveAccessibleName('Visa bilden större: Himmel');
  await expect(names.nth(1)).toHaveAccessibleName('Visa bilden större: Rönnbär');
  await close(page);
});

test('in the name of an organisation, from the create dialog, and by keys alone', async ({
  browser,
  world,
}) => {
  const { david, astrid } = world.people;
  const org = await david.found('Hembygdsföreningen');
  await david.relate(org.id, astrid, 'MEMBER');
  const page = await browserOf(browser, david);
  const keys = page.keyboard;
  await page.goto(`/${org.slug}`);
  await expect(page.getByRole('region', { name: 'Administratörsvy' })).toBeVisible();
  await page.goto('/feed');
  await expect(page.getByRole('region', { name: 'Administratörsvy' })).toBeVisible();
  await keys.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('combobox').fill('Inlägg från organisationen');
  await expect(page.getByRole('option', { selected: true })).toContainText('från organisationen');
  await keys.press('Enter');
  await expect(composer(page).getByLabel('Inläggets text')).toBeFocused();
  await expect(composer(page).getByLabel('Publicera som')).toHaveValue(String(org.id));
  await keys.type('Årsmöte i hembygdsgården');
  await keys.press('Control+Enter');
  await expect(page.getByText('Inlägget har publicerats')).toBeVisible();
  const shown = post(page, 'Årsmöte');
  await expect(shown.getByRole('link', { name: 'Hembygdsföreningen' })).toBeVisible();

  const like = shown.getByRole('button', { name: /^Gilla/ });
  await like.focus();
  await keys.press('Enter');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(shown.getByLabel('Skriv en kommentar')).toBeVisible();

  const member = await browserOf(browser, astrid);
  await member.goto(`/${org.slug}`);
  await expect(post(member, 'Årsmöte')).toBeVisible();
  await expect(post(member, 'Årsmöte')).not.toContainText('Skrivet av');
  await close(page, member);
});

test.describe('every part of it, on a phone', () => {
  test('is flawless', async ({ browser, world }) => {
    const { folke, greta } = world.people;
    const { uuid } = await write(folke, `Hej från *Folke* @${greta.userName} #schemes`);
    await greta.ask('POST', `/api/v1/feed/posts/${uuid}/comments`, { txMessage: 'Hej själv' });
    const page = await browserOf(browser, folke, phone);
    const look = async (path: string, shown: string) => {
      await page.goto(path);
      await expect(page.getByText(shown).first()).toBeVisible();
      await narrow(page);
      await flawlessInBoth(page, path);
    };
    await look('/feed', 'Hej från');
    await look('/feed?tab=public', 'Hej från');
    await look('/feed?tab=mine', 'Hej från');
    await look(`/inlagg/${uuid}`, 'Hej själv');
    await look('/feed/amne/schemes', 'Hej från');
    await look(`/u/${folke.userName}`, 'Hej från');
    await look('/inlagg/finns-inte', 'Inlägget finns inte');
    await close(page);
  });
});
