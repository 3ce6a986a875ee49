/** A school year: proposed for a municipality, put into a calendar, changed by hand, put in again. */

import type { Person } from '../live/harness/person.ts';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };
const YEAR = 2026;

/** A school of somebody's own. */
async function schoolOf(owner: Person, name: string) {
  const org = await owner.found(name);
  await owner.call('PATCH', `/api/v1/entities/${org.id}`, { entityType: 'school' });
  return org;
}

test('a year is proposed, changed by keyboard and put in; a stranger reads it on a phone', async ({
  browser,
  world,
}) => {
  const { klara } = world.people;
  const school = await schoolOf(klara, 'Lindängens skola');
  const page = await browserOf(browser, klara, desk);
  await page.goto('/skolkalender');
  await expect(page.getByRole('heading', { level: 1, name: 'Skolkalender' })).toBeVisible();
  await page.getByRole('link', { name: 'Lindängens skola' }).press('Enter');
  await expect(page.getByText('Ingen kalender än')).toBeVisible();
  await page.goto(`/skolkalender?organization=${school.id}&year=${YEAR}`);
  await page.getByRole('link', { name: 'Lägg upp läsåret' }).press('Enter');
  const title = page.getByRole('heading', { level: 1, name: 'Lägg upp läsåret 2026/2027' });
  await expect(title).toBeFocused();
  await page.getByRole('button', { name: 'Lägg in läsåret' }).press('Enter');
  await expect(page.getByText('Välj en kommun.')).toBeVisible();
  await page.getByLabel('Kommun').selectOption({ label: 'Stockholm' });
  // Stockholm has its winter break in week 9, which begins on 1 March 2027.
  const winter = page.getByRole('group', { name: 'Sportlov' });
  await expect(winter.getByLabel('Från')).toHaveValue('2027-03-01');
  await page.getByRole('combobox', { name: 'Sportlov' }).selectOption({ label: 'Vecka 10' });
  await expect(winter.getByLabel('Från')).toHaveValue('2027-03-08');
  const autumn = page.getByRole('group', { name: 'Höstlov' });
  await autumn.getByLabel('Vad').fill('Läslov');
  const studyDay = page.getByRole('group', { name: 'Studiedag' }).first();
  await studyDay.getByRole('button', { name: 'Ta bort Studiedag' }).press('Enter');
  await page.getByRole('button', { name: 'Lägg till lov' }).press('Enter');
  await expect(page.getByLabel('Vad').last()).toBeFocused();
  await page.keyboard.type('Friluftsdag');
  const own = page.getByRole('group', { name: 'Friluftsdag' });
  await own.getByLabel('Från').fill('2026-09-10');
  await own.getByLabel('Till och med').fill('2026-09-10');
  await own.getByLabel('Till och med').press('Escape');
  await flawless(page, 'the form');
  await page.getByRole('button', { name: 'Lägg in läsåret' }).press('Enter');
  await expect(page.getByText('Läsåret ligger i kalendern: 11 nya.')).toBeVisible();
  const days = page.getByRole('list', { name: 'Läsårets dagar' }).getByRole('listitem');
  await expect(days).toHaveCount(11);
  await expect(days.filter({ hasText: 'Läslov' })).toContainText('26 oktober');
  await expect(days.filter({ hasText: 'Friluftsdag' })).toContainText('10 september 2026');
  // Whoever sees the calendar finds it among the others.
  await page.goto('/kalender?view=month&date=2026-10-26');
  await expect(page.getByText('Läslov').first()).toBeVisible();
  await close(page);

  const context = await browser.newContext({ baseURL: world.server.url, ...phone });
  const stranger = await context.newPage();
  await stranger.goto(`/skolkalender?organization=${school.id}&year=${YEAR}`);
  const seen = stranger.getByRole('list', { name: 'Läsårets dagar' }).getByRole('listitem');
  await expect(seen).toHaveCount(11);
  await expect(stranger.getByRole('link', { name: 'Ändra läsåret' })).toHaveCount(0);
  await narrow(stranger);
  await flawlessInBoth(stranger, "a school's year");
  await stranger.getByRole('link', { name: 'Nästa läsår' }).click();
  await expect(stranger.getByText('Inget läsår upplagt')).toBeVisible();
  await stranger.goto('/klasskalender');
  await stranger.getByLabel('Kommun').selectOption({ label: 'Göteborg' });
  await stranger.getByLabel('Läsår', { exact: true }).selectOption({ label: '2026/2027' });
  const proposed = stranger.getByRole('listitem').filter({ hasText: 'Sportlov' });
  await expect(proposed).toContainText('v. 7');
  await narrow(stranger);
  await flawlessInBoth(stranger, 'what a year may look like');
  await context.close();
});

