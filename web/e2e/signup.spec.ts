/** The mail that a new account waits for. */

import { expect, mailTo, PASSWORD, test, VERIFY } from './harness/test.ts';

test('the mail is sent again when asked for, and its link leads on', async ({ page, world }) => {
  const email = 'disa.dal@exempel.se';
  await page.goto('/signup');
  await page.getByLabel('Förnamn').fill('Disa');
  await page.getByLabel('Efternamn').fill('Dal');
  await page.getByLabel('E-postadress').fill(email);
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Skapa konto' }).click();
  await expect(page.getByRole('heading', { name: 'Kolla din e-post' })).toBeVisible();
  await expect.poll(() => world.server.mails(email).length).toBe(1);
  await page.getByRole('button', { name: 'Skicka mejlet igen' }).click();
  await expect(page.getByText('Ett nytt mejl är på väg.')).toBeVisible();
  await expect.poll(() => world.server.mails(email).length).toBe(2);
  await page.goto(await mailTo(world.server, email, VERIFY));
  await page.getByRole('main').getByRole('link', { name: 'Logga in' }).click();
  // What is known is not asked for again.
  await expect(page.getByLabel('E-postadress')).toHaveValue(email);
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Logga in' }).click();
  await expect(page.getByRole('button', { name: /Konto och inställningar/ })).toBeVisible();
});
