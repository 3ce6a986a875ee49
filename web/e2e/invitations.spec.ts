/** Nobody is made a member without saying yes: asked and answered on phones, 360 points wide. */

import { flawless } from './harness/axe.ts';
import { browserOf, expect, narrow, phone, test } from './harness/test.ts';

test('an invitation is seen by both and answered by one', async ({ browser, world }) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Sångsällskapet', 'INVITE_ONLY');
  await astrid.invite(org.id, bertil, 'LEADER');

  const asks = await browserOf(browser, astrid, phone);
  await asks.goto(`/${org.slug}`);
  const invited = asks.getByRole('region', { name: 'Inbjudna' });
  await expect(invited.getByText('Inbjuden person')).toBeVisible();
  await expect(invited.getByText('Inbjuden', { exact: true })).toBeVisible();
  await expect(asks.getByText(bertil.displayName)).toHaveCount(0);
  await narrow(asks);
  await flawless(asks, 'who has asked');

  const asked = await browserOf(browser, bertil, phone);
  await asked.goto('/?section=organisations');
  await expect(asked.getByRole('button', { name: 'Tacka ja till Sångsällskapet' })).toBeVisible();
  await narrow(asked);
  await asked.goto('/notifications');
  await expect(asked.getByText(`${astrid.displayName} bjuder in dig som ledare.`)).toBeVisible();
  await narrow(asked);
  await flawless(asked, 'who is asked');
  await asked.getByRole('button', { name: 'Tacka ja till Sångsällskapet' }).tap();
  await expect(asked.getByText('Välkommen till Sångsällskapet!')).toBeVisible();
  await expect(asked.getByRole('region', { name: 'Inbjudningar' })).toHaveCount(0);

  // Live, without loading anew.
  await expect(asks.getByRole('region', { name: 'Personer' })).toContainText(bertil.displayName);
  await expect(invited).toHaveCount(0);
});
