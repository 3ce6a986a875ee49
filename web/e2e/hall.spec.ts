/** A sports club divides its hall, and a school lends a trolley by lesson: by caretakers, bookers and whoever waits. */

import type { Page } from '@playwright/test';
import { flawless } from './harness/axe.ts';
import { capital, named, WEDNESDAY } from './harness/booking.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };

/** Opening hours on every day, in the form that is open. */
async function openHours(page: Page, from: string, to: string) {
  await page.getByRole('button', { name: 'Lägg till öppettid' }).press('Enter');
  await page.getByLabel('Öppnar').fill(from);
  await page.getByLabel('Stänger').fill(to);
  await page.getByRole('button', { name: 'Spara öppettider' }).press('Enter');
  await expect(page.getByText('Öppettiderna är sparade')).toBeVisible();
}

/** One more class of price, for the one relation or for all others. */
async function priced(page: Page, n: number, name: string, perHour: string, relation?: string) {
  await page.getByRole('button', { name: 'Lägg till pris', exact: true }).press('Enter');
  const one = page.getByRole('group', { name: `Prisklass ${n}` });
  await one.getByLabel('Prisklassens namn').fill(name);
  await one.getByLabel('Pris per timme (kr, med moms)').first().fill(perHour);
  if (!relation) return;
  await one.locator('summary', { hasText: 'Gäller för' }).press('Enter');
  await one.getByRole('checkbox', { name: relation, exact: true }).press('Space');
}

/** The Wednesday of what is booked, on a desk. */
const wednesday = (page: Page) =>
  page.getByRole('region', { name: capital(named(WEDNESDAY)) }).first();

