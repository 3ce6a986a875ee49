/** A school's menu: written by who has that for a task, read by anybody. */

import type { Person } from '../live/harness/person.ts';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };
const DAY_MS = 86_400_000;

/** A day of the week that it is in Sweden; Monday is 0. */
function dateOf(n: number): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(
    new Date(),
  );
  const at = Date.parse(`${today}T00:00:00Z`);
  const weekday = new Date(at).getUTCDay() || 7;
  return new Date(at + (n + 1 - weekday) * DAY_MS).toISOString().slice(0, 10);
}

/** As a heading or a group names it: 'måndag 23 november'. */
const named = (date: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));

/** A school of somebody's own. */
async function schoolOf(owner: Person, name: string) {
  const org = await owner.found(name);
  await owner.call('PATCH', `/api/v1/entities/${org.id}`, { entityType: 'school' });
  return org;
}

const saved = (who: Person, school: number, days: object[]) =>
  who.call<{ days: { version: number }[] }>('POST', `/api/v1/entities/${school}/lunch-menu`, {
    days,
  });

test('a week is written by keyboard, and read by a stranger on a phone', async ({
  browser,
  world,
}) => {
  const { klara, love } = world.people;
  const school = await schoolOf(klara, 'Almdalens skola');
  await klara.relate(school.id, love, 'MENU_WRITER');
  await saved(klara, school.id, [
    { date: dateOf(-7), dishes: [{ name: 'Förra veckans gryta' }] },
    { date: dateOf(-5), note: 'Studiedag, ingen lunch' },
  ]);

  const page = await browserOf(browser, love, desk);
  await page.goto(`/skolmatsedel?organization=${school.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Almdalens skola' })).toBeVisible();
  await expect(page.getByText('Ingen matsedel den här veckan')).toBeVisible();
  await page.getByRole('button', { name: 'Ändra veckan' }).press('Enter');
  const [monday, tuesday, wednesday] = [0, 1, 2].map((n) => named(dateOf(n)));
  await page.getByRole('button', { name: 'Kopiera förra veckan' }).press('Enter');
  await expect(page.getByText('1 dag kopierades.')).toBeVisible();
  await expect(page.getByLabel(`Rätt 1, ${monday}`, { exact: true })).toHaveValue(
    'Förra veckans gryta',
  );
  const first = page.getByLabel(`Rätt 1, ${tuesday}`, { exact: true });
  await first.focus();
  await page.keyboard.type('Linsgryta');
  await page.keyboard.press('Tab');
  await page.keyboard.type('med ris');
  // Past the button that takes the dish away, to what it is marked with.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const day = page.getByRole('group', { name: tuesday });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(day.getByLabel('Vegansk')).toBeChecked();
  await day.getByLabel('Selleri').press('Space');
  await day.getByRole('button', { name: 'Lägg till rätt' }).press('Enter');
  await expect(page.getByLabel(`Rätt 2, ${tuesday}`, { exact: true })).toBeFocused();
  await page.keyboard.type('Fiskgratäng');
  await page.getByLabel(`Anteckning, ${wednesday}`).fill('Friluftsdag, ta med matsäck');
  await flawless(page, 'the form');
  await page.getByRole('button', { name: 'Spara veckan' }).press('Enter');
  await expect(page.getByText('Matsedeln är sparad')).toBeVisible();
  await expect(page.getByText('Fiskgratäng')).toBeVisible();
  // Whoever belongs to the school sees it in the calendar.
  await page.goto(`/kalender?view=day&date=${dateOf(1)}`);
  await expect(page.getByText('Linsgryta med ris; Fiskgratäng')).toBeVisible();
  await close(page);

  const context = await browser.newContext({
    baseURL: world.server.url,
    ...phone,
  });
  const stranger = await context.newPage();
  await stranger.goto('/skolmatsedel');
  await flawlessInBoth(stranger, 'the schools');
  await narrow(stranger);
  await stranger.getByLabel('Sök skola').fill('almd');
  const found = stranger.getByRole('link', { name: 'Almdalens skola' }).first();
  await expect(found).toBeVisible();
  await found.focus();
  await stranger.keyboard.press('Enter');
  const list = stranger.getByRole('listitem').filter({ hasText: 'Linsgryta' }).first();
  await expect(list).toContainText('Vegansk');
  await expect(list).toContainText('Innehåller: selleri');
  await expect(stranger.getByText('Friluftsdag, ta med matsäck')).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Ändra veckan' })).toHaveCount(0);
  await narrow(stranger);
  await flawlessInBoth(stranger, 'the menu');
  await stranger.getByRole('link', { name: 'Föregående vecka' }).press('Enter');
  await expect(stranger.getByText('Studiedag, ingen lunch')).toBeVisible();
  await stranger.getByRole('link', { name: 'Den här veckan' }).press('Enter');
  await expect(stranger.getByText('Linsgryta')).toBeVisible();
  // The school's own page leads there.
  await stranger.goto(`/${school.slug}`);
  await stranger.getByRole('link', { name: 'Skolmatsedel' }).last().click();
  await expect(stranger.getByText('Linsgryta')).toBeVisible();
  await context.close();
});

test('who writes second sees both and chooses', async ({ browser, world }) => {
  const { klara, love } = world.people;
  const school = await schoolOf(klara, 'Ekbackens skola');
  await klara.relate(school.id, love, 'SCHOOL_FOOD_ADMIN');
  await saved(klara, school.id, [{ date: dateOf(0), dishes: [{ name: 'Soppa' }] }]);
  const page = await browserOf(browser, love, desk);
  await page.goto(`/skolmatsedel?organization=${school.id}`);
  await page.getByRole('button', { name: 'Ändra veckan' }).click();
  const field = page.getByLabel(`Rätt 1, ${named(dateOf(0))}`, { exact: true });
  await field.fill('Gröt');
  await saved(klara, school.id, [{ date: dateOf(0), dishes: [{ name: 'Korv' }], version: 1 }]);
  await page.getByRole('button', { name: 'Spara veckan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Matsedeln har ändrats' });
  await expect(dialog.getByRole('row').last()).toContainText(/Gröt.*Korv/u);
  await flawless(page, 'both versions');
  await dialog.getByRole('button', { name: 'Spara mina dagar' }).click();
  await expect(page.getByText('Matsedeln är sparad')).toBeVisible();
  await expect(page.getByText('Gröt')).toBeVisible();
  await close(page);
});

test('a file is looked at before it is saved', async ({ browser, world }) => {
  const { klara } = world.people;
  const school = await schoolOf(klara, 'Granbackens skola');
  await saved(klara, school.id, [{ date: dateOf(0), dishes: [{ name: 'Soppa' }] }]);
  const page = await browserOf(browser, klara, phone);
  await page.goto(`/skolmatsedel?organization=${school.id}`);
  await page.getByRole('button', { name: 'Hämta från fil' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hämta matsedel från fil' });
  const file = (text: string) => ({
    name: 'meny.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  const input = dialog.locator('input[type="file"]');
  await input.setInputFiles(file(`Datum;Rätt;Kost\nigår;Soppa;\n${dateOf(1)};Korv;köttig\n`));
  await expect(dialog.getByRole('alert')).toContainText('Rad 2: datumet går inte att läsa.');
  await expect(dialog.getByRole('alert')).toContainText('Rad 3: ”köttig” känns inte igen.');
  await input.setInputFiles(
    file(`Datum;Rätt;Kost\n${dateOf(0)};Pannkakor;vegetarisk\n${dateOf(1)};Korv;\n`),
  );
  await expect(dialog.getByText('2 dagar i filen. Inget är sparat än.')).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: 'Pannkakor' })).toContainText(
    'Ersätter det som står',
  );
  await narrow(page);
  await flawless(page, 'what is in a file');
  await dialog.getByRole('button', { name: 'Spara 2 dagar' }).click();
  await expect(page.getByText('Matsedeln är sparad')).toBeVisible();
  await expect(page.getByText('Pannkakor')).toBeVisible();
  await close(page);
});
