/** A parents' evening, from the idea to the list of who came. */

import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };

interface Made {
  eventUUID: string;
  id: number;
}
interface Enrolled {
  content: { displayName: string; status: string; answers: Record<string, string> }[];
}

const DAY_MS = 86_400_000;
/** A day on which nobody is in a hurry to answer. */
const ahead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const calendarOf = async (who: Person, name: string, more: object = {}) =>
  (
    await who.call<{ calendarUUID: string }>('POST', '/api/v1/calendars', {
      name,
      visibility: 'PRIVATE',
      ...more,
    })
  ).calendarUUID;
const eventOf = (who: Person, calendarUUID: string, title: string, more: object) =>
  who.call<Made>('POST', '/api/v1/event', { calendarUUID, title, ...more });
const evening = (day: string) => ({ start: `${day}T17:00:00Z`, end: `${day}T18:30:00Z` });
/** How everybody stands, by name. */
const standing = async (who: Person, eventUUID: string) => {
  const path = `/api/v1/event/${eventUUID}/enrollments`;
  const { content } = await who.call<Enrolled>('GET', path);
  return Object.fromEntries(content.map(({ displayName, status }) => [displayName, status]));
};
const enrolment = (page: Page) => page.getByRole('region', { name: 'Anmälan' });
const participants = (page: Page) => page.getByRole('region', { name: 'Deltagare' });
const row = (page: Page, name: string) =>
  participants(page).getByRole('listitem').filter({ hasText: name });
