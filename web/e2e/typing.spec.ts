/**
 * Every text field takes every key: fields whose text comes back late (from the address, an answer, a pause) lost letters.
 * The fields are found on the pages by their role; only the ways into dialogs and panes are written down.
 */

import type { CDPSession, Locator, Page } from '@playwright/test';
import { addresses } from './harness/addresses.ts';
import { calendarOf, eventOf } from './harness/event.ts';
import { browserOf, close, expect, test, type World, whole } from './harness/test.ts';

const BEGUN = 'åäö handlingarna till ';
const ENDED = 'fredag ÅÄÖ';
/** Between the keys, and once in the middle long enough for what waits for a pause to happen. */
const KEY_MS = 20;
const PAUSE_MS = 400;
const SLOWED = 6;

/** Where something is to be opened first, and the keys or the button that do. */
type Place = [address: string, open?: string | RegExp | ((page: Page) => Promise<void>)];

const key = (keys: string) => (page: Page) => page.keyboard.press(keys);

async function placesOf({ people }: World): Promise<Place[]> {
  const { greta, folke } = people;
  const org = await greta.found('Alla fälts förening');
  await greta.relate(org.id, folke, 'MEMBER');
  await greta.befriend(folke);
  const said = await greta.say(org.general, 'Vem tar med kaffe?');
  await greta.say(org.general, 'Jag', { parentMessageId: said.id } as never);
  const calendar = await calendarOf(greta, 'Alla fälts kalender', { idEntity: org.id });
  const { eventUUID } = await eventOf(greta, calendar, 'Alla fälts kväll');
  const { uuid } = await greta.post('Ett inlägg att svara på');
  const talk = await greta.talk([folke]);
  const channel = `/konversation/${org.ws}/${org.general}`;
  return [
    ...Object.values(addresses)
      // Pages of what is not there have no field but the header's.
      .filter(([address, who]) => who !== 'signed out' && !address.includes('finns'))
      .map(([address]): Place => [address]),
    [channel],
    [`${channel}/om`],
    [`${channel}/sok`],
    [`${channel}/trad/${said.id}`],
    [`${channel}`, 'Skapa kanal'],
    [channel, key('Control+j')],
    ['/feed', key('Control+k')],
    [`/messages/${talk.id}`],
    ['/messages/ny'],
    [`/event/${eventUUID}`],
    [`/editevent/${eventUUID}/me`],
    [`/inlagg/${uuid}`],
    [`/${org.slug}`],
    [`/${org.slug}/settings`],
    ['/calendar', 'Nytt urval'],
    ['/calendar', key('n')],
  ];
}

/** What is written into; not what shows an address to copy, nor days and numbers, which take other keys. */
const fieldsIn = (page: Page, part: Locator): Locator =>
  part
    .getByRole('textbox')
    .or(part.getByRole('searchbox'))
    .or(part.getByRole('combobox'))
    .and(page.locator('input:not([type=date], [type=time]), textarea'))
    .and(page.locator(':not([readonly], [disabled])'))
    .filter({ visible: true });

/** What it is called, and where it comes from: one field of many pages is written into once. */
const identity = (field: Locator) =>
  field.evaluate((one: HTMLInputElement) =>
    [one.labels?.[0]?.textContent, one.ariaLabel, one.placeholder, one.name, one.className].join(),
  );

const nameOf = (field: Locator) =>
  field.evaluate(
    (one: HTMLInputElement) => one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.placeholder,
  );

/** One who goes through places until none is left. */
async function walk(page: Page, places: Place[], done: Set<string>, written: string[]) {
  const tools = await page.context().newCDPSession(page);
  for (let place = places.shift(); place; place = places.shift()) {
    const [address, open] = place;
    await page.goto(address);
    await expect(page.locator('main, [role="main"]').first()).toBeVisible();
    // What takes the keys is loaded when there is nothing else to do.
    if (open) await whole(page);
    if (typeof open === 'function') await open(page);
    else if (open) await page.getByRole('button', { name: open }).first().click();
    if (open) await expect(page.getByRole('dialog').first()).toBeVisible();
    // What lies under a dialog takes no keys.
    const part = page.locator(open ? 'dialog[open], [role="dialog"]' : 'body').last();
    await writeEverywhere(page, part, tools, done, `${address} ${open ? 'dialog' : ''}`, written);
  }
}

async function writeEverywhere(
  page: Page,
  part: Locator,
  tools: CDPSession,
  done: Set<string>,
  where: string,
  written: string[],
) {
  for (const handle of await fieldsIn(page, part).elementHandles()) {
    await handle.evaluate((one) => (one as Element).toggleAttribute('data-typing', true));
    const field = page.locator('[data-typing]');
    if ((await field.count()) !== 1 || !(await field.isVisible())) continue;
    const which = await identity(field);
    if (!done.has(which)) {
      done.add(which);
      const name = `${await nameOf(field)} (${where})`;
      written.push(name);
      await field.focus();
      // What stands there at once is what is to stand there key by key: a handle takes no space, a title 100 letters.
      await field.fill(BEGUN + ENDED);
      const held = await field.inputValue();
      await field.fill('');
      await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
      await page.keyboard.type(BEGUN.slice(0, -1), { delay: KEY_MS });
      await page.keyboard.type(' ', { delay: PAUSE_MS });
      await page.keyboard.type(ENDED, { delay: KEY_MS });
      await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await expect.soft(field, name).toHaveValue(held, { timeout: 3_000 });
      if ((await field.getAttribute('maxlength')) !== '5') {
        expect.soft(held.toLowerCase(), name).toContain('handlingarna');
      }
    }
    await handle.evaluate((one) => (one as Element).toggleAttribute('data-typing', false));
  }
}

test('every text field takes every key', async ({ browser, world }) => {
  const places = await placesOf(world);
  const done = new Set<string>();
  const written: string[] = [];
  // Typing is mostly waiting: several are at it at once, in browsers of their own, for tabs of one follow each other's context.
  const wide = { viewport: { width: 1440, height: 900 } };
  const pages = await Promise.all(
    [1, 2, 3, 4].map(() => browserOf(browser, world.people.greta, wide)),
  );
  await Promise.all(pages.map((one) => walk(one, places, done, written)));
  // Fewer: the pages have changed, and fields are no longer found.
  expect(written.length).toBeGreaterThan(30);
  await close(...pages);
});
