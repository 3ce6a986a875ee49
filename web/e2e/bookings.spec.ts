/** Something is put up to be booked, booked, answered, moved and given up: by who looks after it and by who books. */

import { flawless } from './harness/axe.ts';
import { bookableOf, capital, named, WEDNESDAY } from './harness/booking.ts';
import { browserOf, close, expect, mailTo, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };
const PRICED = {
  requiresApproval: true,
  priceClasses: [{ name: 'Medlemstaxa', base: 12_050, vatRate: 0 }],
  cancellation: { freeHours: 24, share: 50 },
};

test('a room is put up, booked, answered, moved and given up [social 2.7]', async ({
  browser,
  world,
}) => {
  const { klara, love } = world.people;
  const org = await klara.found('Bokningsbara Björken');
  await klara.relate(org.id, love, 'MEMBER');

  // By who looks after it, in the form, by keyboard.
  const manager = await browserOf(browser, klara, desk);
  await manager.goto(`/settings/resources?organization=${org.id}`);
  await expect(manager.getByText('Inga resurser än')).toBeVisible();
  await flawless(manager, 'no resources');
  await manager.getByRole('link', { name: 'Ny resurs' }).press('Enter');
  await manager.getByRole('button', { name: 'Lägg upp' }).press('Enter');
  await expect(manager.getByLabel('Namn', { exact: true })).toBeFocused();
  await expect(manager.getByText('Skriv ett namn.')).toBeVisible();
  await manager.keyboard.type('Stora salen');
  await manager.getByRole('combobox', { name: 'Plats' }).fill('Almgatan 4');
  await manager.getByLabel('Tider börjar').selectOption('Varje timme');
  await manager.getByLabel('Längsta bokningen (minuter)').fill('180');
  await manager.getByLabel('Varje bokning ska godkännas').press('Space');
  await manager.locator('summary', { hasText: /^Priser/ }).press('Enter');
  await manager.getByRole('button', { name: 'Lägg till pris' }).press('Enter');
  await manager.getByLabel('Prisklassens namn').fill('Medlemstaxa');
  await manager.getByLabel('Pris per timme (kr, med moms)').first().fill('120,50');
  await manager.locator('summary', { hasText: 'Avbokning' }).press('Enter');
  await manager.getByLabel('Avboka utan kostnad').selectOption('Till ett antal timmar före');
  await manager.getByLabel('Därefter betalas (procent av priset)').fill('50');
  await manager.locator('summary', { hasText: 'Andra priser' }).press('Enter');
  await manager.getByRole('button', { name: 'Pris vissa klockslag' }).press('Enter');
  await manager.getByRole('button', { name: 'Lägg till fråga' }).press('Enter');
  await manager.getByLabel('Frågan').fill('Hur många stolar?');
  await manager.locator('summary', { hasText: 'Gränser' }).press('Enter');
  await manager.getByRole('button', { name: 'Lägg till gräns' }).press('Enter');
  // What is wrong in what is folded away unfolds it.
  await manager.locator('summary', { hasText: /^Priser/ }).press('Enter');
  await manager.getByRole('button', { name: 'Lägg upp' }).press('Enter');
  const rule = manager.getByRole('group', { name: 'Klockslag 1' });
  await expect(rule.getByLabel('Pris per timme (kr, med moms)')).toBeFocused();
  await manager.keyboard.type('180');
  await flawless(manager, 'the form of a resource');
  await manager.setViewportSize(phone.viewport);
  await narrow(manager);
  await manager.setViewportSize(desk.viewport);
  await manager.getByRole('button', { name: 'Lägg upp' }).press('Enter');
  await expect(manager.getByRole('heading', { level: 1, name: 'Stora salen' })).toBeVisible();
  await manager.getByRole('button', { name: 'Lägg till öppettid' }).press('Enter');
  for (const name of ['Lördag', 'Söndag']) {
    await manager.getByRole('checkbox', { name }).press('Space');
  }
  await manager.getByLabel('Öppnar').fill('8');
  await manager.getByLabel('Stänger').fill('20.00');
  await manager.getByRole('button', { name: 'Spara öppettider' }).press('Enter');
  await expect(manager.getByText('Öppettiderna är sparade')).toBeVisible();
  await manager.getByRole('button', { name: 'Nästa vecka' }).press('Enter');
  await expect(
    manager.getByRole('region', { name: capital(named(WEDNESDAY)) }).getByText('08:00'),
  ).toBeVisible();
  await flawless(manager, 'a resource with its hours and its week');

  // The screen at its door, at whatever hour this runs.
  await manager.getByRole('link', { name: 'Skylt vid dörren' }).press('Enter');
  const door = manager.getByRole('dialog', { name: 'Stora salen' });
  await expect(door.getByRole('status')).toHaveText(/^(Ledig till|Stängt)/);
  await flawless(manager, 'the screen at the door');

  // By a member on a phone: a day at a time.
  const member = await browserOf(browser, love, phone);
  await member.goto(`/${org.slug}`);
  await member.getByRole('link', { name: 'Se lediga tider' }).click();
  await flawless(member, 'what can be booked');
  await narrow(member);
  await member.getByRole('link', { name: /Stora salen/ }).click();
  await member.getByRole('button', { name: 'Nästa vecka' }).press('Enter');
  await member
    .getByRole('button', { name: new RegExp(`^${named(WEDNESDAY)}, \\d+ lediga tider`, 'i') })
    .click();
  const first = member.getByRole('button', { name: /^08:00/ });
  await expect(first).toContainText(/120,50\skr/u);
  await narrow(member);
  await flawless(member, 'free times on a phone');
  await first.focus();
  await member.keyboard.press('ArrowDown');
  await expect(member.getByRole('button', { name: /^09:00/ })).toBeFocused();
  await member.keyboard.press('Enter');
  const dialog = member.getByRole('dialog', { name: 'Boka Stora salen' });
  await expect(dialog.getByText(/^Tiden hålls för dig i \d:\d\d$/)).toBeVisible();
  await dialog.getByLabel('Slutar').selectOption('11:00 (2 tim)');
  await expect(dialog.getByText(/^241,00\skr$/u)).toBeVisible();
  await expect(dialog).toContainText('Därefter betalar du 50 % av priset.');
  await dialog.getByLabel('Hur många stolar?').fill('40');
  await narrow(member);
  await flawless(member, 'booking');
  await dialog.getByRole('button', { name: 'Skicka förfrågan' }).press('Enter');
  const booked = member.getByRole('dialog', { name: 'Förfrågan är skickad' });
  await flawless(member, 'what was booked');
  await booked.getByRole('link', { name: 'Mina bokningar' }).press('Enter');
  const card = member.getByRole('article', { name: /Stora salen/ });
  await expect(card).toContainText('Väntar på svar');
  await narrow(member);
  await flawless(member, 'my bookings');

  // The day of who looks after it.
  await manager.goto(`/${org.slug}/bokningar?date=${WEDNESDAY}`);
  await expect(manager.getByRole('heading', { name: 'Väntar på svar (1)' })).toBeVisible();
  const byTime = manager.getByRole('list', { name: /^Dagens bokningar efter tid/ });
  await expect(byTime).toContainText(/09:00–11:00.*Stora salen/);
  await flawless(manager, 'the day');
  await byTime.getByRole('button', { name: /^Visa / }).press('Enter');
  const entry = manager.getByRole('dialog', { name: 'Stora salen' });
  await expect(entry).toContainText('40');
  await flawless(manager, 'a booking of somebody');
  await manager.keyboard.press('Escape');
  await manager.getByRole('button', { name: /^Godkänn / }).press('Enter');
  await expect(manager.getByText('Bokningen är godkänd')).toBeVisible();
  await expect(manager.getByRole('heading', { name: /^Väntar på svar/ })).toHaveCount(0);
  await manager.getByRole('link', { name: 'Vecka', exact: true }).press('Enter');
  await expect(manager.getByRole('table')).toContainText('09:00–11:00');
  await flawless(manager, 'the week');
  await manager.setViewportSize(phone.viewport);
  await narrow(manager);
  await flawless(manager, 'the week on a phone');

  // To another time, in one step, and then not at all.
  await member.reload();
  await expect(card).toContainText('Bokad');
  await card.getByRole('link', { name: /^Flytta / }).press('Enter');
  await expect(member.getByText('Flytta din bokning av Stora salen')).toBeVisible();
  await flawless(member, 'another time');
  await member.getByRole('button', { name: /^14:00/ }).press('Enter');
  const moving = member.getByRole('dialog', { name: 'Flytta Stora salen' });
  await expect(moving).toContainText('14:00–16:00');
  await flawless(member, 'moving');
  await moving.getByRole('button', { name: 'Flytta' }).press('Enter');
  await expect(member.getByText('Bokningen är flyttad')).toBeVisible();
  await expect(card).toContainText('14:00–16:00');
  await card.getByRole('button', { name: /^(Avboka|Dra tillbaka)/ }).press('Enter');
  const cancelling = member.getByRole('dialog', { name: 'Avboka?' });
  await expect(cancelling).toContainText('Det kostar inget att avboka till och med');
  await flawless(member, 'what giving up costs');
  await cancelling.getByRole('button', { name: 'Avboka' }).press('Enter');
  await expect(member.getByText('Bokningen är avbokad')).toBeVisible();
  await expect(member.getByRole('list', { name: 'Tidigare' })).toContainText('Avbokad');
  await close(member, manager);
});

