/** In whose name one acts, and what follows it. */

import { browserOf, Chat, close, expect, test } from './harness/test.ts';

test('the chat follows the organisation one acts for, which is chosen in one place', async ({
  browser,
  world,
}) => {
  const { astrid, bertil } = world.people;
  const first = await astrid.found('Ankdammen');
  const second = await astrid.found('Björkhagen');
  await astrid.relate(second.id, bertil, 'MEMBER');
  const said = await bertil.say(second.general, 'Nytt i Björkhagen');
  await astrid.say(first.general, 'Läget i Ankdammen');
  const page = await browserOf(browser, astrid);
  const chat = new Chat(page);
  const bar = page.getByRole('region', { name: 'Administratörsvy' });

  // As a person: the one open last; the switcher has both, and says what is unread.
  await page.goto(`/konversation/${first.ws}/${first.general}`);
  await expect(chat.row('Läget i Ankdammen')).toBeVisible();
  await expect(page).toHaveTitle(/Allmänt · Ankdammen – Kalender$/);
  const switcher = chat.channels.getByRole('button', { name: /Byt arbetsyta/ });
  await expect(switcher).toHaveAccessibleName(/Oläst i andra arbetsytor/);
  await switcher.click();
  const sheet = page.getByRole('dialog', { name: 'Arbetsytor' });
  await expect(sheet.getByRole('link', { name: /Björkhagen/ })).toContainText('1 oläst');
  await page.keyboard.press('Escape');

  // Acting for the other: its chat opens, and nothing else is offered there.
  await page.goto(`/${second.slug}`);
  await expect(bar).toContainText('Björkhagen');
  await page
    .getByRole('navigation', { name: 'Huvudmeny' })
    .getByRole('link', { name: /^Chat/ })
    .click();
  await expect(chat.row('Nytt i Björkhagen')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/konversation/${second.ws}/`));
  await expect(bar).toContainText('Björkhagen');
  await expect(chat.channels.getByRole('heading', { name: /Björkhagen/ })).toBeVisible();
  await expect(chat.channels.getByRole('button', { name: /Byt arbetsyta/ })).toHaveCount(0);
  await page.reload();
  await expect(bar).toContainText('Björkhagen');
  await expect(chat.row('Nytt i Björkhagen')).toBeVisible();

  // A link to another organisation's channel ends it, as its page would.
  await page.goto(`/konversation/${first.ws}/${first.general}`);
  await expect(chat.row('Läget i Ankdammen')).toBeVisible();
  await expect(bar).toBeHidden();
  expect(said.channelId).toBe(second.general);
  await close(page);
});
