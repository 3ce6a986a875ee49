/** The picture over an event: chosen on its page, shown wherever it is, and read without a script. */

import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, phone, test } from './harness/test.ts';

/** One green pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
);

test('an event gets a picture, which stands over it for everybody who sees it', async ({
  browser,
  world,
}) => {
  const { klara } = world.people;
  const { calendarUUID } = await klara.call<{ calendarUUID: string }>('POST', '/api/v1/calendars', {
    name: 'Öppet hus',
    visibility: 'PUBLIC',
  });
  const { eventUUID } = await klara.call<{ eventUUID: string }>('POST', '/api/v1/event', {
    calendarUUID,
    title: 'Öppet hus i ateljén',
    description: 'Kom och måla.',
    start: '2027-05-20T16:00:00Z',
    end: '2027-05-20T18:00:00Z',
    place: { name: 'Ateljén' },
  });
  const page = await browserOf(browser, klara, phone);
  await page.goto(`/event/${eventUUID}`);
  const picture = page.getByRole('article').locator('img');
  await expect(page.getByText('Står över händelsen.')).toBeVisible();
  await expect(picture).toHaveCount(0);
  const input = page.getByLabel('Välj bild');
  await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hej') });
  await expect(page.getByText('Bilden behöver vara JPEG, PNG eller WebP.')).toBeVisible();
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
  await expect(picture.first()).toHaveJSProperty('naturalWidth', 1);
  await page.getByLabel('Vad visar bilden?').fill('En grön tavla');
  await page.getByRole('button', { name: 'Spara beskrivningen' }).click();
  await expect(page.getByText('Bildens beskrivning är sparad')).toBeVisible();
  await expect(page.getByRole('img', { name: 'En grön tavla' }).first()).toBeVisible();
  await flawless(page, 'an event with a picture');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: world.server.url });
  const read = await plain.newPage();
  await read.goto(`/event/${eventUUID}`);
  await expect(read.getByRole('heading', { level: 1 })).toHaveText('Öppet hus i ateljén');
  await expect(read.locator('main')).toContainText('20 maj 2027 kl. 18.00–20.00');
  await expect(read.locator('main')).toContainText('Kom och måla.');
  await expect(read.locator('main img')).toHaveJSProperty('naturalWidth', 1);
  await expect(read.getByRole('img', { name: 'En grön tavla' })).toBeVisible();
  await expect(read.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    /\/img\/event\//u,
  );
  await plain.close();

  await page.getByRole('button', { name: 'Ta bort bilden' }).click();
  await expect(picture).toHaveCount(0);
  await close(page);
});
