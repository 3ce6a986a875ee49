/** The school's pages as working starts: talks booked by a guardian, an outing consented to, a substitute asked for, a thing booked. */

import { flawless } from './harness/axe.ts';
import { bookableOf, capital, dateOf, named, WEDNESDAY } from './harness/booking.ts';
import { calendarOf } from './harness/event.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };

test('talks, an outing, a substitute and a trolley, each from the school’s own page [shell 2.28]', async ({
  browser,
  world,
}) => {
  const { klara, love, maja } = world.people;
  const school = await klara.found('Ekbackens skola');
  await klara.call('PATCH', `/api/v1/entities/${school.id}`, { entityType: 'school' });
  await Promise.all([love, maja].map((person) => klara.relate(school.id, person, 'MEMBER')));
  const vacation = `/api/v1/entities/${school.id}/vacation`;
  await klara.call('PUT', `${vacation}/employees/${maja.id}`, {
    employedFrom: '2024-04-01',
    share: 100,
    daysPerYear: 25,
    saved: [],
  });
  await klara.call('POST', `${vacation}/absences`, {
    idAuthUser: maja.id,
    kind: 'AWAY',
    from: dateOf(0),
    to: dateOf(0),
  });
  await calendarOf(klara, 'Utflykter', { idEntity: school.id, visibility: 'RESTRICTED' });
  await bookableOf(klara, school.id, 'Datorvagn A', { kind: 'THING' });
  const here = (path: string) => `${path}?organization=${school.id}`;

  // Talks: made at a desk, booked on a phone, seen with who is missing.
  const manager = await browserOf(browser, klara, desk);
  await manager.goto(here('/utvecklingssamtal'));
  await manager.getByRole('button', { name: 'Lägg upp samtalstider' }).press('Enter');
  const talks = manager.getByRole('dialog', { name: 'Lägg upp samtalstider' });
  await talks.getByRole('button', { name: 'Lägg upp', exact: true }).press('Enter');
  await expect(talks.getByLabel('Vem samtalen är med')).toBeFocused();
  await manager.keyboard.type('Emma Wallin, 7B');
  await talks.getByLabel('Datum').fill(WEDNESDAY);
  await expect(talks.getByText('Det blir 7 tider.')).toBeVisible();
  await flawless(manager, 'making talks');
  await talks.getByRole('button', { name: 'Lägg upp', exact: true }).press('Enter');
  const name = 'Utvecklingssamtal: Emma Wallin, 7B';
  await expect(manager.getByText(`7 tider kvar · den första ${named(WEDNESDAY)}`)).toBeVisible();

  const guardian = await browserOf(browser, love, { ...phone, colorScheme: 'dark' });
  await guardian.goto(here('/utvecklingssamtal'));
  await guardian.getByRole('link', { name: `Boka tid: ${name}` }).press('Enter');
  // The organisation's own hours are none of these.
  await expect(guardian.getByRole('button', { name: /^\d\d:\d\d/ })).toHaveCount(7);
  await guardian.getByRole('button', { name: /^15:25/ }).press('Enter');
  const booking = guardian.getByRole('dialog', { name: `Boka ${name}` });
  await booking.getByLabel('Elevens namn').fill('Ella');
  await booking.getByRole('button', { name: 'Boka' }).press('Enter');
  await expect(guardian.getByRole('dialog').getByText(/15:25/).first()).toBeVisible();
  await guardian.goto(here('/utvecklingssamtal'));
  await expect(guardian.getByRole('region', { name: 'Mina samtal' })).toContainText('15:25–15:45');
  await narrow(guardian);
  await flawless(guardian, 'talks on a phone, dark');

  await manager.goto(here('/utvecklingssamtal'));
  await manager.getByRole('link', { name: `Se bokade: ${name}` }).press('Enter');
  await expect(manager.getByText('1 tid bokade, 6 tider lediga')).toBeVisible();
  const row = manager.getByRole('row', { name: /^15:25/ });
  await expect(row).toContainText(love.displayName);
  await expect(row).toContainText('Ella');
  const missing = manager.getByRole('region', { name: /^Har inte bokat/ });
  await expect(missing).toContainText(maja.displayName);
  await expect(missing).not.toContainText(love.displayName);
  await flawless(manager, 'who has booked a talk');

  // An outing: asked, consented to, counted.
  await manager.goto(here('/utflykt'));
  await manager.getByRole('button', { name: 'Ny utflykt' }).press('Enter');
  const outing = manager.getByRole('dialog', { name: 'Ny utflykt' });
  await outing.getByLabel('Vad ni ska göra').fill('Skansen, 4B');
  await outing.getByLabel('Datum').fill(dateOf(10));
  await outing.getByLabel('Svara senast').fill(dateOf(8));
  await outing.getByRole('button', { name: 'Lägg upp och bjud in' }).press('Enter');
  const invite = manager.getByRole('dialog', { name: 'Bjud in' });
  await invite.getByRole('checkbox', { name: 'Medlem' }).press('Space');
  await invite.getByRole('button', { name: 'Skicka inbjudan' }).press('Enter');
  await expect(manager.getByText('2 personer är inbjudna')).toBeVisible();

  await guardian.goto(here('/utflykt'));
  await expect(guardian.getByText('Du är inbjuden')).toBeVisible();
  await narrow(guardian);
  await guardian.getByRole('link', { name: 'Svara: Skansen, 4B' }).press('Enter');
  await guardian.getByLabel('Barnets namn').fill('Ella');
  await guardian
    .getByLabel('Jag godkänner att mitt barn följer med')
    .selectOption('Ja, jag godkänner');
  await guardian.getByLabel('Telefon under dagen').fill('070-123 45 67');
  await guardian.getByRole('button', { name: 'Anmäl dig' }).press('Enter');
  await expect(guardian.getByText('Du är anmäld').first()).toBeVisible();

  await manager.goto(here('/utflykt'));
  await manager.getByRole('link', { name: 'Svar och utskrift: Skansen, 4B' }).press('Enter');
  await expect(
    manager.getByText('1 person har godkänt · 1 person har inte svarat · 0 personer har sagt nej'),
  ).toBeVisible();
  await expect(manager.getByRole('row', { name: new RegExp(love.displayName) })).toContainText(
    '070-123 45 67',
  );
  await flawless(manager, 'answers of an outing');
  await manager.setViewportSize(phone.viewport);
  await narrow(manager);
  await manager.setViewportSize(desk.viewport);

  // The event is among what there are tickets for.
  await manager.goto(here('/settings/tickets'));
  await expect(manager.getByRole('article', { name: 'Skansen, 4B' })).toContainText(
    '1 person kommer',
  );

  // A substitute: asked in a channel, and who can is seen as they answer.
  await manager.goto(here('/vikariehantering'));
  await manager
    .getByRole('button', { name: new RegExp(`^Fråga i chatten om ${maja.displayName}`) })
    .press('Enter');
  await expect(manager.getByLabel('Fråga', { exact: true })).toHaveValue(
    `Vem kan vikariera för ${maja.displayName} ${named(dateOf(0))}? Pass: `,
  );
  await manager.getByLabel('Fråga', { exact: true }).fill('Vem tar matten 10.00 i 7B?');
  await manager.getByRole('button', { name: /^Fråga i #/ }).press('Enter');
  const asked = manager.getByRole('region', { name: /^Frågor i #/ });
  await expect(asked).toContainText('Vem tar matten 10.00 i 7B?');
  await expect(asked).toContainText('Ja, jag kan (0)');
  const poll = (await love.history(school.general)).at(-1);
  await love.call('PUT', `/api/v1/chat/messages/${poll?.id}/vote`, { options: [0] });
  await expect(asked).toContainText('Ja, jag kan (1)');
  await expect(asked).toContainText(love.displayName);
  await flawless(manager, 'asking for a substitute');
  await manager.setViewportSize(phone.viewport);
  await narrow(manager);

  // A thing: how it stands now, and its next time.
  await guardian.goto(here('/resursbokning'));
  await guardian.getByRole('button', { name: /Boka nästa lediga tid: Datorvagn A/ }).press('Enter');
  const trolley = guardian.getByRole('dialog', { name: 'Boka Datorvagn A' });
  await trolley.getByRole('button', { name: 'Boka' }).press('Enter');
  await guardian.goto(here('/resursbokning'));
  await expect(
    guardian.getByRole('region', { name: 'Mina bokningar här' }).getByText('Datorvagn A').first(),
  ).toBeVisible();
  await narrow(guardian);
  await flawless(guardian, 'things to book on a phone, dark');
  // Hours and places of the school, at the addresses of the create dialog.
  for (const [path, heading, text] of [
    ['/settings/opening-hours', 'Öppettider', capital(named(dateOf(0)))],
    ['/settings/locations', 'Platser', 'Datorvagn A'],
  ] as const) {
    await manager.goto(here(path));
    await expect(manager.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(manager.getByRole('main').getByText(text).first()).toBeVisible();
    await narrow(manager);
  }
  await close(manager, guardian);
});
