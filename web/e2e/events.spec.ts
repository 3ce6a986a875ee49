/** Events as people make, change, move and remove them. */

import type { Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, standing, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };

interface Made {
  eventUUID: string;
  id: number;
  version: number;
}
interface Listed {
  content: { title: string; start: string; end: string }[];
}

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
/** What the server has between two days. */
const listed = async (who: Person, from: string, to: string, title: string) => {
  const query = `from=${from}T00:00:00Z&to=${to}T00:00:00Z`;
  const { content } = await who.call<Listed>('GET', `/api/v1/events?${query}`);
  return content.filter((one) => one.title === title).map(({ start, end }) => [start, end]);
};
/** What stands in a day of the month. */
const on = (page: Page, day: string) => page.locator(`td [data-event][data-on="${day}"]`);
const quickOf = (page: Page) => page.getByRole('dialog', { name: 'Ny händelse' });
const chip = (page: Page, title: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(title) });

test('an event is made by keyboard, seen in every view, changed and removed', async ({
  browser,
  world,
}) => {
  const { bertil } = world.people;
  const page = await browserOf(browser, bertil, desk);
  const { keyboard } = page;
  await page.goto('/kalender?view=month&date=2027-09-15');
  await expect(page.locator('[data-day="2027-09-15"]')).toBeVisible();
  await keyboard.press('n');
  const quick = page.getByRole('dialog', { name: 'Ny händelse' });
  await expect(quick.getByLabel('Snabbhändelse')).toBeFocused();
  await keyboard.press('Enter');
  await expect(quick.getByText('Skriv en titel.')).toBeVisible();
  await flawless(page, 'the quick form');
  await quick.getByLabel('Titel').fill('Svampplockning');
  await quick.getByLabel('Från').fill('09:00');
  await quick.getByLabel('Till').fill('11:30');
  await quick.getByRole('button', { name: 'Spara' }).click();
  await expect(page.getByText('Händelsen har lagts in')).toBeVisible();
  for (const view of ['month', 'week', 'day', 'agenda']) {
    await page.goto(`/kalender?view=${view}&date=2027-09-15`);
    await expect(chip(page, 'Svampplockning').first()).toBeVisible();
  }
  await page.goto('/kalender?view=year&date=2027-09-15');
  await expect(
    page.getByRole('gridcell', { name: /^onsdag 15 september 2027/ }),
  ).toHaveAccessibleName(/1 händelse/);

  await page.goto('/kalender?view=week&date=2027-09-15');
  await chip(page, 'Svampplockning').click();
  await flawless(page, 'an event’s sheet');
  await page.getByRole('dialog').getByRole('link', { name: 'Redigera' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Redigera händelse' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Plats' }).fill('Tyresta');
  await page.getByLabel('Beskrivning').fill('Ta med korg.');
  // What most events do not need is a step away, and the step says where it leads.
  const more = page.getByRole('button', { name: 'Fler val' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await expect(more).toHaveAccessibleDescription(/Upprepning.*Vem ser händelsen: Bara jag/);
  await expect(page.getByLabel('Adress', { exact: true })).toBeHidden();
  await flawless(page, 'the editor’s first fields');
  await more.focus();
  await keyboard.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await page.getByLabel('Adress', { exact: true }).fill('Tyrestavägen 1');
  await page.getByRole('button', { name: 'Lägg till länk' }).click();
  await page.getByLabel('Länk 1', { exact: true }).fill('inte en länk');
  await page.getByRole('button', { name: 'Spara' }).click();
  await expect(page.getByText('Länken börjar med http:// eller https://.')).toBeVisible();
  await expect(page.getByLabel('Länk 1', { exact: true })).toBeFocused();
  await page.getByLabel('Länk 1', { exact: true }).fill('https://exempel.se/svamp');
  await page.getByLabel('Status').selectOption('Preliminär');
  await page.getByRole('button', { name: 'Spara' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Svampplockning' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Onsdag 15 september 2027, 09:00–11:30');
  await expect(page.getByRole('article')).toContainText('Preliminär');
  await expect(page.getByRole('article')).toContainText('Tyrestavägen 1');
  await expect(page.getByRole('link', { name: 'https://exempel.se/svamp' })).toBeVisible();

  await page.getByRole('button', { name: 'Ställ in' }).click();
  await expect(page.getByRole('article')).toContainText('Inställd');
  await page.getByRole('button', { name: 'Ta bort' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click();
  await expect(page).toHaveURL(/\/kalender/);
  await expect(chip(page, 'Svampplockning')).toHaveCount(0);
  expect(await listed(bertil, '2027-09-01', '2027-10-01', 'Svampplockning')).toEqual([]);
  await close(page);
});

test('a series: in words, one of it, all after it, all', async ({ browser, world }) => {
  const { cecilia } = world.people;
  const uuid = await calendarOf(cecilia, 'Dans');
  const page = await browserOf(browser, cecilia, desk);
  await page.goto(`/editevent/new/me?date=2027-10-05&from=1080&to=1140&calendar=${uuid}`);
  await page.getByLabel('Titel').fill('Danskurs');
  await page.getByRole('button', { name: 'Fler val' }).click();
  await page.getByLabel('Upprepas').selectOption('Veckovis');
  await page.getByRole('checkbox', { name: 'torsdagar' }).check();
  await page.getByLabel('Slutar', { exact: true }).last().selectOption('Efter ett antal gånger');
  await page.getByLabel('Antal gånger').fill('8');
  await expect(page.getByText('Varje vecka på tisdagar och torsdagar, 8 gånger')).toBeVisible();
  await page.getByRole('button', { name: 'Spara' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Danskurs' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText(
    'Varje vecka på tisdagar och torsdagar, 8 gånger',
  );
  const all = () => listed(cecilia, '2027-10-01', '2027-12-01', 'Danskurs');
  expect((await all()).length).toBe(8);

  // One of it, an hour later.
  await page.goto('/kalender?view=month&date=2027-10-12');
  await on(page, '2027-10-12').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Flytta …' }).click();
  const move = page.getByRole('dialog', { name: 'Flytta Danskurs' });
  await expect(move.getByLabel('Ny tid')).toHaveValue('18:00');
  await move.getByLabel('Ny tid').fill('19:00');
  await move.getByRole('button', { name: 'Flytta', exact: true }).click();
  const scope = page.getByRole('dialog', { name: 'Ändra återkommande händelse' });
  await flawless(page, 'which of a series');
  await scope.getByRole('radio', { name: 'Bara den här' }).check();
  await scope.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByText('Händelsen har flyttats')).toBeVisible();
  await expect
    .poll(async () => (await all()).find(([start]) => start?.startsWith('2027-10-12')))
    .toEqual(['2027-10-12T17:00:00.000Z', '2027-10-12T18:00:00.000Z']);
  expect((await all()).length).toBe(8);

  // That and all after it get another name.
  await page.goto('/kalender?view=month&date=2027-10-21');
  await on(page, '2027-10-21').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Redigera' }).click();
  // How it repeats says something, so it is shown.
  await expect(page.getByLabel('Upprepas')).toBeVisible();
  await page.getByLabel('Titel').fill('Dans, fortsättning');
  await page.getByRole('button', { name: 'Spara' }).click();
  await scope.getByRole('radio', { name: 'Den här och alla senare' }).check();
  await scope.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dans, fortsättning' })).toBeVisible();
  const later = () => listed(cecilia, '2027-10-01', '2027-12-01', 'Dans, fortsättning');
  // Tuesdays and Thursdays from 5 October: the sixth is the 21st.
  expect((await later()).map(([start]) => start?.slice(0, 10))).toEqual([
    '2027-10-21',
    '2027-10-26',
    '2027-10-28',
  ]);
  expect((await all()).length).toBe(5);

  await page.goto('/kalender?view=month&date=2027-10-07');
  await on(page, '2027-10-07').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click();
  const remove = page.getByRole('dialog', { name: 'Ta bort återkommande händelse' });
  await remove.getByRole('radio', { name: 'Alla i serien' }).check();
  await remove.getByRole('button', { name: 'Fortsätt' }).click();
  await expect.poll(async () => (await all()).length).toBe(0);
  expect((await later()).length).toBe(3);
  await close(page);
});

test('with a mouse: a time is drawn, an event moved, stretched and put back', async ({
  browser,
  world,
}) => {
  const { david } = world.people;
  const page = await browserOf(browser, david, desk);
  await page.goto('/kalender?view=week&date=2027-08-18');
  const column = (day: string) => page.locator(`[data-column="${day}"]`);
  await expect(column('2027-08-18')).toBeVisible();
  /** A time of a day on the screen, as far as it is scrolled. */
  const at = async (day: string, hour: number) => {
    const box = await standing(column(day));
    return { x: box.x + box.width / 2, y: box.y + (box.height * hour) / 24 };
  };
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
  };
  await drag(await at('2027-08-18', 9), await at('2027-08-18', 10.5));
  const quick = page.getByRole('dialog', { name: 'Ny händelse' });
  await expect(quick.getByLabel('Från')).toHaveValue('09:00');
  await expect(quick.getByLabel('Till')).toHaveValue('10:30');
  await quick.getByLabel('Titel').fill('Paddling');
  await quick.getByRole('button', { name: 'Spara' }).click();
  await expect(chip(page, 'Paddling')).toBeVisible();
  const where = async () => (await listed(david, '2027-08-01', '2027-09-01', 'Paddling'))[0];
  // Summer time: two hours before UTC.
  expect(await where()).toEqual(['2027-08-18T07:00:00.000Z', '2027-08-18T08:30:00.000Z']);

  await drag(await at('2027-08-18', 9.5), await at('2027-08-20', 11.5));
  await expect(page.getByText('Händelsen har flyttats')).toBeVisible();
  await expect.poll(where).toEqual(['2027-08-20T09:00:00.000Z', '2027-08-20T10:30:00.000Z']);
  await page.getByRole('button', { name: 'Ångra' }).click();
  await expect(page.getByText('Flytten har ångrats')).toBeVisible();
  await expect.poll(where).toEqual(['2027-08-18T07:00:00.000Z', '2027-08-18T08:30:00.000Z']);

  await expect(page.locator('[data-event][data-on="2027-08-18"]')).toBeVisible();
  const edge = await at('2027-08-18', 10.5);
  await drag({ x: edge.x, y: edge.y - 4 }, await at('2027-08-18', 12));
  await expect.poll(where).toEqual(['2027-08-18T07:00:00.000Z', '2027-08-18T10:00:00.000Z']);

  // In the month from day to day.
  await page.goto('/kalender?view=month&date=2027-08-18');
  const box = await standing(chip(page, 'Paddling'));
  const day = await standing(page.locator('td[data-day="2027-08-24"]'));
  await drag({ x: box.x + 30, y: box.y + 8 }, { x: day.x + 40, y: day.y + 60 });
  await expect.poll(where).toEqual(['2027-08-24T07:00:00.000Z', '2027-08-24T10:00:00.000Z']);
  await close(page);
});

test('on a phone: made from the day, moved by the menu', async ({ browser, world }) => {
  const { elin } = world.people;
  const page = await browserOf(browser, elin, phone);
  await page.goto('/kalender?view=month&date=2027-06-09');
  await page.getByRole('button', { name: 'Ny händelse onsdag 9 juni 2027' }).tap();
  const quick = page.getByRole('dialog', { name: 'Ny händelse' });
  await quick.getByLabel('Titel').fill('Avslutning');
  await narrow(page);
  await quick.getByRole('button', { name: 'Spara' }).tap();
  const line = page
    .getByRole('region', { name: 'Vald dag' })
    .getByRole('button', { name: /Avslutning/ });
  await line.tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Flytta …' }).tap();
  const move = page.getByRole('dialog', { name: 'Flytta Avslutning' });
  await move.getByLabel('Ny dag').fill('2027-06-11');
  // The days that one may choose from lie over the buttons until then.
  await move.getByRole('heading').tap();
  await move.getByRole('button', { name: 'Flytta', exact: true }).tap();
  await expect(page.getByText('Händelsen har flyttats')).toBeVisible();
  // By the clock where she is: at night the day is another one in UTC.
  const day = (time = '') =>
    new Date(time).toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' });
  await expect
    .poll(async () => day((await listed(elin, '2027-06-01', '2027-07-01', 'Avslutning'))[0]?.[0]))
    .toBe('2027-06-11');
  await page.goto('/kalender?view=agenda&date=2027-06-09');
  await page.getByRole('button', { name: /Avslutning/ }).tap();
  await page.getByRole('link', { name: 'Visa mer' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Avslutning' })).toBeVisible();
  await narrow(page);
  await page.getByRole('link', { name: 'Redigera' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Redigera händelse' })).toBeVisible();
  await narrow(page);
  const more = page.getByRole('button', { name: 'Fler val' });
  await more.tap();
  await expect(page.getByLabel('Status')).toBeVisible();
  await narrow(page);
  await more.tap();
  await expect(page.getByLabel('Status')).toBeHidden();
  await close(page);
});

test('one line makes an event: shown before it is saved, and changeable', async ({
  browser,
  world,
}) => {
  const { elin } = world.people;
  const page = await browserOf(browser, elin, { ...desk, timezoneId: 'Europe/Stockholm' });
  // A Monday at noon.
  await page.clock.setFixedTime(new Date('2027-01-11T11:00:00Z'));
  await page.goto('/kalender?view=month&date=2027-01-11');
  await expect(page.locator('[data-day="2027-01-11"]')).toBeVisible();
  await page.keyboard.press('n');
  const quick = page.getByRole('dialog', { name: 'Ny händelse' });
  const line = quick.getByLabel('Snabbhändelse');
  await expect(line).toBeFocused();
  await page.keyboard.type('träning tors 18 Björkvallen');
  await expect(quick.getByRole('status')).toContainText('Torsdag 14 januari 2027, 18:00–19:00');
  await expect(quick.getByRole('status')).toContainText('Björkvallen');
  await expect(quick.getByLabel('Titel')).toHaveValue('Träning');
  await expect(quick.getByLabel('Börjar')).toHaveValue('2027-01-14');
  await expect(quick.getByLabel('Från')).toHaveValue('18:00');
  await expect(quick.getByLabel('Till')).toHaveValue('19:00');
  await expect(quick.getByLabel('Plats')).toHaveValue('Björkvallen');
  await flawless(page, 'a line and what was understood');
  // Enter leads to what saves, and saves nothing yet; what is changed by hand stays while the line goes on.
  await page.keyboard.press('Enter');
  await expect(quick.getByRole('button', { name: 'Spara' })).toBeFocused();
  expect(await listed(elin, '2027-01-01', '2027-02-01', 'Träning')).toEqual([]);
  await quick.getByLabel('Titel').fill('Handboll');
  await line.fill('träning varje tors 19 Björkvallen i 2 timmar');
  await expect(quick.getByRole('status')).toContainText('Varje vecka på torsdagar');
  await expect(quick.getByLabel('Titel')).toHaveValue('Handboll');
  await expect(quick.getByLabel('Till')).toHaveValue('21:00');
  // The editor has it all, and shows that it repeats.
  await quick.getByRole('link', { name: 'Fler val' }).click();
  await expect(page.getByLabel('Titel')).toHaveValue('Handboll');
  await expect(page.getByRole('combobox', { name: 'Plats' })).toHaveValue('Björkvallen');
  await expect(page.getByRole('button', { name: 'Fler val' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(page.getByLabel('Upprepas')).toHaveValue('WEEKLY');
  await page.getByRole('button', { name: 'Spara' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Handboll' })).toBeVisible();
  // In Sweden an hour before UTC in January.
  expect((await listed(elin, '2027-01-01', '2027-01-23', 'Handboll')).slice(0, 2)).toEqual([
    ['2027-01-14T18:00:00.000Z', '2027-01-14T20:00:00.000Z'],
    ['2027-01-21T18:00:00.000Z', '2027-01-21T20:00:00.000Z'],
  ]);
  await close(page);

  const small = await browserOf(browser, elin, { ...phone, timezoneId: 'Europe/Stockholm' });
  await small.clock.setFixedTime(new Date('2027-01-11T11:00:00Z'));
  await small.goto('/kalender?view=month&date=2027-01-11');
  await small.getByRole('button', { name: 'Ny händelse', exact: true }).tap();
  await quickOf(small).getByLabel('Snabbhändelse').fill('läger 14–16 maj Rättvik');
  await expect(quickOf(small).getByLabel('Slutar')).toHaveValue('2027-05-16');
  await narrow(small);
  await quickOf(small).getByRole('button', { name: 'Spara' }).tap();
  await expect(small.getByText('Händelsen har lagts in')).toBeVisible();
  expect(await listed(elin, '2027-05-01', '2027-06-01', 'Läger')).toHaveLength(1);
  await close(small);
});

test('what is written survives a reload; of two versions one chooses', async ({
  browser,
  world,
}) => {
  const { folke } = world.people;
  const uuid = await calendarOf(folke, 'Föreläsningar');
  const times = { start: '2027-04-07T16:00:00Z', end: '2027-04-07T17:00:00Z' };
  const made = await eventOf(folke, uuid, 'Om bin', times);
  const page = await browserOf(browser, folke, desk);
  await page.goto(`/editevent/${made.eventUUID}/me`);
  await page.getByLabel('Titel').fill('Om bin och humlor');
  await page.reload();
  await expect(page.getByText('Det du skrev senast är kvar.')).toBeVisible();
  await expect(page.getByLabel('Titel')).toHaveValue('Om bin och humlor');

  const newer = { calendarUUID: uuid, ...times, description: 'Med kaffe.' };
  await folke.call('PUT', `/api/v1/event/${made.id}`, { ...newer, title: 'Om bin och blommor' });
  await page.getByRole('button', { name: 'Spara' }).click();
  const conflict = page.getByRole('dialog', { name: 'Någon annan har ändrat händelsen' });
  await expect(
    conflict.getByRole('row', { name: /Titel Om bin och humlor Om bin och blommor/ }),
  ).toBeVisible();
  await flawless(page, 'two versions');
  await conflict.getByRole('button', { name: 'Ta den nyare' }).click();
  await expect(page.getByLabel('Titel')).toHaveValue('Om bin och blommor');
  await page.getByLabel('Titel').fill('Om bin, igen');
  await folke.call('PUT', `/api/v1/event/${made.id}`, { ...newer, title: 'Om getingar' });
  await page.getByRole('button', { name: 'Spara' }).click();
  await conflict.getByRole('button', { name: 'Spara min' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Om bin, igen' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Med kaffe.');
  await close(page);
});

test('who may not see an event finds none; without an account one sees what is public', async ({
  browser,
  world,
}) => {
  const { greta, david, astrid } = world.people;
  const org = await greta.found('Naturklubben');
  const other = await astrid.found('En annan klubb');
  await greta.relate(org.id, david, 'MEMBER');
  const uuid = await calendarOf(greta, 'Utflykter', { idEntity: org.id, visibility: 'PUBLIC' });
  const times = { start: '2027-05-05T08:00:00Z', end: '2027-05-05T12:00:00Z' };
  const open = await eventOf(greta, uuid, 'Fågelskådning', times);
  const inner = await eventOf(greta, uuid, 'Medlemsmöte', { ...times, visibility: 'RESTRICTED' });
  const secret = await eventOf(greta, uuid, 'Överraskning', { ...times, visibility: 'PRIVATE' });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  const member = await browserOf(browser, david, desk);
  await member.goto(`/event/${inner.eventUUID}`);
  await expect(heading(member, 'Medlemsmöte')).toBeVisible();
  await expect(member.getByRole('link', { name: 'Redigera' })).toHaveCount(0);
  await member.goto(`/editevent/${inner.eventUUID}/me`);
  await expect(heading(member, 'Händelsen finns inte')).toBeVisible();
  await member.goto(`/event/${secret.eventUUID}`);
  await expect(heading(member, 'Händelsen finns inte')).toBeVisible();

  expect(other.id).not.toBe(org.id);
  const stranger = await browserOf(browser, astrid, desk);
  await stranger.goto(`/event/${inner.eventUUID}`);
  await expect(heading(stranger, 'Händelsen finns inte')).toBeVisible();
  await stranger.goto('/kalender?view=month&date=2027-05-05');
  await expect(stranger.getByRole('gridcell', { name: /^onsdag 5 maj 2027/ })).toHaveAccessibleName(
    /inga händelser/,
  );

  const context = await browser.newContext({ baseURL: world.server.url, ...phone });
  const nobody = await context.newPage();
  // What the server has rendered stays until the app has what it draws the same of.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await nobody.route('**/api/public/event/*', async (route) => {
    await held;
    await route.continue();
  });
  const asked = nobody.waitForRequest('**/api/public/event/*');
  await nobody.goto(`/event/${open.eventUUID}`);
  await asked;
  await expect(nobody.locator('main.open')).toBeVisible();
  await expect(heading(nobody, 'Fågelskådning')).toBeVisible();
  answer();
  await expect(nobody.locator('main.open')).toHaveCount(0);
  await expect(heading(nobody, 'Fågelskådning')).toBeVisible();
  await flawless(nobody, 'an event, signed out');
  await narrow(nobody);
  await nobody.goto(`/event/${inner.eventUUID}`);
  await expect(heading(nobody, 'Händelsen finns inte')).toBeVisible();
  await context.close();
  await close(member, stranger);
});

test('the editor and an event are flawless', async ({ browser, world }) => {
  const { greta } = world.people;
  const uuid = await calendarOf(greta, 'Fika');
  const made = await eventOf(greta, uuid, 'Fika', {
    start: '2027-04-06T13:00:00Z',
    end: '2027-04-06T14:00:00Z',
    timeZone: 'Europe/Helsinki',
    rrule: 'FREQ=MONTHLY;BYDAY=1TU',
    exdates: ['2027-05-04T13:00:00Z'],
    place: { name: 'Kafeet', address: 'Torget', link: 'https://exempel.se/mote' },
    links: [{ url: 'https://exempel.se', title: 'Meny' }],
    description: 'Ta med bullar.',
  });
  for (const options of [desk, phone]) {
    const page = await browserOf(browser, greta, options);
    await page.goto(`/event/${made.eventUUID}`);
    await expect(page.getByRole('article')).toContainText('Varje månad den första tisdagen');
    // By the clock of its place, and of the reader's.
    await expect(page.getByRole('article')).toContainText('16:00–17:00');
    await expect(page.getByRole('article')).toContainText('15:00–16:00');
    await flawlessInBoth(page, 'an event');
    await page.goto(`/editevent/${made.eventUUID}/me`);
    await expect(page.getByText('1 tillfälle är borttaget')).toBeVisible();
    await flawlessInBoth(page, 'the editor');
    await close(page);
  }
});
