/** The calendar as people use it: looked at in every view, by keyboard, on a phone, on paper. */

import type { Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };

interface Made {
  calendarUUID: string;
}
interface MadeEvent {
  eventUUID: string;
  id: number;
}

const calendarOf = (who: Person, name: string, more: object = {}) =>
  who.call<Made>('POST', '/api/v1/calendars', { name, visibility: 'PRIVATE', ...more });
const eventOf = (who: Person, calendarUUID: string, title: string, more: object) =>
  who.call<MadeEvent>('POST', '/api/v1/event', { calendarUUID, title, ...more });

const narrow = async (page: Page, what: string) => {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, `${what} is wider than the phone`).toBeLessThanOrEqual(360);
};
const period = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const VIEWS = ['month', 'week', 'day', 'agenda', 'year'] as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every view is flawless on a desk and on a phone, ${colorScheme}`, async ({
    browser,
    world,
  }) => {
    const { elin } = world.people;
    const { calendarUUID } = await calendarOf(elin, `Körövning ${colorScheme}`);
    const title = `Genrep ${colorScheme}`;
    const place = { name: 'Församlingshemmet' };
    await eventOf(elin, calendarUUID, title, {
      start: '2027-03-10T17:00:00Z',
      end: '2027-03-10T19:00:00Z',
      place,
    });
    await eventOf(elin, calendarUUID, 'Inställd konsert', {
      start: '2027-03-10T17:30:00Z',
      end: '2027-03-10T18:00:00Z',
      eventStatus: 'CANCELLED',
    });
    await eventOf(elin, calendarUUID, 'Körresa', {
      allDay: true,
      startDate: '2027-03-12',
      endDate: '2027-03-14',
      eventStatus: 'TENTATIVE',
    });
    for (const [where, options] of [
      ['desk', desk],
      ['phone', phone],
    ] as const) {
      const page = await browserOf(browser, elin, { ...options, colorScheme });
      for (const view of VIEWS) {
        await page.goto(`/kalender?view=${view}&date=2027-03-10`);
        await expect(page.locator('[data-day="2027-03-10"]').first()).toBeVisible();
        const shown = page.getByText(title).filter({ visible: true });
        if (view !== 'year') await expect(shown.first()).toBeVisible();
        await flawless(page, `${view} on a ${where}, ${colorScheme}`);
        if (where === 'phone') await narrow(page, view);
      }
      await close(page);
    }
  });
}

test('every view tells of an event, its red days and its weeks', async ({ browser, world }) => {
  const { folke } = world.people;
  const { calendarUUID } = await calendarOf(folke, 'Bågskytte');
  // Good Friday and the Monday after Easter 2027, by the church's tables.
  await eventOf(folke, calendarUUID, 'Påskskytte', {
    start: '2027-03-26T09:00:00Z',
    end: '2027-03-26T10:30:00Z',
  });
  const page = await browserOf(browser, folke, desk);
  await page.goto('/kalender?view=month&date=2027-03-26');
  await expect(period(page)).toHaveText('Mars 2027');
  const friday = page.getByRole('gridcell', { name: /^fredag 26 mars 2027, Långfredagen/ });
  await expect(friday).toHaveAccessibleName(/1 händelse/);
  await expect(friday.getByRole('button')).toHaveAccessibleName(/^10:00–11:30, Påskskytte/);
  await expect(
    page.getByRole('gridcell', { name: /^måndag 29 mars 2027, Annandag påsk/ }),
  ).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Vecka 12' })).toBeVisible();

  await page.getByRole('link', { name: 'Vecka', exact: true }).click();
  await expect(page).toHaveURL(/view=week&date=2027-03-26/);
  await expect(period(page)).toHaveText(/^Vecka 12, 22 mars – 28 mars 2027$/);
  await expect(page.getByRole('button', { name: /Påskskytte/ })).toBeVisible();
  await page.getByRole('link', { name: 'Dag', exact: true }).click();
  await expect(period(page)).toHaveText('Fredag 26 mars 2027');
  await expect(page.getByRole('link', { name: 'Långfredagen' })).toBeVisible();
  await page.getByRole('link', { name: 'Agenda' }).click();
  await expect(page.getByRole('button', { name: /10:00–11:30.*Påskskytte/ })).toBeVisible();
  await page.getByRole('link', { name: 'År', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: /^fredag 26 mars 2027/ })).toHaveAccessibleName(
    /1 händelse/,
  );
  // A calendar that is not shown takes its events along, also after a reload.
  await page.getByRole('checkbox', { name: 'Bågskytte' }).uncheck();
  await page.goto('/kalender?view=month&date=2027-03-26');
  await expect(friday).toHaveAccessibleName(/inga händelser/);
  await page.getByRole('checkbox', { name: 'Bågskytte' }).check();
  await expect(friday).toHaveAccessibleName(/1 händelse/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('grid')).toBeVisible();
  await close(page);
});

test('by keyboard alone: one stop for the days, arrows, periods, Enter', async ({
  browser,
  world,
}) => {
  const { folke } = world.people;
  const { calendarUUID } = await calendarOf(folke, 'Tangenter');
  await eventOf(folke, calendarUUID, 'Frukost', {
    start: '2027-05-12T06:00:00Z',
    end: '2027-05-12T07:00:00Z',
  });
  const page = await browserOf(browser, folke, desk);
  await page.goto('/kalender?view=month&date=2027-05-10');
  await expect(page.locator('[data-event]').first()).toBeVisible();
  expect(await page.locator('[role="grid"] [tabindex="0"]').count()).toBe(1);
  const { keyboard } = page;
  const focused = page.locator(':focus');
  await page.locator('[data-day="2027-05-10"]').focus();
  await keyboard.press('ArrowRight');
  await expect(focused).toHaveAttribute('data-day', '2027-05-11');
  await keyboard.press('ArrowDown');
  await expect(focused).toHaveAttribute('data-day', '2027-05-18');
  await keyboard.press('Home');
  await expect(focused).toHaveAttribute('data-day', '2027-05-17');
  await keyboard.press('PageDown');
  await expect(focused).toHaveAttribute('data-day', '2027-06-17');
  await expect(period(page)).toHaveText('Juni 2027');
  await keyboard.press('PageUp');
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(focused).toHaveAttribute('data-day', '2027-05-12');
  await keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'onsdag 12 maj 2027' });
  await expect(sheet.getByRole('button', { name: /Frukost/ })).toBeVisible();
  await flawless(page, 'a day');
  await keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(focused).toHaveAttribute('data-day', '2027-05-12');

  // Where days have hours, up and down lead through what happens.
  await page.goto('/kalender?view=week&date=2027-05-12');
  await expect(page.locator('[data-event]').first()).toBeVisible();
  await page.locator('[data-day="2027-05-12"]').focus();
  await keyboard.press('ArrowDown');
  await expect(focused).toHaveAccessibleName(/Frukost/);
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Frukost' })).toContainText('08:00–09:00');
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await keyboard.press('t');
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
  await expect(page).toHaveURL(new RegExp(`date=${today}`));
  await close(page);
});

test('a finger’s swipe leads to the next week', async ({ browser, world }) => {
  const page = await browserOf(browser, world.people.greta, phone);
  await page.goto('/kalender?view=week&date=2027-05-12');
  await expect(period(page)).toHaveText(/^Vecka 19/);
  const swipe = (from: number, to: number) =>
    page.getByRole('grid').evaluate(
      (grid, [a, b]) => {
        const at = (x = 0) => new Touch({ identifier: 1, target: grid, clientX: x, clientY: 400 });
        const touch = (type: string, x: number | undefined, touches: Touch[]) =>
          grid.dispatchEvent(
            new TouchEvent(type, { bubbles: true, touches, changedTouches: [at(x)] }),
          );
        touch('touchstart', a, [at(a)]);
        touch('touchend', b, []);
      },
      [from, to],
    );
  await swipe(300, 100);
  await expect(period(page)).toHaveText(/^Vecka 20/);
  await swipe(100, 300);
  await expect(period(page)).toHaveText(/^Vecka 19/);
  await swipe(100, 120);
  await expect(period(page)).toHaveText(/^Vecka 19/);
  await close(page);
});

test('calendars are made, changed and removed, one’s own and an organisation’s', async ({
  browser,
  world,
}) => {
  const { greta, david, cecilia } = world.people;
  const org = await greta.found('Cykelklubben');
  await greta.relate(org.id, david, 'MEMBER');
  const page = await browserOf(browser, greta, desk);
  await page.goto('/kalender');
  const side = page.getByRole('complementary', { name: 'Kalendrar' });
  await side.getByRole('button', { name: 'Lägg till kalender' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lägg till kalender' });
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await expect(dialog.getByText('Skriv ett namn.')).toBeVisible();
  await flawless(page, 'a new calendar');
  await dialog.getByLabel('Namn').fill('Turer');
  await dialog.getByLabel('Vems kalender').selectOption('Cykelklubben');
  await dialog.getByRole('radio', { name: 'Lila' }).check();
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await expect(page.getByText('Kalendern har sparats')).toBeVisible();
  const tours = side.getByRole('group', { name: 'Cykelklubben' });
  await expect(tours.getByRole('checkbox', { name: 'Turer' })).toBeChecked();

  // Who belongs to it sees it, and changes nothing; who does not sees nothing.
  const member = await browserOf(browser, david, desk);
  await member.goto('/kalender');
  await expect(member.getByRole('checkbox', { name: 'Turer' })).toBeVisible();
  await expect(member.getByRole('button', { name: 'Ändra Turer' })).toHaveCount(0);
  const stranger = await browserOf(browser, cecilia, desk);
  await stranger.goto('/kalender');
  await expect(stranger.getByRole('checkbox', { name: 'Min kalender' })).toBeVisible();
  await expect(stranger.getByRole('checkbox', { name: 'Turer' })).toHaveCount(0);

  await side.getByRole('button', { name: 'Ändra Turer' }).click();
  const change = page.getByRole('dialog', { name: 'Ändra kalendern' });
  await change.getByLabel('Namn').fill('Långturer');
  await change.getByRole('button', { name: 'Spara' }).click();
  await expect(tours.getByRole('checkbox', { name: 'Långturer' })).toBeVisible();
  // Who has it open sees it as it happens.
  await expect(member.getByRole('checkbox', { name: 'Långturer' })).toBeVisible();
  await side.getByRole('button', { name: 'Ändra Långturer' }).click();
  await change.getByRole('button', { name: 'Ta bort kalendern' }).click();
  await page
    .getByRole('dialog', { name: 'Ta bort Långturer?' })
    .getByRole('button', { name: 'Ta bort kalendern' })
    .click();
  await expect(page.getByText('Kalendern har tagits bort')).toBeVisible();
  await expect(tours).toHaveCount(0);
  await close(page, member, stranger);
});

test('what a colleague writes is seen at once, in the days and on the event’s page', async ({
  browser,
  world,
}) => {
  const { greta, david } = world.people;
  const org = await greta.found('Seglarskolan');
  await greta.relate(org.id, david, 'MEMBER');
  const more = { idEntity: org.id, visibility: 'RESTRICTED' };
  const { calendarUUID } = await calendarOf(greta, 'Seglatser', more);
  const days = await browserOf(browser, david, desk);
  await days.goto('/kalender?view=week&date=2027-06-02');
  await expect(days.getByRole('checkbox', { name: 'Seglatser' })).toBeVisible();
  const at = { start: '2027-06-02T08:00:00Z', end: '2027-06-02T10:00:00Z' };
  const sail = await eventOf(greta, calendarUUID, 'Kappsegling', at);
  const shown = days.getByRole('main').getByText('Kappsegling').filter({ visible: true });
  await expect(shown.first()).toBeVisible();

  const whole = await browserOf(browser, david, desk);
  await whole.goto(`/event/${sail.eventUUID}`);
  await expect(whole.getByRole('heading', { level: 1 })).toHaveText('Kappsegling');
  const draft = { calendarUUID, title: 'Kryssning', ...at };
  await greta.call('PUT', `/api/v1/event/${sail.id}`, draft);
  await expect(whole.getByRole('heading', { level: 1 })).toHaveText('Kryssning');
  const changed = days.getByRole('main').getByText('Kryssning').filter({ visible: true });
  await expect(changed.first()).toBeVisible();
  await greta.call('DELETE', `/api/v1/event/${sail.id}`);
  await expect(changed).toHaveCount(0);
  await close(days, whole);
});

test('without an account the almanac is there, and the way in', async ({ browser, world }) => {
  const context = await browser.newContext({ baseURL: world.server.url, ...desk });
  const page = await context.newPage();
  await page.goto('/kalender?view=month&date=2026-12-24');
  await expect(page.getByRole('gridcell', { name: /24 december 2026, Julafton/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Helgdagar' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ny händelse' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Logga in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Logga in' })).toBeVisible();
  await context.close();
});

test('what one is about to leaf to is asked for before, and only once', async ({
  browser,
  world,
}) => {
  const { greta } = world.people;
  const page = await browserOf(browser, greta, desk);
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/events') asked.push(url.searchParams.get('from') ?? '');
  });
  const times = (month: string) => asked.filter((from) => from.startsWith(month)).length;
  await page.goto('/kalender?view=month&date=2027-02-15');
  await expect(period(page)).toHaveText('Februari 2027');
  const next = page.getByRole('button', { name: 'Nästa månad' });
  // What is shown is asked for once more when the page has begun to listen, for it may have changed since.
  await expect.poll(() => times('2027-01-31')).toBe(2);
  // The weeks of March 2027 begin with its first day, those of April on 29 March.
  expect(times('2027-02-28')).toBe(0);
  await next.hover();
  await expect.poll(() => times('2027-02-28')).toBe(1);
  expect(times('2027-03-28')).toBe(0);
  await next.click();
  await expect(period(page)).toHaveText('Mars 2027');
  await expect.poll(() => times('2027-03-28')).toBe(1);
  await next.click();
  await expect(period(page)).toHaveText('April 2027');
  expect([times('2027-01-31'), times('2027-02-28'), times('2027-03-28')]).toEqual([2, 1, 1]);
  await close(page);
});

test('a failed question says so, and what was seen stays', async ({ browser, world }) => {
  const { greta } = world.people;
  const { calendarUUID } = await calendarOf(greta, 'Segling');
  await eventOf(greta, calendarUUID, 'Regatta', {
    start: '2027-07-05T08:00:00Z',
    end: '2027-07-05T16:00:00Z',
  });
  const page = await browserOf(browser, greta, desk);
  await page.goto('/kalender?view=month&date=2027-07-05');
  await expect(page.getByRole('button', { name: /Regatta/ })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Nästa månad' }).click();
  await expect(period(page)).toHaveText('Augusti 2027');
  await expect(page.getByRole('main').getByText('Du är offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Föregående månad' }).click();
  await expect(page.getByRole('button', { name: /Regatta/ })).toBeVisible();
  await page.context().setOffline(false);
  await close(page);
});
