/** Tickets are read by the camera of the phone at the door, on pages as they are served. */

import type { Page } from '@playwright/test';
import { whole } from '../playwright.config.ts';
import { flawless } from './harness/axe.ts';
import { calendarOf, eventOf } from './harness/event.ts';
import { browserOf, close, expect, phone, test } from './harness/test.ts';

// A camera that shows a picture of its own, and a person who allows it.
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
test.use({ launchOptions: { ...whole, args: [...whole.args, ...camera] } });

/** What reads codes in a phone's browser is none of ours, and this one has none: it finds `code` once there is a picture. */
const reads = (page: Page, code: string) =>
  page.addInitScript((code) => {
    class BarcodeDetector {
      async detect({ videoWidth }: HTMLVideoElement) {
        return videoWidth > 0 ? [{ rawValue: code }] : [];
      }
    }
    Object.assign(globalThis, { BarcodeDetector });
  }, code);

test('a ticket before the camera checks its bearer in', async ({ browser, world }) => {
  const { greta, folke } = world.people;
  const calendar = await calendarOf(greta, 'Konserter');
  const { id, eventUUID } = await eventOf(greta, calendar, 'Vårkonsert', { enrollment: {} });
  await folke.call('POST', `/api/v1/event/${id}/enrollment`, {});
  const path = `/api/v1/event/${id}/enrollment/ticket`;
  const { code } = await folke.call<{ code: string }>('GET', path);

  const door = await browserOf(browser, greta, phone);
  await reads(door, code);
  await door.goto(`/event/${eventUUID}`);
  const participants = door.getByRole('region', { name: 'Deltagare' });
  await participants.getByRole('button', { name: 'Skanna biljett' }).tap();
  const reader = door.getByRole('dialog', { name: 'Skanna biljetter' });
  await expect(reader.getByRole('status')).toContainText('folke Test är incheckad');
  await expect(
    reader.getByText(
      'Kalender får inte använda kameran. Tillåt det i webbläsaren, eller skriv koden.',
    ),
  ).toHaveCount(0);
  await flawless(door, 'a ticket before the camera');
  await reader.getByRole('button', { name: 'Stäng' }).tap();
  await expect(participants.getByRole('listitem').filter({ hasText: 'folke Test' })).toContainText(
    'Incheckad',
  );
  await close(door);
});
