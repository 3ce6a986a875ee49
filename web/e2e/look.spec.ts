/** Where things stand, measured: the header on a desk, lists on a phone, pages of people and organisations, settings. */

import type { Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { flawless } from './harness/axe.ts';
import { calendarOf } from './harness/event.ts';
import {
  browserOf,
  Chat,
  close,
  expect,
  longPress,
  narrow,
  phone,
  standing,
  test,
} from './harness/test.ts';

// With bars that take room, as most desks have them: they take it on every page or none.
test.use({
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
});

const WIDTHS = [1024, 1280, 1440, 1920];

/** Where each control of the header begins, by its name; numbers in names come and go. */
const controls = (page: Page) =>
  page
    .getByRole('banner')
    .evaluate((banner) =>
      Object.fromEntries(
        [...banner.querySelectorAll('a, button, input')]
          .filter((one) => one.checkVisibility() && !one.closest('[data-section] button'))
          .map((one) => [
            (one.getAttribute('aria-label') ?? one.textContent ?? '')
              .replace(/[:,\d].*$/s, '')
              .trim(),
            Math.round(one.getBoundingClientRect().x * 10) / 10,
          ]),
      ),
    );

test('the header’s controls stand at the same places on every page, and whom one acts for is read whole [shell 2.53 9.4]', async ({
  browser,
  world,
}) => {
  const { astrid } = world.people;
  // Twenty letters are shown; these are wide.
  const org = await astrid.found('GÖTEBORGS SYMFONIORKESTERS VÄNNER');
  const page = await browserOf(browser, astrid, { viewport: { width: 1024, height: 800 } });
  const banner = page.getByRole('banner');
  // One that has a section's name, one whose area is marked, one with the calendar's way back, one without help, and its own page.
  const paths = ['/settings', '/feed', '/kalender', '/messages', `/${org.slug}`];
  const found = new Map<number, [string, Record<string, number>][]>(WIDTHS.map((at) => [at, []]));
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expect(banner.getByRole('button', { name: /^Sammanhang/ })).toBeVisible();
      found.get(width)?.push([path, await controls(page)]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(width);
    }
  }
  for (const [width, [first, ...others]] of found) {
    for (const [path, at] of others) {
      for (const [name, x] of Object.entries(at)) {
        const before = first?.[1][name];
        // Help is not offered where one writes.
        if (before !== undefined) expect.soft(x, `${name} on ${path} at ${width} px`).toBe(before);
      }
      expect.soft(Object.keys(at).length, `${path} at ${width} px`).toBeGreaterThan(8);
    }
  }
  // On the organisation's page one acts for it.
  const label = banner.getByText('GÖTEBORGS SYMFONIORK..', { exact: true });
  for (const width of [...WIDTHS, 1100, 1366, 1408, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(label).toBeVisible();
    const cut = await label.evaluate((one) => one.scrollWidth - one.clientWidth);
    expect.soft(cut, `the name at ${width} px`).toBeLessThanOrEqual(0);
  }
  await close(page);
});

test('a phone’s list of channels: one header, nine channels, menus by a long press', async ({
  browser,
  world,
}) => {
  const { hedda, ivar } = world.people;
  const org = await hedda.found('Orienterarna');
  await hedda.relate(org.id, ivar, 'MEMBER');
  await Promise.all(
    Array.from({ length: 9 }, (_, n) =>
      hedda.open(org.ws, { name: `bana-${n}`, displayName: `Bana ${n}` }),
    ),
  );
  const page = await browserOf(browser, hedda, phone);
  const chat = new Chat(page);
  await page.goto(`/konversation/${org.ws}`);
  const links = chat.channels
    .getByRole('region', { name: 'Kanaler' })
    .getByRole('link')
    .or(chat.channels.getByRole('link', { name: /^(Allmänt|Bana)/ }));
  await expect(links).toHaveCount(10);
  await expect(page.getByRole('banner').filter({ visible: true })).toHaveCount(0);
  const bar = page.getByRole('navigation', { name: 'Snabbmeny' });
  const floor = (await bar.boundingBox())?.y ?? 0;
  expect(floor).toBeGreaterThan(740 / 2);
  const boxes = await links.evaluateAll((all) =>
    all.map((one) => {
      const { bottom, height, right } = one.getBoundingClientRect();
      return { bottom, height, right };
    }),
  );
  expect(boxes.filter(({ bottom }) => bottom <= floor).length).toBeGreaterThanOrEqual(9);
  for (const { height, right } of boxes) {
    expect(height).toBeGreaterThanOrEqual(44);
    // Nothing stands beside it.
    expect(right).toBeGreaterThan(340);
  }
  for (const name of [/^Upptäck/, /^Meddelanden/, /^Chat/, /^Notiser/, /^Kalender/]) {
    const box = await bar.getByRole('link', { name }).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  const words = await bar
    .locator('a > span:first-of-type')
    .evaluateAll((all) =>
      all.filter(
        (one) => one.getBoundingClientRect().width > (one.parentElement?.clientWidth ?? 0),
      ),
    );
  expect(words).toEqual([]);
  await expect(page.getByRole('button', { name: 'Val för Bana 3' })).toBeHidden();
  await narrow(page);
  await flawless(page, 'the list of channels on a phone');

  const one = links.filter({ hasText: 'Bana 3' }).first();
  const menu = page.getByRole('dialog', { name: 'Val för Bana 3' });
  await longPress(page, one, menu);
  // The finger that is lifted chooses nothing and leads nowhere.
  await expect(menu).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/konversation/${org.ws}$`));
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await one.focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');

  await bar.getByRole('link', { name: /^Meddelanden/ }).tap();
  await expect(page).toHaveURL(/\/messages$/);
  await expect(page.getByRole('banner').filter({ visible: true })).toHaveCount(0);
  await bar.getByRole('link', { name: /^Upptäck/ }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Upptäck' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await close(page);
});

test('a contact is a row of 72 px, whatever they are called', async ({ browser, world }) => {
  const { jonna, ivar, hedda } = world.people;
  const org = await jonna.found('Grannsamverkan');
  // Requests that cross make contacts.
  for (const one of [ivar, hedda]) {
    await jonna.relate(org.id, one, 'MEMBER');
    await one.call('POST', '/api/v1/contacts/requests', { toUserId: jonna.id });
    await jonna.call('POST', '/api/v1/contacts/requests', { toUserId: one.id });
  }
  const page = await browserOf(browser, jonna, phone);
  await page.goto('/kontakter');
  const rows = page.getByRole('list', { name: 'Kontakter' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBe(72);
    const write = await rows
      .first()
      .getByRole('link', { name: /^Skicka meddelande/ })
      .boundingBox();
    expect(write?.height).toBeGreaterThanOrEqual(36);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await narrow(page);
  await flawless(page, 'contacts on a phone');
  await close(page);
});

test('what is kept and begun uses a desk’s width', async ({ browser, world }) => {
  const { hedda } = world.people;
  const org = await hedda.found('Körens arkiv');
  const said = [];
  for (const n of [1, 2, 3, 4]) {
    const message = await hedda.say(org.general, `Sats ${n}`);
    said.push(message);
    await hedda.call('PUT', `/api/v1/chat/saved/${message.id}`, { remindAt: null });
    await hedda.say(org.general, `Takt ${n}`, { parentMessageId: message.id });
  }
  const page = await browserOf(browser, hedda, { viewport: { width: 1440, height: 900 } });
  const lists = [
    ['sparade', 'Sparade', 2],
    ['tradar', 'Trådar', 2],
  ] as const;
  for (const [path, name, columns] of lists) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/konversation/${org.ws}/${path}`);
    const pane = page.getByRole('region', { name });
    if (path === 'tradar') await pane.getByRole('button', { name: 'Alla', exact: true }).click();
    const rows = pane.getByRole('listitem').filter({ hasText: /Sats/ });
    await expect(rows).toHaveCount(4);
    const measured = () =>
      rows.evaluateAll((all) => ({
        columns: new Set(all.map((one) => one.getBoundingClientRect().x)).size,
        left: Math.min(...all.map((one) => one.getBoundingClientRect().left)),
        right: Math.max(...all.map((one) => one.getBoundingClientRect().right)),
      }));
    const at = await measured();
    expect(at.columns, name).toBeGreaterThanOrEqual(columns);
    const room = await pane.boundingBox();
    expect((at.right - at.left) / (room?.width ?? Number.POSITIVE_INFINITY), name).toBeGreaterThan(
      0.9,
    );
    await flawless(page, name);
    await page.setViewportSize({ width: 360, height: 740 });
    expect((await measured()).columns, name).toBe(1);
    await narrow(page);
  }
  await close(page);
});