test('what is put in again leaves what somebody has changed by hand', async ({
  browser,
  world,
}) => {
  const { klara } = world.people;
  const school = await schoolOf(klara, 'Hasselskolan');
  const day = (key: string, title: string, startDate: string, endDate: string) => {
    return { key, kind: 'BREAK', title, startDate, endDate };
  };
  const autumn = day('AUTUMN_BREAK', 'Höstlov', '2026-10-26', '2026-10-30');
  const winter = day('SPORTS_BREAK', 'Sportlov', '2027-03-01', '2027-03-05');
  const path = `/api/v1/entities/${school.id}/school-calendars`;
  const put = await klara.call<{
    calendar: { calendarUUID: string };
    version: number;
    days: { stands: { eventUUID: string } }[];
  }>('POST', path, {
    calendar: { kind: 'CLASS', name: 'Klass 5 B', visibility: 'RESTRICTED' },
    idMunicipality: 180,
    year: YEAR,
    days: [autumn, winter],
  });
  const calendar = put.calendar.calendarUUID;
  await klara.call('PUT', `/api/v1/event/${put.days[0]?.stands.eventUUID}`, {
    calendarUUID: calendar,
    title: 'Höstlov',
    allDay: true,
    startDate: '2026-10-28',
    endDate: '2026-10-30',
  });
  await klara.call('DELETE', `/api/v1/event/${put.days[1]?.stands.eventUUID}`);

  const page = await browserOf(browser, klara, phone);
  await page.goto(`/klasskalender?organization=${school.id}&calendar=${calendar}&year=${YEAR}`);
  await page.getByRole('link', { name: 'Ändra läsåret' }).click();
  await expect(page.getByText(/Ändrad för hand i kalendern: Höstlov, .*28 oktober/u)).toBeVisible();
  const gone = page.getByRole('group', { name: 'Sportlov' });
  await expect(gone.getByText('Borttagen för hand ur kalendern.')).toBeVisible();
  await gone.getByLabel('Lägg in den igen').check();
  await narrow(page);
  await flawless(page, 'the form of a year that is there');
  await page.getByRole('button', { name: 'Spara läsåret' }).click();
  await expect(page.getByText(/Läsåret ligger i kalendern: 1 ny, 1 som ändrats/u)).toBeVisible();
  const days = page.getByRole('list', { name: 'Läsårets dagar' }).getByRole('listitem');
  await expect(days).toHaveCount(2);
  await expect(days.first()).toContainText('28 oktober');

  // Somebody else puts it in while one writes: nothing is lost unseen.
  await page.getByRole('link', { name: 'Ändra läsåret' }).click();
  await page.getByRole('group', { name: 'Sportlov' }).getByLabel('Vad').fill('Vinterlov');
  const now = await klara.call<{ version: number }>('GET', `${path}/${calendar}/${YEAR}`);
  await klara.call('POST', path, {
    calendarUUID: calendar,
    idMunicipality: 180,
    year: YEAR,
    days: [autumn, winter, day('OWN-1', 'Friluftsdag', '2026-09-10', '2026-09-10')],
    version: now.version,
  });
  await page.getByRole('button', { name: 'Spara läsåret' }).click();
  await expect(page.getByText(/Någon annan har lagt in läsåret/u)).toBeVisible();
  await page.getByRole('button', { name: 'Hämta det som står nu' }).click();
  await expect(page.getByRole('group', { name: 'Friluftsdag' })).toBeVisible();
  await close(page);
});

test('a calendar for the staff is for the staff', async ({ browser, world }) => {
  const { klara, love, maja } = world.people;
  const school = await schoolOf(klara, 'Ekskolan');
  await klara.relate(school.id, love, 'TEACHER');
  await klara.relate(school.id, maja, 'PUPIL');
  const page = await browserOf(browser, klara, phone);
  const at = `/personalkalender?organization=${school.id}&year=${YEAR}`;
  await page.goto(at);
  await page.getByRole('link', { name: 'Lägg upp läsåret' }).click();
  const whom = page.getByRole('group', { name: 'Vilka av dem' });
  for (const name of ['Anställd', 'Lärare']) {
    await expect(whom.getByRole('checkbox', { name })).toBeChecked();
  }
  await expect(whom.getByRole('checkbox', { name: 'Elev' })).not.toBeChecked();
  // Who runs the school sees it anyway, and is not asked about.
  await expect(whom.getByRole('checkbox', { name: 'Ägare' })).toHaveCount(0);
  await page.getByLabel('Kommun').selectOption({ label: 'Stockholm' });
  await expect(page.getByRole('group', { name: 'Sportlov' })).toBeVisible();
  await narrow(page);
  await flawless(page, 'the form of a calendar for the staff');
  await page.getByRole('button', { name: 'Lägg in läsåret' }).click();
  await expect(page.getByText(/^Läsåret ligger i kalendern/u)).toBeVisible();
  await close(page);

  const teacher = await browserOf(browser, love, desk);
  await teacher.goto(at);
  await expect(
    teacher.getByRole('list', { name: 'Läsårets dagar' }).getByText('Sportlov'),
  ).toBeVisible();
  await close(teacher);
  const pupil = await browserOf(browser, maja, desk);
  await pupil.goto(at);
  await expect(pupil.getByText('Ingen kalender än')).toBeVisible();
  await close(pupil);

  // Whom it is for is changed where calendars are.
  const runs = await browserOf(browser, klara, desk);
  await runs.goto('/kalender');
  await runs.getByRole('button', { name: /^Ändra Personal/u }).click();
  const dialog = runs.getByRole('dialog', { name: 'Ändra kalendern' });
  const named = dialog.getByRole('group', { name: 'Vilka av dem' });
  await expect(named.getByRole('checkbox', { name: 'Lärare' })).toBeChecked();
  await named.getByRole('checkbox', { name: 'Elev' }).check();
  await flawless(runs, 'whom a calendar is for');
  // For everybody nobody is named.
  await dialog.getByRole('radio', { name: /^Alla/u }).check();
  await expect(named).toHaveCount(0);
  await dialog.getByRole('radio', { name: /^De som hör till organisationen/u }).check();
  await named.getByRole('checkbox', { name: 'Elev' }).check();
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await expect(runs.getByText('Kalendern har sparats')).toBeVisible();
  await close(runs);
  const reads = await browserOf(browser, maja, phone);
  await reads.goto(at);
  await expect(
    reads.getByRole('list', { name: 'Läsårets dagar' }).getByText('Sportlov'),
  ).toBeVisible();
  await close(reads);
});