test('of two who want one time the second is offered others', async ({ browser, world }) => {
  const { klara, love, maja } = world.people;
  const org = await klara.found('Efterfrågade Eken');
  for (const person of [love, maja]) await klara.relate(org.id, person, 'MEMBER');
  const id = await bookableOf(klara, org.id, 'Bastun', { ...PRICED, requiresApproval: false });
  const address = `/${org.slug}/boka?bookable=${id}&date=${WEDNESDAY}`;
  const [one, other] = [
    await browserOf(browser, love, desk),
    await browserOf(browser, maja, { ...desk, colorScheme: 'dark' }),
  ];
  for (const page of [one, other]) await page.goto(address);
  const day = (page: typeof one) =>
    page.getByRole('region', { name: capital(named(WEDNESDAY)) }).first();
  await flawless(other, 'a week in the dark');
  await expect(day(other).getByRole('button', { name: /^10:00/ })).toBeVisible();

  // The hold of the first keeps the time.
  await day(one)
    .getByRole('button', { name: /^10:00/ })
    .click();
  const mine = one.getByRole('dialog', { name: 'Boka Bastun' });
  await expect(mine.getByText(/^Tiden hålls för dig i/)).toBeVisible();
  await day(other)
    .getByRole('button', { name: /^10:00/ })
    .click();
  const theirs = other.getByRole('dialog', { name: 'Boka Bastun' });
  await expect(theirs.getByText('Tiden hann bli bokad av någon annan.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Boka' })).toBeDisabled();
  await flawless(other, 'a time that is taken, in the dark');
  await theirs.getByRole('button', { name: /11:00–12:00/ }).press('Enter');
  await expect(theirs.getByText(/^Tiden hålls för dig i/)).toBeVisible();
  await theirs.getByRole('button', { name: 'Boka' }).press('Enter');
  await expect(other.getByRole('dialog', { name: 'Det är bokat' })).toBeVisible();

  // What is left is free for others.
  await mine.getByRole('button', { name: 'Avbryt' }).press('Enter');
  await other.getByRole('button', { name: 'Klar' }).press('Enter');
  await other.reload();
  await expect(day(other).getByRole('button', { name: /^10:00 120,50/ })).toBeVisible();

  // For what is taken one waits, and thinks better of it.
  await one.reload();
  await day(one)
    .getByRole('button', { name: /^11:00.*upptagen/ })
    .press('Enter');
  const queue = one.getByRole('dialog', { name: 'Tiden är upptagen' });
  await flawless(one, 'a time that is taken');
  await queue.getByRole('button', { name: 'Ställ dig i kö' }).press('Enter');
  await expect(queue.getByRole('status')).toHaveText('Du får besked om tiden blir ledig.');
  await flawless(one, 'waiting for a time');
  await queue.getByRole('button', { name: 'Lämna kön' }).press('Enter');
  await expect(one.getByText('Du står inte längre i kön')).toBeVisible();
  await close(one, other);
});

