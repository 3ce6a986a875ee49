/** Push messages in a real browser: its worker shows them, and the settings turn them on and off. */

import type { BrowserContext, Page } from '@playwright/test';
import { whole } from '../playwright.config.ts';
import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, test } from './harness/test.ts';

test.use({ launchOptions: whole });

interface Message {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** Delivers messages to the page's worker, as the browser does when its push service has one. */
async function pushing(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  const registered = new Promise<string>((done) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find((one) => one.scopeURL === `${origin}/`);
      if (found) done(found.registrationId);
    });
  });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await cdp.send('ServiceWorker.enable');
  // Playwright lets every page believe that it has the focus.
  await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const registrationId = await registered;
  return (message: Message | string) => {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    return cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

/** What the worker shows now. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }));
  });

/** Whether the worker takes a page of ours for the one in front of the person. */
const inFront = async (context: BrowserContext) =>
  context.serviceWorkers()[0]?.evaluate(async () => {
    const { clients } = self as unknown as ServiceWorkerGlobalScope;
    const all = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    return all.some((client) => client.focused);
  });

/** As the operating system tells the worker that somebody clicked. */
async function click(context: BrowserContext, tag: string) {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async (tag) => {
    const scope = self as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications({ tag });
    if (!notification) throw new Error(`nothing is shown with ${tag}`);
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  }, tag);
}

/** The parts of the worker's global scope that are used here; the page's types know nothing of it. */
interface ServiceWorkerGlobalScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  clients: { matchAll: (which: object) => Promise<{ focused: boolean }[]> };
}
declare const NotificationEvent: new (type: string, init: { notification: Notification }) => Event;

const ON = { permissions: ['notifications'] };

test('a push message is shown, many of a channel as one, and leads to its message in the open page [shell 7.6]', async ({
  browser,
  world,
}) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Kören');
  await astrid.relate(org.id, bertil, 'MEMBER');
  const said = await astrid.say(org.general, 'Vi sjunger på torsdag @bertil');
  const page = await browserOf(browser, bertil, ON);
  await page.goto('/settings');
  const push = await pushing(page);
  const path = `/konversation/${org.ws}/${org.general}?message=${said.id}`;
  const message = { title: 'Astrid nämnde dig i Allmänt', body: 'ett', path, tag: 'channel-1' };

  // Over the page in front of the person nothing is shown: it has heard by itself.
  await page.bringToFront();
  await expect.poll(() => inFront(page.context())).toBe(true);
  await push(message);
  await push({ ...message, tag: 'end' });
  expect(await shown(page)).toEqual([]);

  const other = await page.context().newPage();
  await other.goto('about:blank');
  await other.bringToFront();
  await expect.poll(() => inFront(page.context())).toBe(false);
  await push(message);
  await push({ ...message, body: 'två' });
  await push({ ...message, title: 'En ansökan', tag: 'organisation-2', path: '/koren' });
  await push('bara text');
  await expect.poll(() => shown(page)).toContainEqual({ ...message, body: 'två' });
  await expect.poll(() => shown(page)).toHaveLength(3);
  const all = await shown(page);
  expect(all).toContainEqual({
    title: 'Kalender',
    body: 'bara text',
    tag: '',
    path: '/notifications',
  });

  // The page goes there by itself: it is not loaded anew.
  await page.evaluate(() => {
    document.title = 'samma sida';
    (window as Window & { kept?: boolean }).kept = true;
  });
  await click(page.context(), 'channel-1');
  await expect(page).toHaveURL(path);
  await expect(page.getByText('Vi sjunger på torsdag')).toBeVisible();
  expect(await page.evaluate(() => (window as Window & { kept?: boolean }).kept)).toBe(true);
  await expect.poll(() => shown(page)).toHaveLength(2);
  await close(page);
});

test('the switch, by keyboard: a push service that cannot be reached is told, and it stays off [shell 7.6]', async ({
  browser,
  world,
}) => {
  const page = await browserOf(browser, world.people.cecilia, ON);
  await page.goto('/settings#push');
  const card = page.getByRole('region', { name: 'Notiser på den här enheten' });
  const toggle = card.getByRole('switch', { name: 'Visa notiser här' });
  await expect(toggle).not.toBeChecked();
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect(card.getByRole('alert')).toContainText('Det gick inte att slå på notiser.');
  await expect(toggle).not.toBeChecked();
  await expect(toggle).toBeFocused();
  await flawless(page, 'the settings');
  await close(page);
});

/** As the person answers in the browser's own settings. */
async function permit(page: Page, setting: 'granted' | 'denied') {
  const cdp = await page.context().newCDPSession(page);
  const { targetInfo } = await cdp.send('Target.getTargetInfo');
  const { browserContextId } = targetInfo;
  const settings = await page.context().browser()?.newBrowserCDPSession();
  const permission = { name: 'notifications' };
  const origin = new URL(page.url()).origin;
  await settings?.send('Browser.setPermission', { permission, setting, origin, browserContextId });
}

test('the switch says how to allow what the browser forbids, and never asks by itself', async ({
  browser,
  world,
}) => {
  const page = await browserOf(browser, world.people.david, {
    viewport: { width: 360, height: 740 },
  });
  await page.addInitScript(() => {
    const asked = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => {
      document.documentElement.dataset.asked = 'true';
      return asked();
    };
  });
  await page.goto('/settings#push');
  const card = page.getByRole('region', { name: 'Notiser på den här enheten' });
  await expect(card.getByRole('switch')).toBeEnabled();
  await permit(page, 'denied');
  await expect(card).toContainText('tillåt Notiser');
  await expect(card.getByRole('switch')).toBeDisabled();
  await expect(page.locator('html')).not.toHaveAttribute('data-asked');
  await flawless(page, 'the settings');

  // Allowed in the browser, it can be used at once.
  await permit(page, 'granted');
  await expect(card.getByRole('switch')).toBeEnabled();
  await close(page);
});
