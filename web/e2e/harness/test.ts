/** One real server for all journeys of a run, and people in browsers of their own. */

import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Person } from '../../live/harness/person.ts';
import { PASSWORD, Server } from '../../live/harness/server.ts';
import { until } from '../../live/harness/wait.ts';
import { pastTheWelcome, signedIn } from './session.ts';

export { expect, PASSWORD, pastTheWelcome };

/** People who are there from the beginning; journeys that sign up make their own. */
const names = [
  'astrid',
  'bertil',
  'cecilia',
  'david',
  'elin',
  'folke',
  'greta',
  'sixten',
  // A person owns twenty organisations at most: what astrid would found beyond that is hers.
  'viola',
  // Those of one journey's file alone: what they have and say disturbs no other.
  'hedda',
  'ivar',
  'jonna',
  // Those of the calendar's journeys: nobody has blocked them.
  'klara',
  'love',
  'maja',
  'nils',
  // Those of the contacts' journeys, who block each other: nobody else's messages are folded by it.
  'kajsa',
  'linus',
  'molly',
  'noel',
  // Of one organisation alone: its chat is the one that opens.
  'olle',
  // From strangers to contacts and apart again: what they do to each other meets nobody else.
  'petra',
  'ragnar',
  'saga',
  'tage',
  'ulla',
] as const;
type People = Record<(typeof names)[number], Person>;

export interface World {
  server: Server;
  people: People;
}

export const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for
    async ({}, use) => {
      const [server, people] = await Server.with(names);
      await use({ server, people });
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ world }, use) => use(world.server.url),
  page: async ({ page }, use) => use(standingOnceOpened(page)),
});

/**
 * A page is open once the app has taken the place of its frame: what is measured or typed in the frame goes with it.
 * Who looks at the frame itself says how far the page is to have come (`waitUntil`).
 */
function standingOnceOpened(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const standing = () => expect(page.locator('[data-frame]')).toHaveCount(0);
  page.goto = async (address, options) => {
    const answer = await goto(address, options);
    if (!options?.waitUntil) await standing();
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (!options?.waitUntil) await standing();
    return answer;
  };
  return page;
}

/** The smallest one that everything has to fit. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** A browser of its own for somebody who is signed in. */
export async function browserOf(
  browser: Browser,
  person: Person,
  {
    welcome = false,
    ...options
  }: Parameters<Browser['newContext']>[0] & { welcome?: boolean } = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: person.server.url, ...options });
  if (!welcome) await pastTheWelcome(context);
  await signedIn(context, person);
  return standingOnceOpened(await context.newPage());
}

/** Once what the page loads when it has nothing else to do is there as well: cards, dialogs, checks. */
export const whole = (page: Page) =>
  expect(page.locator('html[data-shell="whole"]')).toBeAttached();

/** Where something is, once it stays there: what is above it may still arrive. */
export async function standing(
  what: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const handle = await what.elementHandle();
  // Until it does not move from one frame to the next.
  await handle?.waitForElementState('stable');
  const box = await handle?.boundingBox();
  if (!box) throw new Error(`${what} is not on the screen`);
  return box;
}

/** A finger stays on something until `opened` is there, and is lifted. */
export async function longPress(page: Page, what: Locator, opened: Locator) {
  const { x, y, width, height } = await standing(what);
  const client = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 3, y: y + height / 2 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(opened).toBeVisible();
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** What the newest mail to an address that says it says: whoever has had another mail before waits for this one. */
export function mailTo(server: Server, email: string, says: RegExp): Promise<string> {
  return until(`a mail to ${email} that says ${says}`, () =>
    server
      .mails(email)
      .reverse()
      .map((text) => says.exec(text)?.[0])
      .find(Boolean),
  );
}

/** Nothing lies beside a phone of 360 points. */
export async function narrow(page: Page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${page.url()} is wider than the phone`).toBeLessThanOrEqual(360);
}

/** The way into an account that waits for it. */
export const VERIFY = /\/verify\?token=[\w-]+/;

/** Signs up, opens the link of the mail, signs in. */
export async function signUp(page: Page, server: Server, first: string, last: string) {
  const email = `${first}.${last}@exempel.se`.toLowerCase();
  await pastTheWelcome(page.context());
  await page.goto('/signup');
  await page.getByLabel('Förnamn').fill(first);
  await page.getByLabel('Efternamn').fill(last);
  await page.getByLabel('E-postadress').fill(email);
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Skapa konto' }).click();
  await expect(page.getByRole('heading', { name: 'Kolla din e-post' })).toBeVisible();
  await page.goto(await mailTo(server, email, VERIFY));
  await expect(page.getByRole('heading', { name: 'Din e-postadress är bekräftad' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Logga in' }).click();
  await page.getByLabel('E-postadress').fill(email);
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Logga in' }).click();
  await expect(page.getByRole('button', { name: /Konto och inställningar/ })).toBeVisible();
  // The header knows before the page is left, and whatever is open in it closes when it is.
  await expect(page.getByLabel('Lösenord', { exact: true })).toHaveCount(0);
}

/** What one does in the chat, by the names that everybody hears and sees. */
export class Chat {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get composer() {
    return this.page.getByRole('textbox', { name: /^Skriv till / });
  }
  get channels() {
    return this.page.getByRole('navigation', { name: 'Kanallista' });
  }
  get messages() {
    return this.page.getByRole('list', { name: /^Meddelanden i / });
  }
  get thread() {
    return this.page.getByRole('region', { name: 'Tråd' });
  }
  get bell() {
    return this.page.getByRole('button', { name: /^Notiser/ });
  }

  row(text: string) {
    return this.messages.getByRole('listitem').filter({ hasText: text });
  }

  inThread(text: string) {
    return this.thread.getByRole('listitem').filter({ hasText: text });
  }

  async open(channel: string) {
    await this.channels.getByRole('link', { name: channel }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: channel })).toBeVisible();
  }

  async say(text: string) {
    await this.composer.fill(text);
    await this.composer.press('Enter');
    await expect(this.row(text)).toBeVisible();
    // Until the server has it, it says so.
    await expect(this.row(text)).not.toContainText('Skickar');
  }

  /** A button of the toolbar that stands on a message while the pointer is there. */
  async tool(text: string, name: string) {
    const row = this.row(text);
    await row.hover();
    await row.getByRole('toolbar').getByRole('button', { name, exact: true }).click();
  }

  async menu(text: string, name: string) {
    await this.tool(text, 'Fler val');
    await this.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  }
}

export async function close(...pages: Page[]) {
  const contexts = new Set<BrowserContext>(pages.map((page) => page.context()));
  for (const context of contexts) await context.close();
}
