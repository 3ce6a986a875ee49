/** What is said of an event: a thread of chat on the event's page. */

import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, phone, test } from './harness/test.ts';

const desk = { viewport: { width: 1440, height: 900 } };

test('an event is commented on, live, and the bell leads there', async ({ browser, world }) => {
  const { klara, love, maja } = world.people;
  const org = await klara.found('Kommentarskolan');
  await klara.relate(org.id, love, 'MEMBER');
  const { calendarUUID } = await klara.call<{ calendarUUID: string }>('POST', '/api/v1/calendars', {
    name: 'Läsåret',
    visibility: 'PUBLIC',
    idEntity: org.id,
  });
  const { eventUUID } = await klara.call<{ eventUUID: string }>('POST', '/api/v1/event', {
    calendarUUID,
    title: 'Föräldramöte',
    start: '2027-05-20T16:00:00Z',
    end: '2027-05-20T18:00:00Z',
  });
  const hers = await browserOf(browser, klara, desk);
  await hers.goto(`/event/${eventUUID}`);
  await expect(hers.getByText('Inga kommentarer än.')).toBeVisible();
  const his = await browserOf(browser, love, phone);
  await his.goto(`/event/${eventUUID}`);
  await his.getByRole('button', { name: 'Skriv en kommentar' }).click();
  const field = (page: typeof his) => page.getByRole('textbox', { name: 'Skriv en kommentar' });
  await field(his).fill('Finns det fika?');
  await his.getByRole('button', { name: 'Skicka' }).click();
  // Whoever looks at the event sees that comments have begun, and then what is said.
  await expect(hers.getByText('Finns det fika?', { exact: true })).toBeVisible();
  await field(hers).fill('Ja, och kaffe');
  await field(hers).press('Enter');
  await expect(his.getByText('Ja, och kaffe', { exact: true })).toBeVisible();
  for (const page of [hers, his]) {
    await flawless(page, 'comments of an event');
  }
  const width = await his.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  // The bell says so, and leads there.
  await hers.goto('/home');
  await new Chat(hers).bell.click();
  await hers.getByRole('link', { name: /kommenterade Föräldramöte/u }).click();
  await expect(hers).toHaveURL(/\/event\/\d+\/trad\/\d+$/u);
  await expect(hers.getByRole('heading', { name: 'Kommentarer' })).toBeFocused();
  await expect(hers.getByText('Finns det fika?', { exact: true })).toBeVisible();
  // Who does not belong reads.
  const other = await browserOf(browser, maja, desk);
  await other.goto(`/event/${eventUUID}`);
  await expect(other.getByText('Ja, och kaffe', { exact: true })).toBeVisible();
  await expect(field(other)).toHaveCount(0);
  await close(hers, his, other);
});
