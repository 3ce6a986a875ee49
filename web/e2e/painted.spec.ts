/** What stands in a page before the app is there is what the app then draws, where it draws it (src/painter). */

import type { Browser, Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { withoutFirstAnswers, withoutTheApp } from './harness/session.ts';
import { browserOf, Chat, close, expect, test, whole } from './harness/test.ts';

test.use({ trace: 'off' });

const HOSTILE = '<img src=x onerror="document.title=1"></script><script>document.title=2</script>';
const viewports = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
const schemes = ['light', 'dark'] as const;

interface Place {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Shift {
  value: number;
  sources: { node: Node | null }[];
}

/** A page whose app is let in when the test says so; what it moves is counted from the beginning. */
async function held(browser: Browser, person: Person, options: object = {}) {
  const page = await browserOf(browser, person, options);
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as Shift;
        moved.push(`${value} ${sources.map(({ node }) => node?.textContent).join('\n')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const letIn = await withoutTheApp(page);
  return { page, letIn };
}

/** Every text that is seen in the page's main part, and where it stands. */
const texts = (page: Page, main: string): Promise<Place[]> =>
  page.evaluate((selector) => {
    const found: Place[] = [];
    const walker = document.createTreeWalker(
      document.querySelector(selector) as Element,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim();
      const parent = node.parentElement as Element;
      // What is not painted waits.
      if (parent.closest('[role="status"]')) continue;
      if (!text || !parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { x, y, width, height } = range.getBoundingClientRect();
      if (height > 0 && y >= 0 && y + height <= innerHeight) {
        found.push({ text, x, y, width, height });
      }
    }
    return found;
  }, main);

const FRAME = '[data-frame] main';
const APP = '#root main';

/** That each of the painted texts stands where the app has it. */
function expectSame(before: Place[], app: Place[], name: string) {
  for (const one of before) {
    const same = app.find(
      ({ text, ...at }) =>
        text === one.text &&
        (['x', 'y', 'width', 'height'] as const).every(
          (side) => Math.abs(at[side] - one[side]) <= 1,
        ),
    );
    const like = app.filter(({ text }) => text === one.text);
    expect
      .soft(same, `${name}: ${JSON.stringify(one)}, the app has ${JSON.stringify(like)}`)
      .toBeDefined();
  }
}

/** Opens a page until its answers come with it: on a busy machine they may be late, and then nothing is painted. */
const painted = (page: Page, path: string) =>
  expect(async () => {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    expect(await page.locator('#root [data-frame]').count()).toBe(0);
  }).toPass();

/** Once the page has its own letters: what these have moved is not what the app moves. */
const standsStill = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    (Reflect.get(window, 'moved') as string[]).length = 0;
  });

const moved = (page: Page) => page.evaluate(() => Reflect.get(window, 'moved') as string[]);

/** Opens a page, looks at what is painted, lets the app in and looks at the same again. */
async function compare(
  browser: Browser,
  person: Person,
  path: string,
  said: (before: Place[], name: string) => void,
  arrived: (page: Page) => Promise<void>,
) {
  for (const viewport of viewports) {
    for (const colorScheme of schemes) {
      const name = `${path} at ${viewport.width}, ${colorScheme}`;
      const { page, letIn } = await held(browser, person, { viewport, colorScheme });
      await painted(page, path);
      await standsStill(page);
      const before = await texts(page, FRAME);
      said(before, name);
      letIn();
      await expect(page.locator('[data-frame]')).toHaveCount(0);
      const after = await texts(page, APP);
      expectSame(before, after, name);
      // What comes by itself below it is the page's own.
      const shifts = await moved(page);
      const ours = shifts.filter((one) =>
        before.some(({ text }) => text.length > 3 && one.includes(text)),
      );
      expect.soft(ours, name).toEqual([]);
      await arrived(page);
      await close(page);
    }
  }
}

const has = (places: Place[], text: string) => places.some((one) => one.text.includes(text));

test('a channel stands before the app is there, and nothing moves when it comes', async ({
  browser,
  world,
}) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Kvarteret Hasseln');
  await astrid.relate(org.id, bertil, 'MEMBER');
  await astrid.change(org.general, { topic: HOSTILE } as object);
  for (let n = 1; n <= 25; n += 1) {
    await (n % 3 ? astrid : bertil).say(org.general, `Meddelande ${n}, som är ganska kort.`);
  }
  await bertil.say(org.general, HOSTILE);
  await bertil.say(
    org.general,
    'En text som är så lång att den tar mer än en rad på en telefon, med *fet* och `kod` och #allmänt i sig, och slutet.',
  );
  const liked = await astrid.say(org.general, '- ett\n- två\n> citat');
  await bertil.react(liked.id, '👍');
  await astrid.say(org.general, 'Svara gärna här');
  const last = await bertil.say(org.general, 'Fyra 👍');
  await bertil.say(org.general, 'Ett svar', { parentMessageId: last.id });
  await compare(
    browser,
    astrid,
    `/konversation/${org.ws}/${org.general}`,
    (before, name) => {
      for (const text of [HOSTILE, 'Meddelande 25', 'Svara gärna här', '1 svar', 'Allmänt']) {
        expect.soft(has(before, text), `${name}: ${text}`).toBe(true);
      }
    },
    async (page) => {
      await expect(new Chat(page).row('Fyra 👍')).toHaveCount(1);
      expect(await page.title()).not.toMatch(/^[12]$/);
    },
  );
});

test('the start page stands before the app is there, and nothing moves when it comes', async ({
  browser,
  world,
}) => {
  const { astrid } = world.people;
  await astrid.found('Kvarteret Enen');
  await compare(
    browser,
    astrid,
    '/',
    (before, name) => {
      for (const text of ['Hej ', 'vecka', 'Namnsdag', 'Inga händelser']) {
        expect.soft(has(before, text), `${name}: ${text}`).toBe(true);
      }
    },
    (page) => expect(page.getByRole('heading', { name: 'Hej ' })).toHaveCount(1),
  );
});

test('one’s own organisation stands before the app is there, and nothing moves when it comes', async ({
  browser,
  world,
}) => {
  const { astrid } = world.people;
  for (const mode of ['OPEN', 'MODERATED', 'INVITE_ONLY']) {
    const org = await astrid.found(`Kvarteret ${mode}`, mode);
    await compare(
      browser,
      astrid,
      `/${org.slug}`,
      (before, name) => {
        for (const text of [`Kvarteret ${mode}`, 'Du är ägare']) {
          expect.soft(has(before, text), `${name}: ${text}`).toBe(true);
        }
      },
      (page) => expect(page.getByRole('heading', { name: `Kvarteret ${mode}` })).toHaveCount(1),
    );
  }
});

test('what is painted is heard by nobody and takes no focus, and what is clicked is done by the app', async ({
  browser,
  world,
}) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Kvarteret Slånet');
  await astrid.relate(org.id, bertil, 'MEMBER');
  await bertil.say(org.general, 'Bara en gång');
  const { page, letIn } = await held(browser, astrid);
  await painted(page, `/konversation/${org.ws}/${org.general}`);
  await expect(page.locator('[data-rows]').getByText('Bara en gång')).toBeVisible();
  expect(await page.locator('body').ariaSnapshot()).not.toContain('Bara en gång');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  const details = await page.locator('[data-frame] header [aria-label="Om kanalen"]').boundingBox();
  if (!details) throw new Error('no details');
  await page.mouse.click(details.x + details.width / 2, details.y + details.height / 2);
  letIn();
  await expect(page).toHaveURL(/\/om$/);
  expect((await page.locator('body').ariaSnapshot()).match(/Bara en gång/g)).toHaveLength(1);
  await close(page);
});

test('one stays where one has scrolled to', async ({ browser, world }) => {
  const { astrid } = world.people;
  const { page, letIn } = await held(browser, astrid, { viewport: { width: 360, height: 740 } });
  await painted(page, '/');
  await expect(page.locator(FRAME)).toContainText('Hej ');
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
  letIn();
  await expect(page.locator('[data-frame]')).toHaveCount(0);
  await whole(page);
  expect(await page.evaluate(() => scrollY)).toBe(200);
  await close(page);
});

test('without answers nothing is painted', async ({ browser, world }) => {
  const { astrid } = world.people;
  const { page, letIn } = await held(browser, astrid);
  await withoutFirstAnswers(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.locator(FRAME)).toBeVisible();
  expect(has(await texts(page, FRAME), 'Hej')).toBe(false);
  expect(await page.locator('#root [data-frame]').count()).toBe(1);
  letIn();
  await expect(page.getByRole('heading', { name: 'Hej ' })).toBeVisible();
  await close(page);
});