test('a page of an organisation: who it is, what is ahead, what it says, tools last', async ({
  browser,
  world,
}) => {
  const { klara, love, maja } = world.people;
  const org = await klara.found('Trädgårdsföreningen');
  await klara.relate(org.id, maja, 'MEMBER');
  const open = await calendarOf(klara, 'Odling', { idEntity: org.id });
  const inner = await calendarOf(klara, 'Styrelsen', {
    idEntity: org.id,
    visibility: 'RESTRICTED',
  });
  const soon = (days: number, hours = 0) =>
    new Date(Date.now() + days * 86_400_000 + hours * 3_600_000).toISOString();
  for (const [calendarUUID, title, days] of [
    [open, 'Plantbytet', 3],
    [inner, 'Budgetmötet', 2],
    [open, 'Långt fram', 200],
  ] as const) {
    await klara.call('POST', '/api/v1/event', {
      calendarUUID,
      title,
      start: soon(days),
      end: soon(days, 2),
    });
  }
  await klara.call('POST', '/api/v1/feed/posts', {
    txMessage: 'Nu är kolonin öppen',
    audience: 'PUBLIC',
    idEntity: org.id,
  });
  const leads = await browserOf(browser, klara, { viewport: { width: 1280, height: 900 } });
  await leads.goto(`/${org.slug}`);
  const coming = leads.getByRole('region', { name: 'På gång' });
  await expect(coming.getByRole('link', { name: 'Plantbytet' })).toBeVisible();
  await expect(coming.getByRole('link', { name: 'Långt fram' })).toHaveCount(0);
  await expect(leads.getByText('Nu är kolonin öppen')).toBeVisible();
  await expect(leads.locator('[data-tour="org-sidebar"]')).toBeAttached();
  const y = async (what: ReturnType<Page['locator']>) => (await standing(what)).y;
  const order = [
    await y(leads.getByRole('heading', { level: 1 })),
    await y(coming),
    await y(leads.getByRole('region', { name: 'Inlägg' })),
    await y(leads.locator('[data-tour="org-relations"]')),
    await y(leads.locator('[data-tour="org-sidebar"]')),
  ];
  expect(order).toEqual([...order].sort((a, b) => a - b));
  await flawless(leads, 'an organisation’s page');

  // Who is nothing to it sees what everybody sees.
  const stranger = await browserOf(browser, love, phone);
  await stranger.goto(`/${org.slug}`);
  await expect(stranger.getByRole('link', { name: 'Plantbytet' })).toBeVisible();
  await expect(stranger.getByText('Budgetmötet')).toHaveCount(0);
  await expect(stranger.locator('[data-tour="org-sidebar"]')).toHaveCount(0);
  await narrow(stranger);
  await flawless(stranger, 'an organisation’s page on a phone');
  await close(leads, stranger);
});