test('who manages nothing there is told so; parts of a hall are put up one by one', async ({
  browser,
  world,
}) => {
  const { klara, nils } = world.people;
  const org = await klara.found('Delade Domen');
  await klara.relate(org.id, nils, 'MEMBER');
  await bookableOf(klara, org.id, 'Hel hall', { unitCount: 3 });
  const page = await browserOf(browser, klara, phone);
  await page.goto(`/settings/resources/new?organization=${org.id}`);
  await page.getByLabel('Namn', { exact: true }).fill('Tredjedel 1');
  await page.getByLabel('Del av ett utrymme').selectOption('Hel hall');
  await page.getByLabel('Del 1').press('Space');
  await narrow(page);
  await flawless(page, 'the form on a phone');
  await page.getByRole('button', { name: 'Lägg upp' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Tredjedel 1' })).toBeVisible();
  await narrow(page);
  await page.goto(`/settings/resources/hours?organization=${org.id}`);
  await page.getByRole('button', { name: 'Lägg till stängda dagar' }).press('Enter');
  await page.getByRole('button', { name: 'Spara öppettider' }).press('Enter');
  await expect(page.getByLabel('Varför')).toBeFocused();
  await page.keyboard.type('Jullov');
  await page.getByLabel('Från och med').fill('2026-12-20');
  await page.getByLabel('Till och med').fill('2027-01-07');
  await narrow(page);
  await flawless(page, 'opening hours on a phone');
  await page.getByRole('button', { name: 'Spara öppettider' }).press('Enter');
  await expect(page.getByText('Öppettiderna är sparade')).toBeVisible();

  const stranger = await browserOf(browser, nils, phone);
  await stranger.goto(`/${org.slug}/bokningar`);
  await expect(stranger.getByText('Du sköter inte bokningar här.')).toBeVisible();
  await flawless(stranger, 'no bookings to manage');
  await stranger.goto(`/settings/resources?organization=${org.id}`);
  await expect(stranger.getByText('Du sköter inte resurserna här')).toBeVisible();
  await narrow(stranger);
  await close(page, stranger);
});

test('any room of a group is booked, and shown to others in a channel', async ({
  browser,
  world,
}) => {
  const { klara, love, maja } = world.people;
  const org = await klara.found('Grupperade Granen');
  for (const person of [love, maja]) await klara.relate(org.id, person, 'MEMBER');
  for (const name of ['Sal A', 'Sal B']) await bookableOf(klara, org.id, name);

  // A group is put together by keyboard: what is tried first is on top.
  const manager = await browserOf(browser, klara, phone);
  await manager.goto(`/settings/resources?organization=${org.id}`);
  await manager.getByRole('link', { name: 'Grupper' }).press('Enter');
  await expect(manager.getByText('Inga grupper än')).toBeVisible();
  await flawless(manager, 'no groups');
  await manager.getByRole('button', { name: 'Ny grupp' }).press('Enter');
  const making = manager.getByRole('dialog', { name: 'Ny grupp' });
  await making.getByLabel('Namn').fill('Valfri ledig sal');
  await making.getByRole('checkbox', { name: 'Sal A' }).press('Space');
  await making.getByRole('checkbox', { name: 'Sal B' }).press('Space');
  await making.getByRole('button', { name: 'Flytta upp Sal B' }).press('Enter');
  await expect(making.getByRole('button', { name: 'Flytta ned Sal B' })).toBeFocused();
  await narrow(manager);
  await flawless(manager, 'a group');
  await making.getByRole('button', { name: 'Lägg upp' }).press('Enter');
  await expect(manager.getByRole('list', { name: 'Grupper' })).toContainText('Sal B, Sal A');
  await narrow(manager);
  await flawless(manager, 'groups');

  // Two want one time of it, and each gets a room.
  const pages = [
    await browserOf(browser, love, desk),
    await browserOf(browser, maja, { ...phone, colorScheme: 'dark' }),
  ] as const;
  for (const [page, room] of [
    [pages[0], 'Sal B'],
    [pages[1], 'Sal A'],
  ] as const) {
    await page.goto(`/${org.slug}/boka`);
    await page.getByRole('link', { name: /^Valfri ledig sal/ }).press('Enter');
    await page.goto(`${page.url()}&date=${WEDNESDAY}`);
    await flawless(page, 'free times of a group');
    const day = page.getByRole('region', { name: capital(named(WEDNESDAY)) });
    await day.getByRole('button', { name: /^10:00/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Boka ${room}` });
    await expect(dialog.getByText(/^Tiden hålls för dig i/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Boka' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Det är bokat' })).toContainText(room);
    await page.getByRole('link', { name: 'Mina bokningar' }).press('Enter');
  }

  // One is shown to the others, who see what, when and where.
  const [one, other] = pages;
  await one.getByRole('button', { name: /^Dela bokningen Sal B/ }).press('Enter');
  const sharing = one.getByRole('dialog', { name: 'Dela bokningen' });
  await sharing.getByRole('combobox', { name: 'Till' }).click();
  await sharing.getByRole('option', { name: /Grupperade Granen/ }).click();
  await flawless(one, 'sharing a booking');
  await sharing.getByRole('button', { name: 'Dela' }).press('Enter');
  await expect(one.getByText(/^Delat i #/)).toBeVisible();
  await other.goto(`/konversation/${org.ws}/${org.general}`);
  const card = other.getByRole('article', { name: 'Bokning' });
  await expect(card).toContainText('Sal B');
  await expect(card).toContainText(`${capital(named(WEDNESDAY))} 10:00–11:00`);
  await expect(card).toContainText('Bokad');
  await narrow(other);
  await flawless(other, 'a booking in a channel');
  await close(manager, ...pages);
});

test('somebody without an account books by a mailed link, and gives it up', async ({
  browser,
  world,
}) => {
  const { klara } = world.people;
  const org = await klara.found('Öppna Oasen');
  await bookableOf(klara, org.id, 'Bastun', { guests: true, place: 'Strandvägen 2' });
  const guest = await (
    await browser.newContext({ ...phone, baseURL: world.server.url, colorScheme: 'dark' })
  ).newPage();
  await guest.goto(`/${org.slug}/boka`);
  await narrow(guest);
  await flawless(guest, 'what guests may book');
  await guest.getByRole('link', { name: 'Bastun' }).press('Enter');
  await guest.getByLabel('Dag', { exact: true }).fill(WEDNESDAY);
  await guest.getByRole('button', { name: 'Visa dagen' }).press('Enter');
  await guest.getByLabel('Namn').fill('Gunnar Gäst');
  await guest.getByLabel('E-post').fill('gunnar@example.se');
  await narrow(guest);
  await flawless(guest, 'booking without an account');
  await guest.getByRole('button', { name: 'Boka' }).press('Enter');
  await expect(guest.getByRole('heading', { name: 'Titta i din e-post' })).toBeVisible();

  // The link shows; only its button books.
  const link = await mailTo(world.server, 'gunnar@example.se', /\/boka\/[\w-]+/);
  await guest.goto(link);
  await flawless(guest, 'a booking to confirm');
  await guest.getByRole('button', { name: 'Bekräfta bokningen' }).press('Enter');
  await expect(guest.getByText('Bokad', { exact: true })).toBeVisible();
  await narrow(guest);
  await flawless(guest, 'a booking of a guest');
  const manager = await browserOf(browser, klara, desk);
  await manager.goto(`/${org.slug}/bokningar?date=${WEDNESDAY}`);
  await expect(manager.getByText('Gäst: Gunnar Gäst').first()).toBeVisible();
  await guest.getByRole('button', { name: 'Avboka' }).press('Enter');
  await expect(guest.getByText('Avbokad', { exact: true })).toBeVisible();
  await close(manager);
  await guest.context().close();
});