test('a divided hall: hours, prices by class, a queue whose offer is taken, a fee [social 2.7]', async ({
  browser,
  world,
}) => {
  const { klara, love, maja, nils } = world.people;
  const org = await klara.found('Delade Hallen');
  for (const person of [maja, nils]) await klara.relate(org.id, person, 'MEMBER');
  await klara.relate(org.id, love, 'LEADER');

  // The caretaker: when everything is open, the hall with its prices, and its half.
  const caretaker = await browserOf(browser, klara, desk);
  await caretaker.goto(`/settings/resources/hours?organization=${org.id}`);
  await openHours(caretaker, '8', '22');
  await expect(caretaker.getByRole('region', { name: /^Så blir det/ })).toContainText(
    '08:00–22:00',
  );
  await flawless(caretaker, 'opening hours of everything');
  await caretaker.getByRole('link', { name: 'Alla resurser' }).press('Enter');
  await caretaker.getByRole('link', { name: 'Ny resurs' }).press('Enter');
  await caretaker.getByLabel('Namn', { exact: true }).fill('Hel hall');
  const space = caretaker.getByLabel('Del av ett utrymme');
  await space.selectOption('Den är ett nytt utrymme som kan delas');
  await caretaker.getByLabel('Delar i utrymmet').fill('2');
  await caretaker.getByLabel('Tider börjar').selectOption('Varje timme');
  await caretaker.getByRole('checkbox', { name: 'Ledare', exact: true }).press('Space');
  await caretaker.locator('summary', { hasText: /^Priser/ }).press('Enter');
  await priced(caretaker, 1, 'Nolltaxa', '0', 'Ledare');
  await priced(caretaker, 2, 'Föreningstaxa', '200');
  await caretaker.locator('summary', { hasText: 'Avbokning' }).press('Enter');
  await caretaker.getByLabel('Avboka utan kostnad').selectOption('Aldrig');
  await caretaker.getByLabel('Avbokning kostar (procent av priset)').fill('50');
  await flawless(caretaker, 'two classes of price');
  await caretaker.getByRole('button', { name: 'Lägg upp' }).press('Enter');
  await expect(caretaker.getByRole('heading', { level: 1, name: 'Hel hall' })).toBeVisible();
  await caretaker.goto(`/settings/resources/new?organization=${org.id}`);
  await caretaker.getByLabel('Namn', { exact: true }).fill('Halva A');
  await space.selectOption('Hel hall');
  await caretaker.getByLabel('Del 1').press('Space');
  await caretaker.getByLabel('Tider börjar').selectOption('Varje timme');
  await caretaker.getByRole('button', { name: 'Lägg upp' }).press('Enter');
  await expect(caretaker.getByRole('heading', { level: 1, name: 'Halva A' })).toBeVisible();
  await caretaker.getByRole('link', { name: 'Alla resurser' }).press('Enter');
  await expect(caretaker.getByRole('listitem').filter({ hasText: 'Halva A' })).toContainText(
    'Del av Hel hall',
  );

  // The same hour costs a leader nothing and a member two hundred.
  const leader = await browserOf(browser, love, phone);
  // What love is to pay is counted by another journey.
  const member = await browserOf(browser, maja, phone);
  await member.goto(`/${org.slug}/boka`);
  await member.getByRole('link', { name: /Hel hall/ }).press('Enter');
  await expect(member.getByRole('heading', { level: 1, name: 'Hel hall' })).toBeVisible();
  const hall = `${member.url()}&date=${WEDNESDAY}`;
  await leader.goto(hall);
  await expect(leader.getByRole('button', { name: /^18:00 Gratis/ })).toBeVisible();
  await member.goto(hall);
  await member.getByRole('button', { name: /^18:00 200,00/ }).press('Enter');
  const booking = member.getByRole('dialog', { name: 'Boka Hel hall' });
  await expect(booking).toContainText('Prisklass: Föreningstaxa');
  await expect(booking).toContainText('Avbokar du betalar du 50 % av priset.');
  await booking.getByRole('button', { name: 'Boka', exact: true }).press('Enter');
  await expect(member.getByRole('dialog', { name: 'Det är bokat' })).toBeVisible();

  // Its address leads whoever is not signed in to where they sign in, and says no more.
  const guest = await (await browser.newContext({ ...phone, baseURL: world.server.url })).newPage();
  await guest.goto(`/${org.slug}/boka/hel-hall`);
  await flawless(guest, 'what is not for everybody');
  await expect(guest.getByRole('link', { name: 'Logga in' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(`/${org.slug}/boka`)}`,
  );
  await guest.context().close();

  // The hall takes its half: somebody else waits for that.
  const other = await browserOf(browser, nils, { ...desk, colorScheme: 'dark' });
  await other.goto(`/${org.slug}/boka`);
  await other.getByRole('link', { name: /Halva A/ }).press('Enter');
  await expect(other.getByRole('heading', { level: 1, name: 'Halva A' })).toBeVisible();
  await other.goto(`${other.url()}&date=${WEDNESDAY}`);
  await wednesday(other)
    .getByRole('button', { name: /^18:00.*upptagen/ })
    .press('Enter');
  const queue = other.getByRole('dialog', { name: 'Tiden är upptagen' });
  await expect(queue.getByRole('group', { name: 'Närmaste lediga tider' })).toContainText(
    `${capital(named(WEDNESDAY))} 19:00–20:00`,
  );
  await flawless(other, 'a taken time with those near it, in the dark');
  await queue.getByRole('button', { name: 'Ställ dig i kö' }).press('Enter');
  await expect(queue.getByRole('status')).toHaveText('Du får besked om tiden blir ledig.');
  await queue.getByRole('button', { name: 'Stäng' }).last().press('Enter');

  // It is given up, which costs half; then it is held for who waits, and nobody else.
  await member.goto('/bookings');
  await member.getByRole('button', { name: /^Avboka Hel hall/ }).press('Enter');
  const cancelling = member.getByRole('dialog', { name: 'Avboka?' });
  await expect(cancelling).toContainText(/Avbokar du nu kostar det 100,00\skr/u);
  await cancelling.getByRole('button', { name: 'Avboka' }).press('Enter');
  await expect(member.getByText('Bokningen är avbokad')).toBeVisible();
  await expect(other.getByRole('button', { name: /^Notiser, \d+ oläst/ })).toBeVisible();
  await leader.reload();
  await expect(leader.getByRole('button', { name: /^18:00.*upptagen/ })).toBeVisible();
  await other.getByRole('button', { name: /^Notiser/ }).press('Enter');
  await other.getByRole('link', { name: /^Halva A är ledig för dig/ }).press('Enter');
  await wednesday(other).getByRole('button', { name: '18:00', exact: true }).press('Enter');
  const taking = other.getByRole('dialog', { name: 'Boka Halva A' });
  await expect(taking.getByText(/^Tiden hålls för dig i/)).toBeVisible();
  await taking.getByRole('button', { name: 'Boka', exact: true }).press('Enter');
  await expect(other.getByRole('dialog', { name: 'Det är bokat' })).toContainText('Halva A');

  // The caretaker's day has the one, the ledger the fee of the other, who is told of it.
  await caretaker.goto(`/${org.slug}/bokningar?date=${WEDNESDAY}`);
  const byTime = caretaker.getByRole('list', { name: /^Dagens bokningar efter tid/ });
  await expect(byTime.getByRole('listitem')).toHaveCount(1);
  await expect(byTime).toContainText(/18:00–19:00.*Halva A/);
  await caretaker.goto(`/${org.slug}/underlag`);
  await expect(caretaker.getByRole('listitem').filter({ hasText: 'Obetald' })).toContainText(
    /100,00\skr/u,
  );
  await member.goto('/bookings');
  await expect(member.getByRole('list', { name: 'Att betala' })).toContainText(/100,00\skr/u);
  await narrow(member);
  await close(caretaker, leader, member, other);
});

test('a school lends a trolley by lesson: teachers book it, others are told why not', async ({
  browser,
  world,
}) => {
  const { klara, love, maja } = world.people;
  const org = await klara.found('Lånande Skolan');
  await klara.relate(org.id, love, 'TEACHER');
  await klara.relate(org.id, maja, 'STUDENT');

  const caretaker = await browserOf(browser, klara, phone);
  await caretaker.goto(`/settings/resources/new?organization=${org.id}`);
  await caretaker.getByLabel('Namn', { exact: true }).fill('Datorvagn A');
  await caretaker.getByLabel('Slag').selectOption('Sak');
  await caretaker.getByRole('radio', { name: /^Bestämda pass/ }).check();
  for (const [n, start, end] of [
    [1, '8.10', '8.50'],
    [2, '9', '9.40'],
  ] as const) {
    if (n > 1) await caretaker.getByRole('button', { name: 'Lägg till pass' }).press('Enter');
    const lesson = caretaker.getByRole('group', { name: `Pass ${n}` });
    await lesson.getByLabel('Namn').fill(`Lektion ${n}`);
    await lesson.getByLabel('Från').fill(start);
    await lesson.getByLabel('Till').fill(end);
  }
  await caretaker.getByRole('checkbox', { name: 'Lärare', exact: true }).press('Space');
  await caretaker.getByLabel('Den som kommer ska checkas in').press('Space');
  await narrow(caretaker);
  await flawless(caretaker, 'a trolley by lesson, on a phone');
  await caretaker.getByRole('button', { name: 'Lägg upp' }).press('Enter');
  await expect(caretaker.getByRole('heading', { level: 1, name: 'Datorvagn A' })).toBeVisible();
  await openHours(caretaker, '8', '16');

  const teacher = await browserOf(browser, love, phone);
  await teacher.goto(`/${org.slug}/boka`);
  await teacher.getByRole('link', { name: /Datorvagn A/ }).press('Enter');
  await expect(teacher.getByRole('heading', { level: 1, name: 'Datorvagn A' })).toBeVisible();
  const trolley = `${teacher.url()}&date=${WEDNESDAY}`;
  await teacher.goto(trolley);
  await expect(teacher.getByRole('button', { name: /^08:10–08:50 Lektion 1/ })).toBeVisible();
  await narrow(teacher);
  await flawless(teacher, 'lessons on a phone');
  await teacher.getByRole('button', { name: /^09:00–09:40 Lektion 2/ }).press('Enter');
  const dialog = teacher.getByRole('dialog', { name: 'Boka Datorvagn A' });
  await expect(dialog).toContainText('09:00–09:40 · Lektion 2');
  await dialog.getByRole('button', { name: 'Boka', exact: true }).press('Enter');
  await expect(teacher.getByRole('dialog', { name: 'Det är bokat' })).toBeVisible();

  const student = await browserOf(browser, maja, phone);
  await student.goto(trolley);
  await expect(student.getByText(/^Du får inte boka den här/)).toBeVisible();
  await expect(student.getByText('Lektion 1').filter({ visible: true })).toHaveCount(1);
  await expect(student.getByRole('button', { name: /Lektion 1/ })).toHaveCount(0);

  // It is not handed out days before.
  await caretaker.goto(`/${org.slug}/bokningar?date=${WEDNESDAY}`);
  const byTime = caretaker.getByRole('list', { name: /^Dagens bokningar efter tid/ });
  await expect(byTime).toContainText(/09:00–09:40.*Datorvagn A/);
  await expect(byTime.getByRole('button', { name: /^Checka in/ })).toHaveCount(0);
  await close(caretaker, teacher, student);
});
