/** A calendar that is fetched from an address outside: added, shown read-only, its failures told and made good. */

import { createServer, type Server as Site } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Person } from '../live/harness/person.ts';
import { Server } from '../live/harness/server.ts';
import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, phone, test } from './harness/test.ts';

let site: Site;
let server: Server;
let people: Record<string, Person>;
let origin = '';
let status = 200;
let title = 'Studiedag';

const file = () =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Skolan//SV',
    'BEGIN:VEVENT',
    'UID:a@skola',
    'DTSTAMP:20270101T000000Z',
    'DTSTART:20270310T080000Z',
    'DURATION:PT1H',
    `SUMMARY:${title}`,
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:b@skola',
    'DTSTAMP:20270101T000000Z',
    'SUMMARY:Utan början',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

test.beforeAll(async () => {
  site = createServer((_, response) => {
    response.statusCode = status;
    response.end(status === 200 ? file() : '');
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  [server, people] = await Server.with(['vera'], {
    KALENDER_OUTWARD: origin,
    KALENDER_LIMIT_REFRESHES: '9/s',
  });
});

test.afterAll(async () => {
  await server.dispose();
  site.close();
});

test('a school’s calendar is subscribed to, read, and told of when it fails', async ({
  browser,
}) => {
  const { vera } = people;
  if (!vera) throw new Error('nobody is called Vera');
  const page = await browserOf(browser, vera, { ...phone, colorScheme: 'dark' });
  await page.goto('/kalender?view=agenda&date=2027-03-10');
  const open = async () => {
    await page.getByRole('button', { name: 'Kalendrar' }).tap();
  };
  await open();
  await page.getByRole('button', { name: 'Lägg till kalender' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Lägg till kalender' });
  await dialog.getByLabel('Prenumerera på en adress').check();
  const address = dialog.getByLabel('Kalenderns adress');
  await dialog.getByLabel('Namn').fill('Skolan');
  await address.fill('skolan.example');
  await dialog.getByRole('button', { name: 'Spara' }).tap();
  await expect(
    dialog.getByText('Skriv en adress som börjar med https:// eller webcal://.'),
  ).toBeVisible();
  await address.fill('https://10.0.0.1/a.ics');
  await dialog.getByRole('button', { name: 'Spara' }).tap();
  await expect(dialog.getByText(/och nås från internet/)).toBeVisible();
  await flawless(page, 'subscribing to an address');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await address.fill(`${origin}/klass.ics`);
  await dialog.getByRole('button', { name: 'Spara' }).tap();
  await expect(dialog).toBeHidden();

  // The event comes by itself, and cannot be changed.
  await page.getByRole('button', { name: 'Stäng' }).last().tap();
  const chip = (name: string) =>
    page.getByRole('main').getByRole('button', { name: new RegExp(name) });
  await chip('Studiedag').tap();
  const sheet = page.getByRole('dialog', { name: 'Studiedag' });
  await expect(sheet).toContainText('Hämtas från 127.0.0.1 och ändras inte här');
  await expect(sheet.getByRole('link', { name: 'Redigera' })).toBeHidden();
  await expect(sheet.getByRole('button', { name: 'Ta bort' })).toBeHidden();
  await flawless(page, 'an event from elsewhere');
  await sheet.getByRole('link', { name: 'Visa mer' }).tap();
  await page.waitForURL(/\/event\//);
  await expect(page.getByRole('main')).toContainText('Hämtas från 127.0.0.1 och ändras inte här');
  await page.goto('/kalender?view=agenda&date=2027-03-10');

  // How it stands, and what was not taken.
  await open();
  await page.getByRole('button', { name: 'Ändra Skolan' }).tap();
  const change = page.getByRole('dialog', { name: 'Ändra kalendern' });
  await expect(change.getByLabel('Kalenderns adress')).toHaveValue(`${origin}/klass.ics`);
  const state = change.getByRole('region', { name: 'Hämtning' });
  await expect(state).toContainText('Hämtad nyss');
  await state.getByText('1 händelse saknas eller är ofullständig').tap();
  await expect(state.getByRole('listitem')).toContainText('Utan början');
  status = 404;
  await state.getByRole('button', { name: 'Hämta nu' }).tap();
  await expect(state).toContainText('Det finns ingen kalender på adressen längre.');
  await expect(state).toContainText('Det som hämtades förut finns kvar');
  await flawless(page, 'a calendar that is not fetched');
  status = 200;
  title = 'Lovdag';
  await state.getByRole('button', { name: 'Försök igen' }).tap();
  await expect(state).not.toContainText('Det finns ingen kalender');
  await change.getByRole('button', { name: 'Avbryt' }).tap();
  await page.getByRole('button', { name: 'Stäng' }).last().tap();
  await expect(chip('Lovdag')).toBeVisible();
  await expect(chip('Studiedag')).toBeHidden();
  await close(page);
});