test('settings on a phone: a list, each part of it, and back', async ({ browser, world }) => {
  const page = await browserOf(browser, world.people.nils, phone);
  await page.goto('/settings');
  const list = page.getByRole('navigation', { name: 'Delar av inställningarna' });
  const links = list.getByRole('link');
  await expect(links.first()).toBeVisible();
  const boxes = await links.evaluateAll((all) =>
    all.map((one) => {
      const { left, right, height } = one.getBoundingClientRect();
      return { left, right, height };
    }),
  );
  // Below each other, none beside the window.
  for (const { left, right, height } of boxes) {
    expect(left).toBe(boxes[0]?.left);
    expect(right).toBeLessThanOrEqual(360);
    expect(height).toBeGreaterThanOrEqual(44);
  }
  await expect(page.getByRole('heading', { level: 2, name: 'Lösenord' })).toBeHidden();
  await narrow(page);
  await flawless(page, 'the list of settings');
  const names = await links.allTextContents();
  for (const name of names) {
    await list.getByRole('link', { name, exact: true }).tap();
    await expect(list).toBeHidden();
    await expect(page.locator('section').filter({ visible: true })).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Alla inställningar' })).toBeInViewport();
    await narrow(page);
    if (name === names[0]) await flawless(page, 'a part of the settings');
    await page.getByRole('link', { name: 'Alla inställningar' }).tap();
    await expect(links.first()).toBeVisible();
  }
  await list.getByRole('link', { name: 'Synlighet' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Gör mig sökbar')).toBeVisible();
  await page.goBack();
  await expect(list).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByLabel('Gör mig sökbar')).toBeVisible();
  await close(page);
});
