/** The calendar as people use it: looked at in every view, by keyboard, on a phone, on paper. */

import type { Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, close, expect, phone, standing, test } from './harness/test.ts';

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

test('every view is flawless on a desk and on a phone', async ({ browser, world }) => {
  const { elin } = world.people;
  const { calendarUUID } = await calendarOf(elin, 'Körövning');
  const title = 'Genrep';
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
    const page = await browserOf(browser, elin, options);
    for (const view of VIEWS) {
      await page.goto(`/kalender?view=${view}&date=2027-03-10`);
      await expect(page.locator('[data-day="2027-03-10"]').first()).toBeVisible();
      const shown = page.getByText(title).filter({ visible: true });
      if (view !== 'year') await expect(shown.first()).toBeVisible();
      await flawlessInBoth(page, `${view} on a ${where}`);
      if (where === 'phone') await narrow(page, view);
    }
    await close(page);
  }
});

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

test('a phone shows a week three days at a time, and a tap on an hour begins an event', async ({
  browser,
  world,
}) => {
  const { greta } = world.people;
  const page = await browserOf(browser, greta, phone);
  await page.goto('/kalender?view=week');
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
  const heads = page.getByRole('grid').locator('[data-day]');
  await expect(heads).toHaveCount(3);
  await expect(heads.first()).toHaveAttribute('data-day', today);
  await page.goto('/kalender?view=week&date=2027-05-12');
  await expect(period(page)).toHaveText('12 maj – 14 maj 2027');
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
  await expect(period(page)).toHaveText('15 maj – 17 maj 2027');
  await swipe(100, 300);
  await expect(period(page)).toHaveText('12 maj – 14 maj 2027');
  await swipe(100, 120);
  await expect(period(page)).toHaveText('12 maj – 14 maj 2027');
  await page.getByRole('button', { name: 'Nästa 3 dagar' }).tap();
  await expect(period(page)).toHaveText('15 maj – 17 maj 2027');
  await page.locator('[data-day="2027-05-15"]').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(period(page)).toHaveText('14 maj – 16 maj 2027');

  const quick = page.getByRole('dialog', { name: 'Ny händelse' });
  const tapAt = async (day: string, hour: number) => {
    const column = page.locator(`[data-column="${day}"]`);
    const { x, y, width, height } = await standing(column);
    await page.touchscreen.tap(x + width / 2, y + (height * (hour + 0.5)) / 24);
  };
  await tapAt('2027-05-15', 10);
  await expect(quick.getByLabel('Börjar')).toHaveValue('2027-05-15');
  await expect(quick.getByLabel('Från')).toHaveValue('10:00');
  await expect(quick.getByLabel('Till')).toHaveValue('11:00');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Dag', exact: true }).tap();
  await expect(period(page)).toHaveText('Fredag 14 maj 2027');
  await tapAt('2027-05-14', 9);
  await expect(quick.getByLabel('Från')).toHaveValue('09:00');
  await narrow(page, 'a new event');
  await close(page);

  // Where there is room a week is a week.
  const wide = await browserOf(browser, greta, desk);
  await wide.goto('/kalender?view=week&date=2027-05-12');
  await expect(period(wide)).toHaveText(/^Vecka 19, /);
  await expect(wide.getByRole('grid').locator('[data-day]')).toHaveCount(7);
  await close(wide);
});

test('what lasts for days is one bar over them, lies below the pointer and stands on paper', async ({
  browser,
  world,
}) => {
  const { greta } = world.people;
  const { calendarUUID } = await calendarOf(greta, 'Resor');
  const all = (startDate: string, endDate: string) => ({ allDay: true, startDate, endDate });
  // From Thursday to the Tuesday after it: over the edge of a week.
  const trip = await eventOf(greta, calendarUUID, 'Fjällvandring', all('2027-09-09', '2027-09-14'));
  for (const n of [1, 2, 3, 4]) {
    await eventOf(greta, calendarUUID, `Samling ${n}`, {
      start: `2027-09-10T${10 + n}:00:00Z`,
      end: `2027-09-10T${11 + n}:00:00Z`,
    });
  }
  const page = await browserOf(browser, greta, desk);
  await page.goto('/kalender?view=month&date=2027-09-15');
  const bars = page.locator('td [data-event]').filter({ hasText: 'Fjällvandring' });
  await expect(bars).toHaveCount(2);
  const cell = (day: string) => page.locator(`td[data-day="${day}"]`);
  const reaches = async (bar: number, first: string, last: string) => {
    const [box, from, to] = [
      await standing(bars.nth(bar)),
      await standing(cell(first)),
      await standing(cell(last)),
    ];
    expect(Math.abs(box.x - from.x)).toBeLessThan(8);
    expect(Math.abs(box.x + box.width - (to.x + to.width))).toBeLessThan(8);
  };
  await reaches(0, '2027-09-09', '2027-09-12');
  await reaches(1, '2027-09-13', '2027-09-14');
  // Who hears the page hears of it on each day.
  await expect(cell('2027-09-11')).toHaveAccessibleName(/1 händelse .*Fjällvandring/);
  await expect(cell('2027-09-10').getByRole('button', { name: /^3 till/ })).toBeVisible();

  // Grasped on its second day and let go three days on, it moves by three days.
  const bar = await standing(bars.first());
  const second = await standing(cell('2027-09-10'));
  const goal = await standing(cell('2027-09-20'));
  await page.mouse.move(second.x + 20, bar.y + bar.height / 2);
  await page.mouse.down();
  await page.mouse.move(second.x + 30, bar.y + 40, { steps: 3 });
  await page.mouse.move(goal.x + 20, goal.y + 80, { steps: 3 });
  await page.mouse.up();
  await expect(page.getByText('Händelsen har flyttats')).toBeVisible();
  const { startDate } = await greta.call<{ startDate: string }>('GET', `/api/v1/event/${trip.id}`);
  expect(startDate).toBe('2027-09-19');
  await flawless(page, 'a bar over days');

  await page.emulateMedia({ media: 'print' });
  for (const n of [1, 2, 3, 4]) {
    await expect(page.locator('td').getByText(`Samling ${n}`, { exact: true })).toBeVisible();
  }
  await expect(page.getByText(/\d till/)).toBeHidden();
  await close(page);

  const small = await browserOf(browser, greta, phone);
  await small.goto('/kalender?view=month&date=2027-09-19');
  await expect(small.locator('td[data-day="2027-09-20"]')).toBeVisible();
  const line = small.getByRole('region', { name: 'Vald dag' });
  await expect(line.getByRole('button', { name: /Fjällvandring/ })).toBeVisible();
  await narrow(small, 'a bar over days');
  await close(small);
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
