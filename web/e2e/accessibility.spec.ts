/** A machine's eye on every page, light and dark: it finds nothing to complain about. */

import { flawlessInBoth } from './harness/axe.ts';
import { browserOf, Chat, close, expect, test } from './harness/test.ts';

// There is nothing to see in a trace of many pages in a row.
test.use({ trace: 'off' });

test('pages are flawless, signed out', async ({ browser, world }) => {
  const context = await browser.newContext({ baseURL: world.server.url });
  const page = await context.newPage();
  const pages = [
    ['/', /.+/],
    ['/login', 'Logga in'],
    ['/signup', 'Skapa konto'],
    ['/reset', 'Återställ lösenordet'],
    ['/reset?token=x', 'Välj ett nytt lösenord'],
    ['/login/logged-out-jwt', 'Du har loggats ut'],
    ['/finns-inte/alls', 'Sidan finns inte'],
  ] as const;
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await flawlessInBoth(page, path);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/api');
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
  // They are all made alike; some of each kind are enough for a slow eye.
  await page.locator('details').evaluateAll((all) => {
    for (const [n, it] of all.entries()) (it as HTMLDetailsElement).open = n % 16 === 0;
  });
  await flawlessInBoth(page, '/api with some of it open');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/signup');
  await page.getByRole('main').getByRole('button', { name: 'Skapa konto' }).click();
  await expect(page.getByText('Skriv ditt förnamn.')).toBeVisible();
  await flawlessInBoth(page, 'a form with errors');
  await context.close();
});

test('pages and what opens in them are flawless, signed in', async ({ browser, world }) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Biblioteket', 'MODERATED');
  await astrid.relate(org.id, bertil, 'MEMBER');
  const first = await astrid.say(
    org.general,
    'Välkommen @bertil och @alla andra! Läs https://exempel.se/regler',
  );
  await bertil.say(org.general, 'Tack!', { parentMessageId: first.id });
  await bertil.react(first.id, '🎉');
  const gone = await bertil.say(org.general, 'Oj');
  await bertil.erase(gone.id);
  const page = await browserOf(browser, astrid);
  for (const path of ['/', '/cre', '/settings', '/notifications', `/${org.slug}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await flawlessInBoth(page, path);
  }
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  const chat = new Chat(page);
  await expect(chat.row('Välkommen')).toBeVisible();
  await flawlessInBoth(page, 'the chat');
  await chat.row('Välkommen').hover();
  await flawlessInBoth(page, 'a message with its toolbar');
  await chat.composer.pressSequentially('@be');
  await expect(page.getByRole('option').first()).toBeVisible();
  await flawlessInBoth(page, 'suggestions');
  await page.keyboard.press('Escape');
  await chat.composer.fill('');
  await chat
    .row('Välkommen')
    .getByRole('button', { name: /Öppna tråden/ })
    .click();
  await expect(chat.inThread('Tack!')).toBeVisible();
  await flawlessInBoth(page, 'a thread');
  await page.goBack();
  await page.getByRole('link', { name: 'Om kanalen' }).click();
  await expect(
    page.getByRole('region', { name: 'Om kanalen' }).getByText('bertil Test'),
  ).toBeVisible();
  await flawlessInBoth(page, 'about the channel');
  await chat.bell.click();
  await expect(page.getByRole('region', { name: 'Notiser' })).toBeVisible();
  await flawlessInBoth(page, 'the bell');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Skapa kanal' }).click();
  await expect(page.getByRole('dialog', { name: 'Skapa kanal' })).toBeVisible();
  await flawlessInBoth(page, 'a dialog');
  await close(page);
});
