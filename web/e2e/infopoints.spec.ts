/** A place, added at a desk by keyboard with its coordinates the wrong way round, found nearby on a phone, followed and reported; an event is at it. */
import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

/** The square of Visby, which no other journey has places at. */
const at = { latitude: 57.6409, longitude: 18.296 };

test('a place is added, found nearby, followed and reported [social 2.7]', async ({
  browser,
  world,
}) => {
  const { klara, love } = world.people;
  const desk = await browserOf(browser, klara, { viewport: { width: 1280, height: 900 } });
  await desk.goto('/infopoint');
  await desk.getByRole('link', { name: 'Lägg till en plats' }).press('Enter');
  await desk.getByLabel('Platsens namn').fill('Torgets lekplats');
  await desk.getByLabel('Latitud').fill('18,296');
  await desk.getByLabel('Longitud').fill('57,6409');
  await desk.getByRole('button', { name: 'Nästa' }).press('Enter');
  await expect(desk.getByText('Bytte du plats på latitud och longitud?')).toBeVisible();
  await desk.getByRole('button', { name: 'Byt plats på dem' }).press('Enter');
  await expect(desk.getByLabel('Latitud')).toHaveValue('57,6409');
  await flawless(desk, 'the first step');
  await desk.getByRole('button', { name: 'Nästa' }).press('Enter');
  await desk.getByLabel('Vad är det för plats?').selectOption('Lekplats');
  await desk.getByLabel('Öppettider').fill('Alltid öppen');
  await desk.getByRole('button', { name: 'Lägg till platsen' }).press('Enter');
  await expect(desk.getByRole('heading', { level: 1, name: 'Torgets lekplats' })).toBeVisible();
  await expect(desk.getByRole('group', { name: 'Karta: Torgets lekplats' })).toBeVisible();
  await flawless(desk, 'a place');

  const far = await browserOf(browser, love, {
    ...phone,
    colorScheme: 'dark',
    geolocation: at,
    permissions: ['geolocation'],
  });
  await far.goto('/infopoint');
  await far.getByRole('button', { name: 'Nära mig' }).click();
  const row = far.getByRole('listitem').filter({ hasText: 'Torgets lekplats' });
  await expect(row).toContainText('Lekplats');
  await row.getByRole('button', { name: 'Bevaka: Torgets lekplats' }).press('Enter');
  await expect(far.getByText('Du får en notis när platsen ändras')).toBeVisible();
  await narrow(far);
  await flawless(far, 'the list on a phone');
  await far.getByRole('link', { name: 'Karta', exact: true }).press('Enter');
  await far.getByTitle('Torgets lekplats').locator('span').click();
  const card = far.getByRole('region', { name: 'Torgets lekplats' });
  await expect(card).toContainText('Alltid öppen');
  await narrow(far);
  await flawless(far, 'the map on a phone');
  await card.getByRole('link', { name: 'Torgets lekplats' }).press('Enter');
  await expect(far.getByRole('button', { name: /^Bevaka/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await narrow(far);
  await far.getByRole('button', { name: 'Rapportera' }).press('Enter');
  const dialog = far.getByRole('dialog', { name: 'Rapportera platsen' });
  await dialog.getByLabel('Varför?').fill('Den är riven.');
  await dialog.getByRole('button', { name: 'Rapportera' }).press('Enter');
  await expect(far.getByText(/^Tack, din rapport är skickad/)).toBeVisible();
  // What one follows stands on the start page.
  await far.goto('/?section=infopoint');
  await expect(far.getByRole('list', { name: 'Favoriter och bevakade platser' })).toContainText(
    'Torgets lekplats',
  );

  // Where an event is, the place is offered while one types; the event's page leads to it.
  await desk.goto('/skapa-evenemang');
  await desk.getByLabel('Titel').fill('Lekdag');
  const where = desk.getByRole('combobox', { name: 'Plats' });
  await where.pressSequentially('torgets');
  await expect(desk.getByRole('option', { name: /Torgets lekplats.*Lekplats/ })).toBeVisible();
  await flawless(desk, 'places that are offered');
  await where.press('ArrowDown');
  await where.press('Enter');
  await expect(where).toHaveValue('Torgets lekplats');
  await desk.getByRole('button', { name: 'Spara' }).press('Enter');
  await expect(desk.getByRole('heading', { level: 1, name: 'Lekdag' })).toBeVisible();
  await desk.getByRole('link', { name: 'Torgets lekplats' }).press('Enter');
  await expect(desk.getByRole('heading', { level: 1, name: 'Torgets lekplats' })).toBeVisible();
  await close(desk, far);
});
