/** Lists of events: those that one keeps in mind, and those that organisations show to everybody. */

import type { Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { flawless, flawlessInBoth } from './harness/axe.ts';
import { button, calendarOf, eventOf as plainEventOf } from './harness/event.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };

const eventOf = (who: Person, calendarUUID: string, title: string, more: object = {}) =>
  plainEventOf(who, calendarUUID, title, { place: { name: 'Torget' }, ...more });
const onward = (page: Page) => page.getByRole('region', { name: 'Evenemang på gång' });

test('what one keeps in mind is found again, taken away and put back', async ({
  browser,
  world,
}) => {
  // Nobody else's journey leaves bookmarks with her.
  const { klara, maja } = world.people;
  const uuid = await calendarOf(maja, 'Trädgårdens vår');
  const page = await browserOf(browser, klara, phone);
  await page.goto('/kalender/bokmarken');
  await expect(page.getByRole('heading', { name: 'Inga bokmärken än' })).toBeVisible();
  await flawless(page, 'no bookmarks');
  await narrow(page);

  const titles = ['Plantbyte', 'Växtvandring', 'Fröbytardag'];
  const made = [];
  for (const title of titles) made.push(await eventOf(maja, uuid, title));
  for (const { eventUUID } of made.slice(0, 2)) {
    await klara.call('POST', `/api/v1/event/${eventUUID}/bookmark`);
  }
  // From the event's page: the list knows of it at once.
  await page.goto(`/event/${made[2]?.eventUUID}`);
  await button(page, 'Bokmärk').tap();
  await expect(button(page, 'Bokmärk (1)')).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/kalender');
  await page.getByRole('button', { name: 'Kalendrar', exact: true }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Bokmärkta händelser' }).tap();
  const list = page.getByRole('list', { name: 'Bokmärkta händelser, senast först' });
  const shown = list.getByRole('heading', { level: 2 });
  await expect(shown).toHaveText([...titles].reverse());
  await expect(list.getByRole('article').first()).toContainText('Torsdag 20 maj 2027, 18:00–20:00');
  await flawless(page, 'bookmarks on a phone');
  await narrow(page);

  // By key; what had the focus is gone, so the heading has it.
  await list.getByRole('button', { name: 'Ta bort bokmärket för Växtvandring' }).press('Enter');
  await expect(shown).toHaveText(['Fröbytardag', 'Plantbyte']);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Ångra' }).tap();
  await expect(shown).toHaveText(['Växtvandring', 'Fröbytardag', 'Plantbyte']);
  await list.getByRole('link', { name: 'Plantbyte' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plantbyte');

  // Nobody else has them.
  const other = await browserOf(browser, maja, desk);
  await other.goto('/kalender/bokmarken');
  await expect(other.getByRole('heading', { name: 'Inga bokmärken än' })).toBeVisible();
  await close(other);

  // What was read stays without a network; what was not says so and comes with it.
  await page.goBack();
  await expect(shown).toHaveText(['Växtvandring', 'Fröbytardag', 'Plantbyte']);
  await page.context().setOffline(true);
  await list.getByRole('button', { name: 'Ta bort bokmärket för Plantbyte' }).tap();
  await expect(page.getByText(/^Kan inte nå servern\./).first()).toBeVisible();
  await expect(shown).toHaveText(['Växtvandring', 'Fröbytardag', 'Plantbyte']);
  await page.context().setOffline(false);
  await page.route('**/api/v1/event-bookmarks*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
  );
  await page.reload();
  await expect(page.getByText('Det gick inte att hämta innehållet.')).toBeVisible();
  await flawless(page, 'bookmarks that cannot be had');
  await page.unroute('**/api/v1/event-bookmarks*');
  await page.getByRole('button', { name: 'Försök igen' }).tap();
  await expect(shown).toHaveText(['Växtvandring', 'Fröbytardag', 'Plantbyte']);
  await close(page);
});

test('an organisation shows an event to everybody, and takes it back [shell 7.7]', async ({
  browser,
  world,
}) => {
  const { klara, love, nils } = world.people;
  const org = await klara.found('Hembygdsföreningen');
  await klara.relate(org.id, love, 'MEMBER');
  const uuid = await calendarOf(klara, 'Hembygdens', { idEntity: org.id });
  const { eventUUID } = await eventOf(klara, uuid, 'Slåtterdag');
  const inner = await calendarOf(klara, 'Styrelsens', {
    idEntity: org.id,
    visibility: 'RESTRICTED',
  });
  const meeting = await eventOf(klara, inner, 'Styrelsemöte');

  const reads = await browserOf(browser, nils, phone);
  await reads.goto('/event');
  await expect(reads.getByRole('heading', { level: 1 })).toHaveText('Evenemang för föreningar');
  await expect(reads.getByText('Kommer snart')).toHaveCount(0);
  await expect(
    onward(reads).getByRole('heading', { name: 'Inga evenemang just nu' }),
  ).toBeVisible();
  await flawless(reads, 'no events');
  await narrow(reads);

  const page = await browserOf(browser, klara, desk);
  // What is not for everybody is not offered.
  await page.goto(`/event/${meeting.eventUUID}`);
  await expect(button(page, 'Flytta …')).toBeVisible();
  await expect(button(page, 'Lyft fram')).toHaveCount(0);
  await page.goto(`/event/${eventUUID}`);
  await button(page, 'Lyft fram').press('Enter');
  await expect(
    page.getByText('Händelsen visas nu bland evenemangen och på startsidan'),
  ).toBeVisible();
  await expect(button(page, 'Sluta lyfta fram')).toBeVisible();
  await flawless(page, 'an event that is shown to everybody');
  // Neither a member nor a stranger has the button.
  for (const person of [love, nils]) {
    const other = await browserOf(browser, person, desk);
    await other.goto(`/event/${eventUUID}`);
    await expect(button(other, 'Gilla')).toBeVisible();
    await expect(button(other, /lyft/i)).toHaveCount(0);
    await close(other);
  }

  // It is on the page of events, and at the start of whoever is signed in or not.
  await reads.reload();
  const event = onward(reads).getByRole('article');
  await expect(event.getByRole('link', { name: 'Slåtterdag' })).toBeVisible();
  await expect(event).toContainText('Torsdag 20 maj 2027, 18:00–20:00');
  await expect(event.getByRole('link', { name: 'Hembygdsföreningen' })).toBeVisible();
  await flawless(reads, 'events');
  await narrow(reads);
  for (const address of ['/', '/?section=calendar']) {
    await reads.goto(address);
    await expect(onward(reads).getByRole('link', { name: 'Slåtterdag' })).toBeVisible();
  }
  await flawless(reads, 'the start with an event');
  await narrow(reads);
  const nobody = await (await browser.newContext({ baseURL: world.server.url })).newPage();
  await nobody.goto('/');
  await nobody.getByRole('link', { name: 'Slåtterdag' }).click();
  await expect(nobody.getByRole('heading', { level: 1 })).toHaveText('Slåtterdag');
  await nobody.context().close();

  await button(page, 'Sluta lyfta fram').click();
  await expect(button(page, 'Lyft fram')).toBeVisible();
  await reads.goto('/event');
  await expect(
    onward(reads).getByRole('heading', { name: 'Inga evenemang just nu' }),
  ).toBeVisible();
  await close(reads, page);
});

test('lists of events are flawless', async ({ browser, world }) => {
  const { ivar, jonna } = world.people;
  const org = await ivar.found('Musiksällskapet');
  const uuid = await calendarOf(ivar, 'Konserter', { idEntity: org.id });
  const made = await eventOf(ivar, uuid, 'Höstkonsert', {
    coverImage: '/img/entity/1',
  });
  await ivar.call('PUT', `/api/v1/event/${made.eventUUID}/promoted`);
  await jonna.call('POST', `/api/v1/event/${made.eventUUID}/bookmark`);
  for (const options of [desk, phone]) {
    const page = await browserOf(browser, jonna, options);
    for (const address of ['/kalender/bokmarken', '/event', '/?section=calendar']) {
      await page.goto(address);
      await expect(page.getByRole('link', { name: 'Höstkonsert' }).first()).toBeVisible();
      await flawlessInBoth(page, address);
      if (options === phone) await narrow(page);
    }
    await close(page);
  }
  await ivar.call('DELETE', `/api/v1/event/${made.eventUUID}/promoted`);
});
