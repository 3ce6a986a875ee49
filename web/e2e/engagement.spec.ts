/** What people do with an event that they see. */

import { flawless, flawlessInBoth } from './harness/axe.ts';
import { button, calendarOf, eventOf } from './harness/event.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };

test('an event is liked, attended, kept, shared, reacted to and taken over', async ({
  browser,
  world,
}) => {
  const { maja, nils } = world.people;
  const uuid = await calendarOf(maja, 'Körens konserter');
  const { eventUUID } = await eventOf(maja, uuid, 'Vårkonsert');
  const page = await browserOf(browser, nils, desk);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/event/${eventUUID}`);
  await button(page, 'Gilla').click();
  await expect(button(page, 'Gilla (1)')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Kommer').click();
  await expect(button(page, 'Kommer (1)')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Bokmärk').click();
  await expect(button(page, 'Bokmärk (1)')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Dela').click();
  await expect(page.getByText('Adressen är kopierad')).toBeVisible();
  await expect(button(page, 'Dela (1)')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await button(page, 'Lägg till reaktion').click();
  await page.getByRole('dialog').getByRole('searchbox').fill('tummen upp');
  await page.getByRole('dialog').getByRole('gridcell').filter({ hasText: '👍' }).click();
  await expect(page.getByRole('list', { name: 'Reaktioner' }).getByRole('button')).toHaveText(
    /👍.* 1/u,
  );
  await flawless(page, 'what one does with an event');
  await page.reload();
  for (const name of ['Gilla (1)', 'Kommer (1)', 'Bokmärk (1)']) {
    await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true');
  }
  await button(page, 'Gilla (1)').click();
  await expect(button(page, 'Gilla')).toHaveAttribute('aria-pressed', 'false');

  await button(page, 'Spara i min kalender').click();
  await expect(page.getByText('Händelsen har sparats till din privata kalender')).toBeVisible();
  await button(page, 'Publicera i …').click();
  const dialog = page.getByRole('dialog', { name: 'Publicera i en kalender' });
  await expect(dialog).toContainText('Du har ingen publik kalender att publicera i.');
  await dialog.getByRole('button', { name: 'Stäng' }).click();
  const mine = await calendarOf(nils, 'Bertils tips');
  await page.reload();
  await button(page, 'Publicera i …').click();
  await dialog.getByLabel('Kalender').selectOption('Bertils tips');
  await flawless(page, 'where it is published again');
  await dialog.getByRole('button', { name: 'Publicera' }).click();
  await expect(
    page.getByText('Händelsen har återpublicerats i din publika kalender!'),
  ).toBeVisible();
  const query = `calendar=${mine}&from=2027-05-20T00:00:00Z&to=2027-05-21T00:00:00Z`;
  const { content } = await nils.call<{ content: { title: string }[] }>(
    'GET',
    `/api/v1/events?${query}`,
  );
  expect(content.map(({ title }) => title)).toEqual(['Vårkonsert']);

  // Where one enrols, one does not say 'Kommer'.
  const other = await eventOf(maja, uuid, 'Provsjungning', { enrollment: { capacity: 5 } });
  await page.goto(`/event/${other.eventUUID}`);
  await expect(button(page, 'Anmäl dig')).toBeVisible();
  await expect(button(page, 'Gilla')).toBeVisible();
  await expect(button(page, /^Kommer/)).toHaveCount(0);
  await close(page);
});

test('reminders: as usual, one’s own, none', async ({ browser, world }) => {
  const { jonna } = world.people;
  const uuid = await calendarOf(jonna, 'Jonnas', { visibility: 'PRIVATE' });
  const { eventUUID } = await eventOf(jonna, uuid, 'Tandläkare');
  const path = `/api/v1/event/${eventUUID}/reminders`;
  const page = await browserOf(browser, jonna, phone);
  await page.goto(`/event/${eventUUID}`);
  await button(page, 'Påminnelser').tap();
  const dialog = page.getByRole('dialog', { name: 'Påminnelser' });
  await expect(dialog.getByRole('radio', { name: /^Som vanligt/ })).toBeChecked();
  await dialog.getByRole('radio', { name: /^Egna för den här händelsen/ }).check();
  await expect(dialog.getByRole('checkbox', { name: '1 timme innan' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: '1 vecka innan' }).check();
  await flawless(page, 'reminders of an event');
  await narrow(page);
  await expect
    .poll(() => jonna.call('GET', path))
    .toMatchObject({
      useCustomReminders: true,
      remindersDisabled: false,
      reminder1Hour: true,
      reminder1Week: true,
      reminder5Min: false,
    });
  await dialog.getByRole('radio', { name: /^Inga påminnelser/ }).check();
  await expect
    .poll(() => jonna.call('GET', path))
    .toMatchObject({ remindersDisabled: true, useCustomReminders: false });

  await page.goto('/settings#reminders');
  const settings = page.getByRole('region', { name: 'Påminnelser om händelser' });
  await expect(settings.getByRole('checkbox', { name: '1 timme innan' })).toBeChecked();
  await expect(settings).toBeInViewport();
  for (const name of ['När den börjar', '15 minuter innan']) {
    await settings.getByRole('checkbox', { name }).check();
  }
  await settings.getByRole('checkbox', { name: '1 timme innan' }).uncheck();
  await expect
    .poll(() => jonna.call('GET', '/api/v1/me/reminders'))
    .toMatchObject({ reminderAtStart: true, reminder15Min: true, reminder1Hour: false });
  await narrow(page);
  await close(page);
});

test('what one does with an event is flawless', async ({ browser, world }) => {
  const { jonna, ivar } = world.people;
  const uuid = await calendarOf(ivar, 'Ivars');
  const { eventUUID } = await eventOf(ivar, uuid, 'Loppis');
  await jonna.call('PUT', `/api/v1/event/${eventUUID}/like`);
  await jonna.call('PUT', `/api/v1/event/${eventUUID}/reactions/${encodeURIComponent('🎉')}`);
  for (const options of [desk, phone]) {
    const page = await browserOf(browser, jonna, options);
    await page.goto(`/event/${eventUUID}`);
    await expect(page.getByRole('button', { name: '🎉 1' })).toBeVisible();
    await flawlessInBoth(page, 'signs');
    await button(page, 'Påminnelser').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Egna/ }).check();
    await expect(dialog.getByRole('checkbox').first()).toBeVisible();
    await flawlessInBoth(page, 'reminders');
    await page.goto('/settings#reminders');
    await expect(
      page.getByRole('region', { name: 'Påminnelser om händelser' }).getByRole('checkbox').first(),
    ).toBeVisible();
    await flawlessInBoth(page, 'settings');
    await close(page);
  }
});
