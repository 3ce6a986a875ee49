/**
 * The pictures of README.md and web/README.md, taken of the demo in a real browser: `npm run pictures` writes them to `web/pictures`.
 * The demo's people and what they say are the same each time; the days are those on which they are taken.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { pastTheWelcome, signedIn } from '../e2e/harness/session.ts';
import { Person } from '../live/harness/person.ts';
import { Server } from '../live/harness/server.ts';
import config from '../playwright.config.ts';

const home = resolve(import.meta.dirname, '../pictures');
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
const dark: BrowserContextOptions = { colorScheme: 'dark' };

interface Picture {
  name: string;
  path: string;
  options: BrowserContextOptions;
  /** What must be there before it is taken, and what is done until it is. */
  ready: (page: Page) => Promise<unknown>;
  /** Who looks; Anna, where nobody is named. */
  who?: Person;
}

const server = await Server.prepare();
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const said = server.command('demo');
  const password = /^Password: (.+)$/m.exec(said)?.[1];
  if (!password) throw new Error(`the demo told no password:\n${said}`);
  await server.start();
  const anna = await Person.signIn(server, 'anna@demo.kalender.example', password);
  const stefan = await Person.signIn(server, 'stefan.lundqvist@demo.kalender.example', password);
  const workspaces = await anna.call<{ data: { workspaceId: number; name: string }[] }>(
    'GET',
    '/api/v1/chat/workspaces',
  );
  const ws = workspaces.data[0]?.workspaceId ?? 0;
  const general = (await anna.channels(ws)).find((one) => one.general)?.id ?? 0;
  const chat = `/konversation/${ws}/${general}`;
  const [from, to] = [0, 40].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const { content: events } = await anna.call<{ content: { title: string; eventUUID: string }[] }>(
    'GET',
    `/api/v1/events?from=${from}&to=${to}`,
  );
  const evening = events.find(({ title }) => title.startsWith('Föräldramöte'));
  if (!evening) throw new Error('the demo has no parents’ evening');
  const messages = (page: Page) =>
    page
      .getByRole('list', { name: /^Meddelanden i / })
      .getByRole('listitem')
      .last()
      .waitFor();
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();
  const opened = (link: string) => async (page: Page) => {
    await page.getByRole('link', { name: link }).first().click();
    await page.getByRole('heading', { level: 1, name: link }).waitFor();
  };
  const week = (page: Page) => page.getByText('Vecka', { exact: true }).click();
  const times = async (page: Page) => {
    await page.getByRole('link', { name: 'Klubbstugan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Klubbstugan' }).waitFor();
  };
  const pictures: Picture[] = [
    { name: 'chat', path: chat, options: desk, ready: messages },
    { name: 'chat-phone', path: chat, options: { ...phone, ...dark }, ready: messages },
    { name: 'calendar', path: '/kalender?view=month', options: desk, ready: heading },
    { name: 'agenda-phone', path: '/kalender?view=agenda', options: phone, ready: heading },
    { name: 'event-phone', path: `/event/${evening.eventUUID}`, options: phone, ready: heading },
    { name: 'feed', path: '/feed', options: { ...desk, ...dark }, ready: heading },
    { name: 'contacts-phone', path: '/kontakter', options: phone, ready: heading },
    { name: 'bookings', path: '/hornebo-sk/bokningar', options: desk, ready: week, who: stefan },
    { name: 'booking-phone', path: '/hornebo-sk/boka', options: phone, ready: times },
    { name: 'ledger', path: '/hornebo-sk/underlag', options: desk, ready: heading, who: stefan },
    { name: 'board', path: '/tavlor', options: desk, ready: opened('Terminsstart') },
    { name: 'tasks-phone', path: '/uppgifter', options: phone, ready: heading },
    { name: 'course', path: '/klyftig', options: desk, ready: opened('Trygg på nätet') },
    { name: 'infopoints', path: '/infopoint', options: desk, ready: heading },
    { name: 'family-phone', path: '/family', options: phone, ready: heading },
    {
      name: 'vacation',
      path: '/bjorkangsskolan/semester?tab=year',
      options: { ...desk, ...dark },
      ready: heading,
    },
    {
      name: 'administration',
      path: '/admin/hornebo-sk?tab=people',
      options: desk,
      ready: heading,
      who: stefan,
    },
    {
      name: 'notification-settings-phone',
      path: '/settings/notifications',
      options: { ...phone, ...dark },
      ready: heading,
    },
  ];
  mkdirSync(home, { recursive: true });
  for (const { name, path, options, ready, who = anna } of pictures) {
    const context = await browser.newContext({
      baseURL: server.url,
      locale: 'sv-SE',
      timezoneId: 'Europe/Stockholm',
      reducedMotion: 'reduce',
      ...options,
    });
    await pastTheWelcome(context);
    await signedIn(context, who);
    const page = await context.newPage();
    await page.goto(path);
    await ready(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(home, `${name}.jpg`), type: 'jpeg', quality: 80 });
    process.stdout.write(`web/pictures/${name}.jpg\n`);
    await context.close();
  }
} finally {
  await browser.close();
  await server.dispose();
}
