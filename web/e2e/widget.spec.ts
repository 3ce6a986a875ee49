/** A calendar on another site's page: the code for it, and what stands in the frame. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

const HOUR = 3_600_000;

/** Another site (another port is another origin), of one page. */
async function elsewhere(html: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

test('what is to come stands on another site, and leads from there to the event', async ({
  browser,
  world,
}) => {
  const { klara } = world.people;
  const school = await klara.found('Rönnskolan');
  const calendarOf = (name: string, visibility: string) =>
    klara.call<{ calendarUUID: string }>('POST', '/api/v1/calendars', {
      name,
      idEntity: school.id,
      visibility,
    });
  const open = await calendarOf('Rönnskolans "öppna" dagar', 'PUBLIC');
  const closed = await calendarOf('Inre', 'RESTRICTED');
  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  await klara.call('POST', '/api/v1/event', {
    calendarUUID: open.calendarUUID,
    title: 'Vårkonsert',
    start: at(30),
    end: at(31),
    place: { name: 'Aulan' },
  });

  const page = await browserOf(browser, klara, phone);
  await page.goto(`/widgets?calendar=${open.calendarUUID}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Widgetar' })).toBeVisible();
  const choice = page.getByLabel('Kalender', { exact: true });
  await expect(choice).toHaveValue(open.calendarUUID);
  await expect(choice.locator(`option[value="${closed.calendarUUID}"]`)).toHaveCount(0);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('link', { name: 'Vårkonsert' })).toBeVisible();
  await page.getByLabel('Antal händelser').selectOption('5');
  const code = await page.getByLabel('Kod att klistra in').inputValue();
  expect(code).toContain(`/widgets/kalender/${open.calendarUUID}?limit=5`);
  await narrow(page);
  await flawless(page, 'the code of a widget');
  await close(page);

  const site = await elsewhere(
    `<!doctype html><html lang="sv"><head><title>Annan sida</title><meta name="viewport" content="width=device-width"></head><body><main><h1>Vår sida</h1>${code}</main></body></html>`,
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, ...phone });
    const other = await context.newPage();
    await other.goto(site.url);
    const shown = other.frameLocator('iframe');
    await expect(shown.getByRole('heading', { name: 'Rönnskolans "öppna" dagar' })).toBeVisible();
    await expect(shown.getByRole('listitem')).toContainText('Aulan');
    const [event] = await Promise.all([
      context.waitForEvent('page'),
      shown.getByRole('link', { name: 'Vårkonsert' }).click(),
    ]);
    await expect(event.getByRole('heading', { level: 1, name: 'Vårkonsert' })).toBeVisible();
    await other.goto(`${world.server.url}/widgets/kalender/${open.calendarUUID}`);
    await narrow(other);
    await flawless(other, `the widget, ${colorScheme}`);
    await context.close();
  }

  site.close();

  // Of what is for fewer nothing is shown, not even to its owner.
  const owner = await browserOf(browser, klara, phone);
  const answer = await owner.goto(`/widgets/kalender/${closed.calendarUUID}`);
  expect(answer?.status()).toBe(404);
  await expect(owner.getByRole('heading', { name: 'Kalendern finns inte' })).toBeVisible();
  await close(owner);
});
