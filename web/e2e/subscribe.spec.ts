/** Calendars in other programs, files of theirs, and choices of calendars. */

import type { Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };

const calendarOf = async (who: Person, name: string, visibility = 'PRIVATE') =>
  (await who.call<{ calendarUUID: string }>('POST', '/api/v1/calendars', { name, visibility }))
    .calendarUUID;
const eventOn = (who: Person, calendarUUID: string, title: string, day: string) =>
  who.call('POST', '/api/v1/event', {
    calendarUUID,
    title,
    start: `${day}T10:00:00Z`,
    end: `${day}T11:00:00Z`,
  });
const chip = (page: Page, title: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(title) });
const side = (page: Page) => page.getByRole('complementary', { name: 'Kalendrar' });
const textAt = async (address: string) => {
  const answer = await fetch(address);
  return { status: answer.status, text: await answer.text() };
};

test('a phone’s own calendar reads one’s calendars by an address that one can change', async ({
  browser,
  world,
}) => {
  const { folke } = world.people;
  const open = await calendarOf(folke, 'Folkes föredrag', 'PUBLIC');
  await eventOn(folke, open, 'Om ugglor', '2027-02-03');
  const page = await browserOf(browser, folke, desk);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/kalender?view=month&date=2027-02-03');
  await side(page).getByRole('button', { name: 'Prenumerera' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prenumerera' });
  const address = dialog.getByLabel('Adress', { exact: true });
  await expect(address).toHaveValue(/\/ics\/.+\.ics$/);
  await dialog.getByRole('button', { name: 'Kopiera', exact: true }).click();
  await expect(dialog.getByText('Adressen är kopierad')).toBeVisible();
  const first = await page.evaluate(() => navigator.clipboard.readText());
  expect((await textAt(first)).text).toContain('SUMMARY:Om ugglor');
  await expect(dialog.getByRole('link', { name: 'Lägg till på enheten' }).first()).toHaveAttribute(
    'href',
    /^webcal:/,
  );
  await dialog.getByRole('button', { name: 'Visa QR-kod' }).click();
  await expect(
    dialog.getByRole('img', { name: 'QR-kod med adressen till din kalender' }),
  ).toBeVisible();
  await flawless(page, 'subscriptions');
  const whole = await dialog.getByLabel('Adress till Folkes föredrag').inputValue();
  expect((await textAt(whole)).text).toContain('SUMMARY:Om ugglor');

  await dialog.getByRole('button', { name: 'Byt adress' }).click();
  const sure = page.getByRole('dialog', { name: 'Byta adress?' });
  await expect(sure).toContainText('Den gamla adressen slutar att fungera direkt.');
  await sure.getByRole('button', { name: 'Byt adress' }).click();
  await expect(address).not.toHaveValue(first);
  const second = await address.inputValue();
  expect((await textAt(first)).status).toBe(404);
  expect((await textAt(second)).text).toContain('SUMMARY:Om ugglor');

  await page.goto('/settings#ics');
  const settings = page.getByRole('region', { name: 'Din kalender i andra program' });
  await expect(settings.getByLabel('Adress', { exact: true })).toHaveValue(second);
  await close(page);
});

test('a file of another program: what is taken, and what is not', async ({ browser, world }) => {
  const { elin } = world.people;
  await calendarOf(elin, 'Elins skola');
  const event = (uid: string, title: string, start: string) =>
    ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20270101T000000Z', start, `SUMMARY:${title}`].concat(
      'DURATION:PT1H',
      'END:VEVENT',
    );
  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Skolan//SV',
    ...event('a@skola', 'Studiedag', 'DTSTART:20270310T080000Z'),
    ...event('b@skola', 'Utan början', 'COMMENT:ingen tid'),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  const page = await browserOf(browser, elin, phone);
  await page.goto('/kalender?view=agenda&date=2027-03-10');
  await page.getByRole('button', { name: 'Kalendrar' }).tap();
  await page.getByRole('button', { name: 'Importera' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Importera en kalenderfil' });
  await dialog.getByRole('button', { name: 'Importera' }).tap();
  await expect(dialog.getByText('Välj en fil.')).toBeVisible();
  await dialog.getByLabel('Till kalendern').selectOption('Elins skola');
  await dialog.getByLabel('Fil', { exact: true }).setInputFiles({
    name: 'skola.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(file),
  });
  await flawless(page, 'the import');
  await narrow(page);
  await dialog.getByRole('button', { name: 'Importera' }).tap();
  await expect(dialog).toContainText('1 händelse importerades');
  await expect(dialog).toContainText('1 händelse togs inte med');
  await expect(dialog.getByRole('listitem')).toContainText('Utan början');
  await flawless(page, 'the report of the import');
  await dialog.getByRole('button', { name: 'Stäng' }).tap();
  await page.getByRole('button', { name: 'Stäng' }).last().tap();
  await expect(chip(page, 'Studiedag')).toBeVisible();
  await close(page);
});

test('a choice of calendars is made and holds, in two tabs', async ({ browser, world }) => {
  const { hedda } = world.people;
  const school = await calendarOf(hedda, 'Heddas skola');
  const sport = await calendarOf(hedda, 'Heddas sport');
  await eventOn(hedda, school, 'Läxförhör', '2027-03-17');
  await eventOn(hedda, sport, 'Match', '2027-03-17');
  const page = await browserOf(browser, hedda, desk);
  const view = '/kalender?view=agenda&date=2027-03-17';
  await page.goto(view);
  const other = await page.context().newPage();
  await other.goto(view);
  for (const tab of [page, other]) {
    await expect(chip(tab, 'Läxförhör')).toBeVisible();
    await expect(chip(tab, 'Match')).toBeVisible();
  }
  await side(page).getByRole('button', { name: 'Nytt urval' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nytt urval' });
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await expect(dialog.getByText('Skriv ett namn.')).toBeVisible();
  await expect(dialog.getByText('Välj minst en kalender.')).toBeVisible();
  await dialog.getByLabel('Namn').fill('Bara skolan');
  await dialog.getByRole('checkbox', { name: 'Heddas skola' }).check();
  await flawless(page, 'a choice of calendars');
  await dialog.getByRole('button', { name: 'Spara' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByText('Urval: Bara skolan')).toBeVisible();
    await expect(chip(tab, 'Läxförhör')).toBeVisible();
    await expect(chip(tab, 'Match')).toHaveCount(0);
  }
  await flawless(page, 'the calendar with a choice');

  // Another one takes its place.
  await side(page).getByRole('button', { name: 'Nytt urval' }).click();
  await dialog.getByLabel('Namn').fill('Bara sporten');
  await dialog.getByRole('checkbox', { name: 'Heddas sport' }).check();
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await expect(other.getByText('Urval: Bara sporten')).toBeVisible();
  await expect(chip(other, 'Läxförhör')).toHaveCount(0);
  await expect(side(other).getByRole('radio', { name: 'Bara skolan' })).not.toBeChecked();

  await side(other).getByRole('radio', { name: 'Bara skolan' }).check();
  await expect(page.getByText('Urval: Bara skolan')).toBeVisible();
  await page.getByRole('button', { name: 'Visa alla' }).click();
  await expect(page.getByText(/^Urval: /)).toHaveCount(0);
  await expect(other.getByText(/^Urval: /)).toHaveCount(0);
  await expect(chip(other, 'Match')).toBeVisible();

  await side(page).getByRole('button', { name: 'Ändra Bara sporten' }).click();
  const change = page.getByRole('dialog', { name: 'Ändra urvalet' });
  await expect(change.getByRole('checkbox', { name: 'Heddas sport' })).toBeChecked();
  await change.getByRole('button', { name: 'Ta bort urvalet' }).click();
  const sure = page.getByRole('dialog', { name: 'Ta bort Bara sporten?' });
  await sure.getByRole('button', { name: 'Ta bort urvalet' }).click();
  await expect(side(page).getByRole('radio', { name: 'Bara sporten' })).toHaveCount(0);
  await expect(side(other).getByRole('radio', { name: 'Bara sporten' })).toHaveCount(0);
  await close(page);
});

test('subscriptions and choices are flawless', async ({ browser, world }) => {
  const { ivar } = world.people;
  const uuid = await calendarOf(ivar, 'Ivars', 'PUBLIC');
  await ivar.call('POST', '/api/v1/event-filters', {
    name: 'Urval',
    isActive: true,
    rules: [{ calendarUUID: uuid }],
  });
  for (const options of [desk, phone]) {
    const page = await browserOf(browser, ivar, options);
    await page.goto('/kalender?view=month&date=2027-03-17');
    await expect(page.getByText('Urval: Urval')).toBeVisible();
    if (options === phone) {
      await narrow(page);
      await page.getByRole('button', { name: 'Kalendrar' }).tap();
    }
    await page.getByRole('button', { name: 'Prenumerera' }).click();
    const dialog = page.getByRole('dialog', { name: 'Prenumerera' });
    await expect(dialog.getByLabel('Adress', { exact: true })).toHaveValue(/\.ics$/);
    await flawlessInBoth(page, 'subscriptions');
    if (options === phone) await narrow(page);
    await page.goto('/settings#ics');
    await expect(page.getByLabel('Adress', { exact: true })).toHaveValue(/\.ics$/);
    await flawlessInBoth(page, 'the settings');
    await close(page);
  }
});
