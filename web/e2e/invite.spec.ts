/** From a mail to inside, for whoever has no account yet; and a list that is mended, sent and followed. On phones. */

import { flawless } from './harness/axe.ts';
import {
  browserOf,
  expect,
  mailTo,
  narrow,
  PASSWORD,
  pastTheWelcome,
  phone,
  test,
  VERIFY,
} from './harness/test.ts';

const LANDING = /\/inbjudan\/i[\w-]+/;

test('an invitation leads from a mail to inside', async ({ browser, world }) => {
  const { viola } = world.people;
  const org = await viola.found('Visföreningen', 'INVITE_ONLY');
  const email = 'ebba.eng@exempel.se';

  const asks = await browserOf(browser, viola, phone);
  await asks.goto(`/${org.slug}/inbjudningar`);
  await asks.getByLabel('E-postadress').fill(email);
  await asks.getByLabel('Förnamn (valfritt)').fill('Ebba');
  await narrow(asks);
  await flawless(asks, 'who invites');
  await asks.getByRole('button', { name: 'Skicka inbjudan' }).tap();
  await expect(asks.getByText(`Inbjudan skickad (${email})`)).toBeVisible();

  // Without an account: the address is filled in, and the way leads back.
  const context = await browser.newContext({ baseURL: world.server.url, ...phone });
  await pastTheWelcome(context);
  const asked = await context.newPage();
  await asked.goto(await mailTo(world.server, email, LANDING));
  await expect(
    asked.getByRole('heading', { name: 'Du är inbjuden till Visföreningen' }),
  ).toBeVisible();
  await narrow(asked);
  await flawless(asked, 'where an invitation leads');
  await asked.getByRole('main').getByRole('link', { name: 'Skapa konto' }).tap();
  await expect(asked.getByLabel('E-postadress')).toHaveValue(email);
  await asked.getByLabel('Efternamn').fill('Eng');
  await asked.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await asked.getByRole('main').getByRole('button', { name: 'Skapa konto' }).tap();
  await expect(asked.getByRole('heading', { name: 'Kolla din e-post' })).toBeVisible();
  await asked.goto(await mailTo(world.server, email, VERIFY));
  await asked.getByRole('main').getByRole('link', { name: 'Logga in' }).tap();
  await asked.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await asked.getByRole('main').getByRole('button', { name: 'Logga in' }).tap();
  await asked.getByRole('button', { name: 'Gå med' }).tap();
  await expect(asked).toHaveURL(new RegExp(`/${org.slug}$`));
  await expect(asked.getByRole('region', { name: 'Personer' })).toContainText('Ebba Eng');
  await context.close();
});

test('a list is mended, sent and followed', async ({ browser, world }) => {
  const { viola } = world.people;
  const org = await viola.found('Spelmanslaget', 'INVITE_ONLY');
  const asks = await browserOf(browser, viola, phone);
  await asks.goto(`/${org.slug}/inbjudningar?tab=many`);
  // Whoever writes leaves the field before the menu of the phone comes back.
  const list = asks.getByLabel('Adresser');
  await list.fill('a.ek@exempel.se\nA.Ek@Exempel.se\nfel');
  await list.blur();
  await asks.getByRole('button', { name: 'Granska listan' }).tap();
  await expect(asks.getByText('Rad 2: Står redan i listan')).toBeVisible();
  await asks.getByRole('button', { name: 'Ta bort rad 2' }).tap();
  const mended = asks.getByLabel('E-postadress på rad 3');
  await mended.fill('b.al@exempel.se');
  await mended.blur();
  await narrow(asks);
  await flawless(asks, 'a list that is mended');
  await asks.getByRole('button', { name: 'Granska igen' }).tap();
  await asks.getByRole('button', { name: 'Skicka till 2 personer' }).tap();
  await expect(asks.getByText('Utskicket är klart.')).toBeVisible();
  await expect(asks.getByText('2 skickade · 0 överhoppade · 0 misslyckade')).toBeVisible();
  await narrow(asks);
  await flawless(asks, 'a batch that is over');
  await mailTo(world.server, 'b.al@exempel.se', LANDING);
});