/** Moves by keyboard until something has the focus. */
async function tabTo(page: Page, wanted: Locator) {
  for (let n = 0; n < 80; n++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not reach it');
}

test('a parents’ evening, from the idea to the list of who came', async ({ browser, world }) => {
  // Five browsers, one after the other.
  test.slow();
  const { greta, david, elin, folke } = world.people;
  const org = await greta.found('Ekskolan');
  for (const one of [david, elin, folke]) await greta.relate(org.id, one, 'MEMBER');
  const uuid = await calendarOf(greta, 'Skolan', { idEntity: org.id, visibility: 'RESTRICTED' });

  // The idea: two places, and who comes too late is offered what opens.
  const runs = await browserOf(browser, greta, desk);
  await runs.goto(
    `/editevent/new/${org.slug}?calendar=${uuid}&date=${ahead(12)}&from=1080&to=1170`,
  );
  await runs.getByLabel('Titel').fill('Föräldramöte');
  await runs.getByRole('button', { name: 'Fler val' }).click();
  await runs.getByRole('checkbox', { name: 'Kräver anmälan' }).check();
  await runs.getByLabel('Antal platser').fill('2');
  await runs.getByLabel('När det är fullt').selectOption('Kö: den första erbjuds platsen');
  await runs.getByRole('button', { name: 'Lägg till fråga' }).click();
  await runs.getByRole('button', { name: 'Lägg till fråga' }).click();
  const question = (n: number) => runs.getByRole('group', { name: `Fråga ${n}` });
  await question(1).getByLabel('Vad vill du fråga?').fill('Något vi ska ta upp?');
  await question(2).getByRole('combobox', { name: 'Svar' }).selectOption('Välj ett av flera');
  await question(2).getByLabel('Svar att välja på').fill('Kaffe');
  await question(2).getByRole('checkbox', { name: 'Måste besvaras' }).check();
  await runs.getByRole('button', { name: 'Spara' }).click();
  await expect(question(2).getByLabel('Vad vill du fråga?')).toBeFocused();
  await expect(question(2).getByText('Skriv frågan.')).toBeVisible();
  await expect(question(2).getByText('Ange minst två olika svar att välja på.')).toBeVisible();
  await flawless(runs, 'the editor with enrolment');
  await question(2).getByLabel('Vad vill du fråga?').fill('Vad vill du dricka?');
  await question(2).getByLabel('Svar att välja på').fill('Kaffe\nTe');
  await runs.getByRole('button', { name: 'Flytta upp fråga 2' }).click();
  await expect(question(1).getByLabel('Vad vill du fråga?')).toHaveValue('Vad vill du dricka?');
  await runs.getByRole('button', { name: 'Spara' }).click();
  await expect(runs.getByRole('heading', { level: 1, name: 'Föräldramöte' })).toBeVisible();
  await expect(enrolment(runs)).toContainText('2 platser kvar av 2');
  const eventUUID = new URL(runs.url()).pathname.split('/')[2] ?? '';

  // The whole channel is asked.
  await participants(runs).getByRole('button', { name: 'Bjud in' }).click();
  const invite = runs.getByRole('dialog', { name: 'Bjud in' });
  await invite.getByRole('button', { name: 'Skicka inbjudan' }).click();
  await expect(invite.getByText('Välj vilka du vill bjuda in.')).toBeVisible();
  await invite.getByRole('combobox', { name: 'Bjud in kanalen' }).fill('allmänt');
  await invite.getByRole('option', { name: /Allmänt.*Ekskolan/ }).click();
  await flawless(runs, 'the invitation');
  await invite.getByRole('button', { name: 'Skicka inbjudan' }).click();
  await expect(invite).toContainText('3 personer är inbjudna');
  await invite.getByRole('button', { name: 'Stäng' }).click();
  await expect(row(runs, 'david Test')).toContainText('Inbjuden');

  // Two take the places, one of them by keyboard alone.
  const first = await browserOf(browser, david, desk);
  await first.goto(`/event/${eventUUID}`);
  await expect(enrolment(first)).toContainText('Du är inbjuden');
  await expect(participants(first)).toHaveCount(0);
  const submit = enrolment(first).getByRole('button', { name: 'Anmäl dig' });
  await tabTo(first, submit);
  await first.keyboard.press('Enter');
  const drink = enrolment(first).getByLabel('Vad vill du dricka?');
  await expect(drink).toBeFocused();
  await expect(enrolment(first).getByText('Svara på frågan.')).toBeVisible();
  await first.keyboard.press('T');
  await expect(drink).toHaveValue('Te');
  await tabTo(first, submit);
  await first.keyboard.press('Enter');
  await expect(enrolment(first)).toContainText('Du är anmäld');

  const second = await browserOf(browser, elin, phone);
  await second.goto(`/event/${eventUUID}`);
  await expect(enrolment(second)).toContainText('1 plats kvar av 2');
  await enrolment(second).getByLabel('Vad vill du dricka?').selectOption('Kaffe');
  await enrolment(second).getByLabel('Något vi ska ta upp?').fill('Skolgården');
  await enrolment(second).getByRole('button', { name: 'Anmäl dig' }).tap();
  await expect(enrolment(second)).toContainText('Du är anmäld');
  await narrow(second);

  // The third waits, and sees it as it happens.
  const third = await browserOf(browser, folke, phone);
  await third.goto(`/event/${eventUUID}`);
  await expect(enrolment(third)).toContainText('Fullt');
  await enrolment(third).getByLabel('Vad vill du dricka?').selectOption('Te');
  await enrolment(third).getByRole('button', { name: 'Ställ dig i kö' }).tap();
  await expect(enrolment(third)).toContainText('Du står i kö. Plats 1 i kön');
  await expect(enrolment(first)).toContainText('1 person i kö');
  await expect(row(runs, 'folke Test')).toContainText('I kö, plats 1');

  await enrolment(first).getByRole('button', { name: 'Avanmäl dig' }).click();
  await first
    .getByRole('dialog', { name: 'Avanmäla dig?' })
    .getByRole('button', { name: 'Avanmäl dig' })
    .click();
  await expect(enrolment(first)).toContainText('Du har avanmält dig');
  await expect(enrolment(third)).toContainText('Du erbjuds en plats');
  await expect(enrolment(third)).toContainText(/Svara senast .* kvar\)/);
  await flawless(third, 'an offer');
  await enrolment(third).getByRole('button', { name: 'Ta platsen' }).tap();
  await expect(enrolment(third)).toContainText('Du är anmäld');
  await expect(enrolment(first)).toContainText('Fullt');

  // What was answered can be changed.
  await enrolment(second).getByRole('button', { name: 'Ändra anmälan' }).tap();
  await expect(enrolment(second).getByLabel('Något vi ska ta upp?')).toHaveValue('Skolgården');
  await enrolment(second).getByLabel('Något vi ska ta upp?').fill('Maten');
  await enrolment(second).getByRole('button', { name: 'Spara ändringen' }).tap();
  await expect(second.getByText('Din anmälan är sparad').last()).toBeVisible();

  await enrolment(third).getByRole('button', { name: 'Visa biljett' }).tap();
  const ticket = third.getByRole('dialog', { name: 'Din biljett' });
  await expect(ticket.getByRole('img', { name: 'QR-kod med din biljett' })).toBeVisible();
  await flawless(third, 'a ticket');
  await narrow(third);
  const code = await ticket.getByLabel('Biljettens kod').inputValue();

  // At the door, on a phone, in a cellar.
  const door = await browserOf(browser, greta, phone);
  await door.goto(`/event/${eventUUID}`);
  await participants(door).getByLabel('Sök på namn').fill('elin');
  await expect(row(door, 'folke Test')).toHaveCount(0);
  await expect(row(door, 'elin Test')).toContainText('Anmäld');
  await door.context().setOffline(true);
  await door.getByRole('button', { name: 'Checka in: elin Test' }).tap();
  await expect(row(door, 'elin Test')).toContainText('väntar på att skickas');
  await expect(participants(door)).toContainText('1 incheckning väntar på att skickas');
  expect(await standing(greta, eventUUID)).toMatchObject({ 'elin Test': 'CONFIRMED' });
  // Back in the net, but the server does not hear of it yet; and the page begins anew.
  await door.route('**/enrollments/checkin*', (route) => route.abort());
  await door.context().setOffline(false);
  await door.reload();
  await expect(row(door, 'elin Test')).toContainText('väntar på att skickas');
  await door.unroute('**/enrollments/checkin*');
  await door.getByRole('button', { name: 'Skicka nu' }).tap();
  await expect(participants(door)).not.toContainText('väntar på att skickas');
  await expect(row(door, 'elin Test')).toContainText(/Incheckad \d\d:\d\d/);
  await expect.poll(() => standing(greta, eventUUID)).toMatchObject({ 'elin Test': 'ATTENDED' });

  await participants(door).getByRole('button', { name: 'Skanna biljett' }).tap();
  const reader = door.getByRole('dialog', { name: 'Skanna biljetter' });
  await reader.getByLabel('Biljettens kod').fill('inte en biljett');
  await reader.getByRole('button', { name: 'Checka in' }).tap();
  await expect(reader.getByText('Biljetten gäller inte här.')).toBeVisible();
  await reader.getByLabel('Biljettens kod').fill(code);
  await reader.getByRole('button', { name: 'Checka in' }).tap();
  await expect(reader.getByRole('status')).toContainText('folke Test är incheckad');
  await flawless(door, 'the door');
  await narrow(door);
  await reader.getByRole('button', { name: 'Stäng' }).tap();
  await expect(row(door, 'folke Test')).toContainText('Incheckad');
  await flawless(door, 'the list at the door');

  // The list, for who keeps it.
  const downloading = runs.waitForEvent('download');
  await participants(runs).getByRole('link', { name: 'Hämta som tabell (CSV)' }).click();
  const table = readFileSync(await (await downloading).path(), 'utf8');
  for (const line of [/elin Test;.*Har kommit.*Kaffe;Maten/, /folke Test;.*Har kommit.*Te/]) {
    expect(table).toMatch(line);
  }
  expect(table).toMatch(/david Test;.*Avanmäld/);
  await close(runs, first, second, third, door);
});

