/** A series is booked around a clash, billed, paid by Swish and taken out for the books: by who books and by the treasurer. */

import { readFileSync } from 'node:fs';
import { flawless } from './harness/axe.ts';
import { bookableOf, capital, named, WEDNESDAY } from './harness/booking.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };
const WEEK_MS = 7 * 86_400_000;
const weeksLater = (n: number) =>
  new Date(Date.parse(`${WEDNESDAY}T00:00:00Z`) + n * WEEK_MS).toISOString().slice(0, 10);

test('a series is booked around a clash, paid by Swish, and ends in the books [social 2.7]', async ({
  browser,
  world,
}) => {
  const { klara, love, maja } = world.people;
  const org = await klara.found('Bokföringsklubben');
  for (const person of [love, maja]) await klara.relate(org.id, person, 'MEMBER');
  const id = await bookableOf(klara, org.id, 'Hallen', {
    priceClasses: [{ name: 'Taxa', base: 10_000, vatRate: 25 }],
    cancellation: { freeHours: 24 * 300, share: 50 },
  });

  // How the club is paid, by its owner.
  const treasurer = await browserOf(browser, klara, desk);
  await treasurer.goto(`/settings/payments?organization=${org.id}`);
  await treasurer.getByLabel('Organisationsnummer').fill('802000-9992');
  await treasurer.getByLabel('Adress').fill('Almgatan 4\n222 22 Lund');
  await treasurer.getByLabel('Swish-nummer').fill('1234567890');
  await treasurer.getByLabel('Bankgiro').fill('5050-1056');
  await treasurer.keyboard.press('Tab');
  await expect(treasurer.getByText(/den sista stämmer inte med de andra/)).toBeVisible();
  await treasurer.getByLabel('Bankgiro').fill('5050-1055');
  await expect(treasurer.getByText(/den sista stämmer inte med de andra/)).toHaveCount(0);
  await flawless(treasurer, 'how an organisation is paid');
  await treasurer.getByRole('button', { name: 'Spara' }).press('Enter');
  await expect(treasurer.getByText('Sparat')).toBeVisible();

  // Somebody else has the second week.
  const [year, month, date] = weeksLater(1).split('-');
  const taken = `${year}-${month}-${date}`;
  const atTen = (day: string) => new Date(`${day}T10:00:00`);
  const offset = (day: string) => {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: 'Europe/Stockholm',
      timeZoneName: 'longOffset',
    }).formatToParts(atTen(day));
    return parts.find(({ type }) => type === 'timeZoneName')?.value.slice(3) ?? '+01:00';
  };
  await maja.call('POST', '/api/v1/booking', {
    idBookable: id,
    start: new Date(`${taken}T10:00:00${offset(taken)}`).toISOString(),
    end: new Date(`${taken}T11:00:00${offset(taken)}`).toISOString(),
  });

  // Each week, on a phone: the clash is shown, and the rest booked.
  const member = await browserOf(browser, love, phone);
  await member.goto(`/${org.slug}/boka?bookable=${id}&date=${WEDNESDAY}`);
  await member
    .getByRole('button', { name: new RegExp(`^${named(WEDNESDAY)}, \\d+ lediga tider`, 'i') })
    .click();
  await member.getByRole('button', { name: /^10:00/ }).click();
  const dialog = member.getByRole('dialog', { name: 'Boka Hallen' });
  await dialog.getByLabel('Upprepa').selectOption('Varje vecka');
  await dialog.getByLabel('Till och med').fill(weeksLater(2));
  await expect(dialog).toContainText(/3 gånger, tillsammans omkring 300,00\skr/u);
  await narrow(member);
  await flawless(member, 'a series');
  await dialog.getByRole('button', { name: 'Boka', exact: true }).press('Enter');
  const clash = dialog.getByRole('alert').filter({ hasText: 'De här gångerna' });
  await expect(clash).toContainText(`${capital(named(weeksLater(1)))} 10:00–11:00: upptagen`);
  await narrow(member);
  await flawless(member, 'a clash in a series');
  await clash.getByRole('button', { name: 'Boka de andra 2' }).press('Enter');
  const booked = member.getByRole('dialog', { name: '2 bokningar gjorda' });
  await expect(booked).toContainText(/200,00\skr/u);
  await flawless(member, 'a booked series');
  await booked.getByRole('link', { name: 'Mina bokningar' }).press('Enter');

  // One of the two is given up, and costs half.
  const cards = member.getByRole('article', { name: /Hallen/ });
  await expect(cards).toHaveCount(2);
  await cards
    .nth(1)
    .getByRole('button', { name: /^Avboka / })
    .press('Enter');
  const cancelling = member.getByRole('dialog', { name: 'Avboka?' });
  await expect(cancelling.getByLabel('Bokningen är en av flera i en serie')).toHaveValue('this');
  await cancelling.getByRole('button', { name: 'Avboka' }).press('Enter');
  await expect(member.getByText('Bokningen är avbokad')).toBeVisible();

  // What is to be paid, and how.
  await expect
    .poll(async () => {
      await member.goto('/bookings');
      const entries = member.getByRole('list', { name: 'Att betala' }).getByRole('listitem');
      // The page is there before its list.
      await entries
        .first()
        .waitFor({ timeout: 5_000 })
        .catch(() => {});
      return entries.allInnerTexts();
    })
    .toEqual([expect.stringMatching(/50,00\skr/u), expect.stringMatching(/100,00\skr/u)]);
  await narrow(member);
  await flawless(member, 'what is to be paid');
  const owed = member.getByRole('list', { name: 'Att betala' });
  await owed.getByRole('link').last().press('Enter');
  await expect(member.getByRole('heading', { name: 'Så betalar du' })).toBeVisible();
  await expect(member.getByText('1234567890').first()).toBeVisible();
  await expect(member.getByRole('article')).toContainText('Almgatan 4');
  await expect(member.getByRole('article')).toContainText('Organisationsnummer 802000-9992');
  await narrow(member);
  await flawless(member, 'how it is paid');

  // The treasurer marks it as paid and takes out the books.
  await treasurer.goto(`/${org.slug}/underlag`);
  await flawless(treasurer, 'what an organisation bills');
  await treasurer
    .getByRole('button', { name: /^Markera som betald/ })
    .first()
    .press('Enter');
  const paying = treasurer.getByRole('dialog');
  await flawless(treasurer, 'marking as paid');
  await paying.getByRole('button', { name: 'Markera som betald' }).press('Enter');
  await expect(treasurer.getByText('Underlaget är markerat som betalt')).toBeVisible();
  const downloading = treasurer.waitForEvent('download');
  await treasurer.getByRole('link', { name: 'SIE-fil' }).press('Enter');
  const file = readFileSync(await (await downloading).path(), 'latin1');
  expect(file).toContain('#SIETYP 4');
  expect(file.match(/#VER/g)?.length).toBeGreaterThanOrEqual(5);
  await treasurer.setViewportSize(phone.viewport);
  await narrow(treasurer);
  await close(member, treasurer);
});
