/** The search for messages: words in all their forms, filters, hits that are opened where they were said. */

import { flawless, flawlessInBoth } from './harness/axe.ts';
import { browserOf, Chat, expect, phone, test } from './harness/test.ts';

test('what was said is found and opened', async ({ browser, world }) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Sökskolan');
  await astrid.relate(org.id, bertil, 'MEMBER');
  const meeting = await astrid.say(org.general, 'Föräldramötena flyttas till matsalen');
  for (let n = 0; n < 70; n += 1) await bertil.say(org.general, `utfyllnad nummer ${n}`);
  await bertil.say(org.general, 'Kan någon ta föräldramötet på torsdag?');

  const page = await browserOf(browser, bertil, { viewport: { width: 1440, height: 900 } });
  const chat = new Chat(page);
  const hits = page.getByRole('list', { name: 'Träffar' });
  const field = page.getByRole('searchbox', { name: 'Sök i meddelanden' });
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await page.getByRole('link', { name: 'Sök meddelanden' }).click();
  await expect(field).toBeFocused();
  await expect(page.getByText('Avgränsa med från:namn')).toBeVisible();
  await flawless(page, 'search, nothing typed');

  // The index follows within a second or so; the question is asked anew until then.
  await expect(async () => {
    await field.fill('');
    // It is asked once one has paused: emptied and filled in one breath nothing would be asked anew.
    await expect(page.getByText('Avgränsa med från:namn')).toBeVisible();
    await field.fill('föräldramöte');
    await expect(hits.getByRole('listitem')).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  await expect(hits.getByRole('listitem').first().locator('mark')).toHaveText('föräldramötet');
  await flawless(page, 'search, hits');

  await field.fill('föräldramöte från:astr');
  await page.getByRole('button', { name: /^astrid/i }).click();
  await expect(field).toHaveValue(/från:astrid\S* $/);
  await expect(hits.getByRole('listitem')).toHaveCount(1);
  await hits.getByRole('link').click();
  await expect(chat.row('flyttas till matsalen')).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`message=${meeting.id}`));
  // The hits stay beside it.
  await expect(hits.getByRole('listitem')).toHaveCount(1);

  // By what a message has, with and without a word; the three are offered.
  await bertil.say(org.general, 'Lokalen: https://bibliotek.example/bokning');
  await field.fill('har:l');
  await page.getByRole('button', { name: 'har:länk' }).click();
  await expect(field).toHaveValue('har:länk ');
  await expect(async () => {
    await field.fill('');
    await expect(page.getByText('Avgränsa med från:namn')).toBeVisible();
    await field.fill('har:länk');
    await expect(hits).toContainText('bibliotek.example', { timeout: 2_000 });
  }).toPass();
  await expect(hits.getByRole('listitem')).toHaveCount(1);
  await field.fill('har:bild');
  await expect(page.getByText('Inga meddelanden hittades')).toBeVisible();

  await field.fill('zebra');
  await expect(page.getByText('Inga meddelanden hittades')).toBeVisible();
  await field.fill('från:ingen-alls zebra');
  await expect(page.getByText('Ingen här heter ingen-alls')).toBeVisible();
});

test('on a phone the way back from a hit leads to the hits', async ({ browser, world }) => {
  const { cecilia } = world.people;
  const org = await cecilia.found('Telefonsök');
  await cecilia.say(org.general, 'Nyckelknippan hänger i skåpet');
  const page = await browserOf(browser, cecilia, phone);
  const chat = new Chat(page);
  await page.goto(`/konversation/${org.ws}/${org.general}/sok`);
  const field = page.getByRole('searchbox', { name: 'Sök i meddelanden' });
  const hit = page.getByRole('list', { name: 'Träffar' }).getByRole('link');
  await expect(async () => {
    await field.fill('');
    await expect(page.getByText('Avgränsa med från:namn')).toBeVisible();
    await field.fill('nyckelknippa');
    await expect(hit).toHaveCount(1, { timeout: 2_000 });
  }).toPass();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await flawless(page, 'search on a phone');
  await hit.tap();
  await expect(chat.row('Nyckelknippan')).toBeInViewport();
  await expect(field).toBeHidden();
  await page.goBack();
  await expect(field).toHaveValue('nyckelknippa');
  await expect(hit).toHaveCount(1);
});

test('a public event is found by its title and its place, and what is for fewer is not', async ({
  browser,
  world,
}) => {
  const { cecilia, astrid } = world.people;
  const org = await cecilia.found('Visföreningen');
  const { calendarUUID } = await cecilia.call<{ calendarUUID: string }>(
    'POST',
    '/api/v1/calendars',
    { name: 'Spelningar', visibility: 'PUBLIC', idEntity: org.id },
  );
  const evening = (title: string, more: object) =>
    cecilia.call<{ eventUUID: string }>('POST', '/api/v1/event', {
      calendarUUID,
      title,
      start: '2090-06-10T17:00:00Z',
      end: '2090-06-10T19:00:00Z',
      place: { name: 'Hembygdsgården' },
      ...more,
    });
  await evening('Viskväll för styrelsen', { visibility: 'PRIVATE' });
  const { eventUUID } = await evening('Viskväll i trädgården', {});

  const page = await browserOf(browser, astrid, phone);
  const group = page.getByRole('region', { name: 'Händelser' });
  // The index follows within seconds.
  await expect(async () => {
    await page.goto('/search?q=viskväll');
    await expect(group.getByRole('link')).toHaveCount(1, { timeout: 2_000 });
  }).toPass();
  await expect(group.getByRole('link')).toContainText('Viskväll i trädgården');
  await expect(group.getByRole('link')).toContainText('10 juni 2090 19:00 · Hembygdsgården');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await flawlessInBoth(page, 'events that were found');
  await page.goto('/search?q=hembygdsg&types=event');
  await group.getByRole('link').tap();
  await expect(page).toHaveURL(new RegExp(`/event/${eventUUID}$`));
  await expect(
    page.getByRole('heading', { level: 1, name: 'Viskväll i trädgården' }),
  ).toBeVisible();
});
