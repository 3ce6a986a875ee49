/** Vacation from the form to the year: an employee applies on a phone, a manager approves at a desk, a colleague sees 'Borta'. */

import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };

/** The Monday of a week in next July that has no red day, and the Friday after it. */
const [monday, friday] = (() => {
  const year = new Date().getFullYear() + 1;
  const fifth = new Date(Date.UTC(year, 6, 5));
  const first = 5 + ((8 - (fifth.getUTCDay() || 7)) % 7);
  return [first, first + 4].map((day) => `${year}-07-${String(day).padStart(2, '0')}`);
})() as [string, string];
/** As it is said: '5–9 juli 2027'. */
const span = `${Number(monday.slice(8))}–${Number(friday.slice(8))} juli ${monday.slice(0, 4)}`;
/** July is of the holiday year that begins in April before it. */
const year = monday.slice(0, 4);

test('vacation is applied for, approved, and to colleagues just being away [social 2.7]', async ({
  browser,
  world,
}) => {
  const { klara, love, maja } = world.people;
  const org = await klara.found('Semesterbolaget');
  for (const person of [love, maja]) await klara.relate(org.id, person, 'MEMBER');
  const of = `/api/v1/entities/${org.id}/vacation`;
  for (const person of [love, maja]) {
    await klara.call('PUT', `${of}/employees/${person.id}`, {
      employedFrom: '2024-04-01',
      share: 100,
      daysPerYear: 25,
      saved: [],
    });
  }
  const { version } = await klara.call<{ version: number }>('GET', `${of}/settings`);
  await klara.call('PUT', `${of}/settings`, {
    holidayYear: 'APRIL',
    groups: [{ name: 'Kassan', users: [love.id], minimum: 1 }],
    version,
  });

  // On a phone, from the organisation's page.
  const employee = await browserOf(browser, love, phone);
  await employee.goto(`/${org.slug}`);
  await employee.getByRole('link', { name: 'Min semester' }).press('Enter');
  await expect(employee.getByText(/^25 dagar kvar av 25/)).toBeVisible();
  await narrow(employee);
  await flawless(employee, 'one’s own vacation');
  await employee.getByRole('button', { name: 'Ansök om semester' }).press('Enter');
  const form = employee.getByRole('dialog', { name: 'Ansök om semester' });
  await form.getByLabel('Första dagen').fill(monday);
  await form.getByLabel('Sista dagen').fill(friday);
  await form.getByLabel(/^Meddelande/).fill('Vi ska till Öland');
  // What it comes to stands there before the button.
  await expect(form).toContainText('5 dagar räknas som semester.');
  await expect(form).toContainText('Du har 20 dagar kvar sedan.');
  await expect(form).toContainText(`Kassan blir för få ${span}: 0 på plats, minst 1 behövs.`);
  await narrow(employee);
  await flawless(employee, 'applying for vacation');
  await form.getByRole('button', { name: 'Skicka ansökan' }).press('Enter');
  await employee.goto(`/${org.slug}/semester?year=${year}`);
  const waiting = employee.getByRole('list', { name: 'Väntar på svar' });
  await expect(waiting).toContainText(span);
  await narrow(employee);
  await flawless(employee, 'one’s own periods');

  // At a desk: the warning, and one tap.
  const manager = await browserOf(browser, klara, desk);
  await manager.goto(`/${org.slug}/semester?tab=applications`);
  const application = manager.getByRole('article', { name: new RegExp(span) });
  await expect(application).toContainText('Kassan blir för få');
  await expect(application).toContainText('Ingen annan är borta då.');
  await flawless(manager, 'applications');
  await application.getByRole('button', { name: /^Godkänn/ }).press('Enter');
  await expect(manager.getByText(/^Semestern är godkänd för/)).toBeVisible();
  await expect(manager.getByText('Inga ansökningar väntar')).toBeVisible();
  for (const tab of ['employees', 'settings', 'year']) {
    await manager.goto(`/${org.slug}/semester?tab=${tab}&year=${year}`);
    await expect(manager.getByRole('navigation', { name: 'Semesterns delar' })).toBeVisible();
    const there = { employees: 'Lägg till anställd', settings: 'Ny grupp' }[tab];
    if (there) await expect(manager.getByRole('button', { name: there })).toBeVisible();
    else await expect(manager.getByRole('table')).toContainText('Godkänd semester');
    await flawless(manager, `vacation, ${tab}`);
    await manager.setViewportSize(phone.viewport);
    await narrow(manager);
    await manager.setViewportSize(desk.viewport);
  }

  // On paper is the year alone, as wide as the sheet, with every name whole.
  await manager.emulateMedia({ media: 'print' });
  await manager.setViewportSize({ width: 1040, height: 700 });
  await expect(manager.getByRole('banner')).toBeHidden();
  await expect(manager.getByRole('button', { name: 'Skriv ut' })).toBeHidden();
  await expect(manager.getByRole('heading', { level: 1 })).toContainText('Semesterbolaget');
  const names = manager.getByRole('rowheader');
  await expect(names.filter({ hasText: /love|maja/i })).toHaveCount(2);
  const whole = (cells: Element[]) => cells.every((one) => one.scrollWidth <= one.clientWidth);
  expect(await names.evaluateAll(whole)).toBe(true);
  expect(await manager.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    1040,
  );
  await manager.emulateMedia({ media: null });

  // A colleague sees that somebody is away, and nothing of why.
  const colleague = await browserOf(browser, maja, { ...phone, colorScheme: 'dark' });
  await colleague.goto(`/${org.slug}/semester?tab=year&year=${year}&month=${monday.slice(0, 7)}`);
  const away = colleague.getByRole('list', { name: '1 person borta' });
  await expect(away).toContainText(`Borta ${span.replace(` ${year}`, '')}`);
  await expect(colleague.locator('main')).not.toContainText(/Godkänd|Ansökt|Öland/, {
    // What is drawn: the table of a desk is there, and not shown.
    useInnerText: true,
  });
  await narrow(colleague);
  await flawless(colleague, 'the year on a phone, dark');

  // The employee has the answer.
  await employee.reload();
  await expect(employee.getByRole('list', { name: 'Godkända' })).toContainText(span);
  await close(employee, manager, colleague);
});