test('who runs it approves, refuses, puts in and takes out', async ({ browser, world }) => {
  const { klara, love, maja, nils } = world.people;
  const uuid = await calendarOf(klara, 'Kurser', { visibility: 'PUBLIC' });
  const { eventUUID } = await eventOf(klara, uuid, 'Keramik', {
    ...evening(ahead(20)),
    enrollment: { capacity: 2, requiresApproval: true, waitlistMode: 'MANUAL', maxGuests: 1 },
  });
  const enrol = (who: Person) => who.call('POST', `/api/v1/event/${eventUUID}/enrollment`, {});
  await enrol(love);
  await enrol(maja);
  await enrol(nils);

  const page = await browserOf(browser, klara, phone);
  await page.goto(`/event/${eventUUID}`);
  await page.getByRole('button', { name: 'Godkänn: love Test' }).tap();
  await expect(row(page, 'love Test')).toContainText('Anmäld');
  await page.getByRole('button', { name: 'Neka: maja Test' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Neka' }).tap();
  await expect(row(page, 'maja Test')).toContainText('Inte godkänd');
  await page.getByRole('button', { name: 'Ge plats: nils Test' }).tap();
  await expect(row(page, 'nils Test')).toContainText('Anmäld');
  await participants(page).getByLabel('Visa', { exact: true }).selectOption('Inte godkända');
  await expect(row(page, 'nils Test')).toHaveCount(0);
  await expect(row(page, 'maja Test')).toBeVisible();
  await participants(page).getByLabel('Visa', { exact: true }).selectOption('Alla');
  await page.getByRole('button', { name: 'Ta bort: love Test' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).tap();
  await expect(row(page, 'love Test')).toContainText('Avanmäld');
  await narrow(page);

  // Who is refused is told so, and is asked for nothing more.
  const refused = await browserOf(browser, maja, desk);
  await refused.goto(`/event/${eventUUID}`);
  await expect(enrolment(refused)).toContainText('Din anmälan blev inte godkänd');
  await expect(enrolment(refused).getByRole('button')).toHaveCount(0);

  // Fewer places than people: said at its field, and nothing is lost.
  await page.goto(`/editevent/${eventUUID}/me`);
  await enrol(love);
  await page.getByLabel('Antal platser').fill('1');
  await page.getByRole('button', { name: 'Spara' }).tap();
  await expect(page.getByLabel('Antal platser')).toBeFocused();
  await expect(page.getByLabel('Antal platser')).toHaveAttribute('aria-invalid', 'true');
  await narrow(page);
  await close(page, refused);
});

test('of a series one enrols in one of it; signed out one is asked to sign in', async ({
  browser,
  world,
}) => {
  const { klara, love } = world.people;
  const uuid = await calendarOf(klara, 'Träning', { visibility: 'PUBLIC' });
  const { eventUUID } = await eventOf(klara, uuid, 'Yoga', {
    ...evening(ahead(3)),
    rrule: 'FREQ=WEEKLY;COUNT=4',
    enrollment: { capacity: 8, maxGuests: 2 },
  });
  const page = await browserOf(browser, love, phone);
  await page.goto(`/event/${eventUUID}`);
  await expect(enrolment(page)).toContainText('Välj vilket tillfälle det gäller:');
  await expect(enrolment(page).getByRole('listitem')).toHaveCount(4);
  await flawless(page, 'which of a series');
  await enrolment(page).getByRole('link').nth(1).tap();
  await expect(page).toHaveURL(/recurrenceId=/);
  await enrolment(page).getByLabel('Hur många tar du med dig?').selectOption('2');
  await enrolment(page).getByRole('button', { name: 'Anmäl dig' }).tap();
  await expect(enrolment(page)).toContainText('Du är anmäld med 2 gäster');
  await expect(enrolment(page)).toContainText('5 platser kvar av 8');
  const here = new URL(page.url());
  await page.goto(`/event/${eventUUID}`);
  await enrolment(page).getByRole('link').nth(0).tap();
  await expect(enrolment(page)).toContainText('Du är inte anmäld');

  const context = await browser.newContext({ baseURL: world.server.url, ...desk });
  const nobody = await context.newPage();
  await nobody.goto(here.pathname + here.search);
  await expect(enrolment(nobody)).toContainText('5 platser kvar av 8');
  await flawless(nobody, 'enrolment, signed out');
  await enrolment(nobody).getByRole('link', { name: 'Logga in för att anmäla dig.' }).click();
  await expect(nobody).toHaveURL(/\/login/);
  await context.close();
  await close(page);
});

test('enrolment is flawless', async ({ browser, world }) => {
  const { hedda, ivar } = world.people;
  const uuid = await calendarOf(hedda, 'Fester', { visibility: 'PUBLIC' });
  const { eventUUID } = await eventOf(hedda, uuid, 'Kräftskiva', {
    ...evening(ahead(9)),
    enrollment: {
      capacity: 30,
      deadline: `${ahead(7)}T12:00:00Z`,
      waitlistMode: 'AUTO_CONFIRM',
      maxGuests: 3,
      questions: [{ id: 'k', text: 'Kost', kind: 'CHOICE', options: ['Allt', 'Vegan'] }],
    },
  });
  await ivar.call('POST', `/api/v1/event/${eventUUID}/enrollment`, {
    guests: 1,
    answers: { k: 'Vegan' },
  });
  for (const options of [desk, phone]) {
    const runs = await browserOf(browser, hedda, options);
    await runs.goto(`/event/${eventUUID}`);
    await expect(row(runs, 'ivar Test')).toContainText('+ 1 gäst');
    await row(runs, 'ivar Test').getByText('Svar').click();
    await expect(row(runs, 'ivar Test')).toContainText('Vegan');
    await flawlessInBoth(runs, 'enrolment');
    await runs.goto(`/editevent/${eventUUID}/me`);
    await expect(runs.getByRole('group', { name: 'Fråga 1' })).toBeVisible();
    await flawlessInBoth(runs, 'enrolment in the editor');
    const comes = await browserOf(browser, ivar, options);
    await comes.goto(`/event/${eventUUID}`);
    await enrolment(comes).getByRole('button', { name: 'Ändra anmälan' }).click();
    await flawlessInBoth(comes, 'one’s own enrolment');
    await close(runs, comes);
  }
});

test('who runs an event enrols somebody, and who was ticked off is sent from any page', async ({
  browser,
  world,
}) => {
  const { greta, david, elin } = world.people;
  const org = await greta.found('Bokcirkeln');
  for (const one of [david, elin]) await greta.relate(org.id, one, 'MEMBER');
  const uuid = await calendarOf(greta, 'Cirkeln', { idEntity: org.id, visibility: 'RESTRICTED' });
  const question = { id: 'q1', text: 'Vilken bok?', kind: 'TEXT', required: true };
  const { eventUUID } = await eventOf(greta, uuid, 'Boksamtal', {
    ...evening(ahead(9)),
    enrollment: { capacity: 1, waitlistMode: 'OFFER', maxGuests: 0, questions: [question] },
  });

  // By the keyboard alone.
  const runs = await browserOf(browser, greta, phone);
  await runs.goto(`/event/${eventUUID}`);
  const dialog = runs.getByRole('dialog', { name: 'Anmäl någon' });
  const enrols = async (name: string) => {
    await participants(runs).getByRole('button', { name: 'Anmäl någon' }).press('Enter');
    await dialog.getByRole('combobox', { name: 'Person' }).fill(name);
    // What does not fit goes at once, before the answer is there.
    await expect(dialog.getByRole('option')).toHaveText([new RegExp(name)]);
    await runs.keyboard.press('ArrowDown');
    await runs.keyboard.press('Enter');
    await dialog.getByLabel('Vilken bok?').fill('Röda rummet');
    await dialog.getByLabel('Vilken bok?').press('Enter');
  };
  await participants(runs).getByRole('button', { name: 'Anmäl någon' }).press('Enter');
  await dialog.getByRole('button', { name: 'Anmäl', exact: true }).press('Enter');
  await expect(dialog.getByText('Välj vem du vill anmäla.')).toBeVisible();
  await expect(dialog.getByText('Svara på frågan.')).toBeVisible();
  await flawlessInBoth(runs, 'enrolling somebody');
  await narrow(runs);
  await dialog.getByRole('button', { name: 'Avbryt' }).press('Enter');
  await enrols('david');
  await expect(runs.getByText('david Test: Anmäld')).toBeVisible();
  await expect(row(runs, 'david Test')).toContainText('Röda rummet');
  // Full: the next one waits, and twice is once.
  await enrols('elin');
  await expect(row(runs, 'elin Test')).toContainText('I kö, plats 1');
  await enrols('david');
  await expect(dialog.getByText(/redan/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Avbryt' }).press('Enter');
  expect(await standing(greta, eventUUID)).toEqual({
    'david Test': 'CONFIRMED',
    'elin Test': 'WAITLISTED',
  });

  // Ticked off while the server is out of reach; then one goes elsewhere.
  await runs.route('**/enrollments/checkin*', (route) => route.abort());
  await runs.getByRole('button', { name: 'Checka in: david Test' }).tap();
  await expect(row(runs, 'david Test')).toContainText('väntar på att skickas');
  await runs.getByRole('link', { name: 'Kalender, till startsidan' }).tap();
  await expect(runs.getByRole('heading', { level: 1, name: /^Hej/ })).toBeVisible();
  await expect(participants(runs)).toHaveCount(0);
  expect(await standing(greta, eventUUID)).toMatchObject({ 'david Test': 'CONFIRMED' });
  await runs.unroute('**/enrollments/checkin*');
  await runs.context().setOffline(true);
  await runs.context().setOffline(false);
  await expect.poll(() => standing(greta, eventUUID)).toMatchObject({ 'david Test': 'ATTENDED' });
  await close(runs);
});
