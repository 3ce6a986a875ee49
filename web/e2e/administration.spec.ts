/** An organisation is administered by its owner, and by nobody who may not (contract §11.4). */

import { readFileSync } from 'node:fs';
import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const TABS = ['Översikt', 'Personer', 'Lagring', 'Jobb', 'Adresser', 'Logg'];

test('a role is changed, stands in the log and in its file; a member is refused', async ({
  browser,
  world,
}) => {
  const { klara, love, maja } = world.people;
  const org = await klara.found('Ordningsklubben');
  for (const person of [love, maja]) await klara.relate(org.id, person, 'MEMBER');
  await klara.say(org.general, 'Välkomna hit');

  // By keys, from the organisation's page.
  const owner = await browserOf(browser, klara, { viewport: { width: 1280, height: 900 } });
  const part = (name: string) =>
    owner.getByRole('navigation', { name: 'Delar av administrationen' }).getByRole('link', {
      name,
    });
  await owner.goto(`/${org.slug}`);
  await owner.getByRole('link', { name: 'Öppna administrationen' }).press('Enter');
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText(
    'Administration – Ordningsklubben',
  );
  // A day is counted in the night after it.
  await expect(owner.getByText('Ingen aktivitet än')).toBeVisible();
  await part('Personer').press('Enter');
  await owner.getByLabel(`Roll för ${love.displayName}`).selectOption('Ledare');
  await expect(owner.getByText(`${love.displayName} är nu ledare.`)).toBeVisible();
  await flawless(owner, 'people who are administered');

  await part('Logg').press('Enter');
  const changed = owner
    .getByRole('article')
    .filter({ hasText: 'Roll ändrad' })
    .filter({ hasText: 'Medlem → Ledare' });
  await expect(changed).toContainText(love.displayName);
  await expect(changed).toContainText(klara.displayName);
  await owner.getByLabel('Vad som gjorts').selectOption('Roll ändrad');
  await expect(owner.getByRole('article')).toHaveCount(1);
  const downloading = owner.waitForEvent('download');
  await owner.getByRole('link', { name: 'Hämta som CSV' }).press('Enter');
  const file = readFileSync(await (await downloading).path(), 'utf8');
  expect(file).toContain('ROLE_CHANGED');
  expect(file).toContain(love.displayName);
  expect(file).not.toContain('Välkomna hit');

  // All of it on a phone.
  await owner.setViewportSize(phone.viewport);
  await flawless(owner, 'the log on a phone');
  for (const name of TABS) {
    await part(name).press('Enter');
    await expect(part(name)).toHaveAttribute('aria-current', 'page');
    await expect(owner.locator('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await narrow(owner);
  }

  const member = await browserOf(browser, maja, phone);
  await member.goto(`/${org.slug}`);
  await expect(member.getByRole('heading', { level: 1, name: 'Ordningsklubben' })).toBeVisible();
  await expect(member.getByRole('link', { name: /administration/i })).toHaveCount(0);
  await member.goto(`/admin/${org.slug}`);
  await expect(member.getByRole('heading', { level: 1 })).toHaveText(
    'Här administreras organisationen',
  );
  await expect(member.getByRole('article')).toHaveCount(0);
  await narrow(member);
  await flawless(member, 'an administration that is not for one');
  await member.goto('/admin');
  await expect(member.getByRole('heading', { level: 1 })).toHaveText(
    'Här administreras plattformen',
  );
  await close(owner, member);
});
