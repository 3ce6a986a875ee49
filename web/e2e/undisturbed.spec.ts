/** What nobody asked for leaves alone who is writing. */

import { browserOf, Chat, close, expect, test } from './harness/test.ts';

test('the welcome waits until somebody has stopped writing [shell 4.5]', async ({
  browser,
  world,
}) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Skrivarklubben');
  await astrid.relate(org.id, bertil, 'MEMBER');
  const page = await browserOf(browser, bertil, { welcome: true });
  const chat = new Chat(page);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await expect(chat.composer).toBeVisible();
  const text =
    'Jag skriver en lång mening som ingen ruta får äta upp medan jag håller på med den, hör ni det?';
  // Longer than the welcome would wait.
  await chat.composer.pressSequentially(text, { delay: 60 });
  await expect(chat.composer).toHaveValue(text);
  await expect(chat.composer).toBeFocused();
  const welcome = page.getByRole('dialog', { name: 'Välkommen till Kalender!' });
  await expect(welcome).toBeHidden();
  await chat.composer.press('Enter');
  await expect(chat.row('hör ni det?')).toBeVisible();
  // It is still mandatory.
  await expect(welcome).toBeVisible();
  await close(page);
});

test('a toast does not lie over what is in use', async ({ browser, world }) => {
  const { cecilia } = world.people;
  const page = await browserOf(browser, cecilia, { viewport: { width: 360, height: 740 } });
  await page.goto('/settings');
  // A phone shows the settings as a list of their parts.
  const parts = page.getByRole('navigation', { name: 'Delar av inställningarna' });
  await parts.getByRole('link', { name: 'Profil', exact: true }).click();
  const name = page.getByLabel('Visningsnamn');
  await name.fill('Cecilia Ny');
  // With the keyboard: what is in use keeps the focus.
  await name.press('Enter');
  const toast = page.locator('.mantine-Notification-root').first();
  await expect(toast).toBeVisible();
  const [a, b] = [await toast.boundingBox(), await page.locator(':focus').boundingBox()];
  const apart =
    !a ||
    !b ||
    a.x + a.width <= b.x ||
    b.x + b.width <= a.x ||
    a.y + a.height <= b.y ||
    b.y + b.height <= a.y;
  expect(apart).toBe(true);
  await close(page);
});
