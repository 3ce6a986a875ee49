/** What opening a page costs: each thing is asked for once, and what is asked for is there. */

import type { Page } from '@playwright/test';
import { withoutFirstAnswers, withoutTheApp } from './harness/session.ts';
import { browserOf, Chat, close, expect, test } from './harness/test.ts';

/** Everything the page asks for, and what was not there. */
function requestsOf(page: Page) {
  const asked: string[] = [];
  const missing: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!request.url().startsWith('http')) return;
    asked.push(`${request.method()} ${pathname}${search}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(`${response.status()} ${response.url()}`);
  });
  const twice = () => [...new Set(asked.filter((one, at) => asked.indexOf(one) !== at))];
  return { asked, missing, twice };
}

test('opening the chat asks for each thing once', async ({ browser, world }) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Kvarteret Eken');
  await astrid.relate(org.id, bertil, 'MEMBER');
  await bertil.say(org.general, 'Hej alla');
  const page = await browserOf(browser, astrid);
  const { asked, missing, twice } = requestsOf(page);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  const chat = new Chat(page);
  await expect(chat.row('Hej alla')).toBeVisible();
  await expect(page.locator('[data-connection="CONNECTED"]')).toBeAttached();
  // What the first moments lead to (live, read marks, guides) has been asked for as well.
  await expect.poll(() => asked.some((one) => one.includes('/guides/status'))).toBe(true);
  await page.waitForLoadState('networkidle');
  expect(twice()).toEqual([]);
  expect(missing).toEqual([]);
  await close(page);
});

test('what stands below today stays where it is when the answers come', async ({
  browser,
  world,
}) => {
  const { astrid } = world.people;
  await astrid.found('Kvarteret Boken');
  const page = await browserOf(browser, astrid);
  await page.setViewportSize({ width: 360, height: 740 });
  await withoutFirstAnswers(page);
  let letIn = () => {};
  const opened = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  // A day like most: it has names, and nothing happens on it.
  await page.route('**/api/public/days?*', async (route) => {
    await opened;
    const { searchParams } = new URL(route.request().url());
    const content = ['from', 'to'].map((end) => ({
      date: searchParams.get(end),
      name: 'Linnéa',
      slug: 'namnsdagar/linnea',
      type: 'nameday',
      group: 6,
      source: '',
    }));
    await route.fulfill({ json: { content, page: 0, size: 2, hasMore: false } });
  });
  await page.route('**/api/v1/events?*', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('/');
  const today = page.getByRole('region', { name: 'I dag och i morgon' });
  const below = page.getByRole('heading', { name: 'Mina organisationer' });
  await expect(below).toBeVisible();
  await expect(today).toHaveAttribute('aria-busy', 'true');
  const before = await below.boundingBox();
  letIn();
  await expect(today).toHaveAttribute('aria-busy', 'false');
  await expect(today.getByText('Inga händelser')).toHaveCount(2);
  await expect(today.getByText('Linnéa')).toHaveCount(2);
  expect(await below.boundingBox()).toEqual(before);
  await close(page);
});

/** The addresses whose answers stand in a page. */
const inPage = (html: string): string[] => {
  const data = /<script type="application\/json" id="answers">(.*?)<\/script>/s.exec(html)?.[1];
  return data ? Object.keys(JSON.parse(data)) : [];
};

test('what came with the page is not asked for, and nothing else twice', async ({
  browser,
  world,
}) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Kvarteret Linden');
  await astrid.relate(org.id, bertil, 'MEMBER');
  await bertil.say(org.general, 'Hej </script><script>document.title="fel"</script>');
  const chat = `/konversation/${org.ws}/${org.general}`;
  for (const path of [chat, '/', '/settings', '/feed', '/kontakter', '/notifications']) {
    const page = await browserOf(browser, astrid);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    const { asked, missing, twice } = requestsOf(page);
    const answer = await page.goto(path);
    // On a busy machine some may be missing: those are asked for.
    const there = inPage((await answer?.text()) ?? '');
    await expect(page.locator('[data-frame]')).toHaveCount(0);
    await expect(page.locator('html[data-shell="whole"]')).toBeAttached();
    if (path === chat) {
      await expect(new Chat(page).row('Hej </script>')).toBeVisible();
      expect(await page.title()).not.toBe('fel');
    }
    await expect.poll(() => asked.some((one) => one.includes('/guides/status'))).toBe(true);
    // Today's events are looked at again once the live connection is there.
    const again = (one: string) => path === '/' && /\/api\/v1\/(events|calendars)/.test(one);
    expect
      .soft(
        asked.filter((one) => there.includes(one.replace('GET ', '')) && !again(one)),
        path,
      )
      .toEqual([]);
    if (path !== '/') expect.soft(twice(), path).toEqual([]);
    expect.soft(missing, path).toEqual([]);
    expect.soft(errors, path).toEqual([]);
    // None of it lies about in the page.
    await expect(page.locator('#answers')).toHaveCount(0);
    await close(page);
  }
});

test('a frame stands where the app will, and nothing moves when it comes', async ({
  browser,
  world,
}) => {
  const { astrid } = world.people;
  const org = await astrid.found('Kvarteret Almen');
  const chat = `/konversation/${org.ws}`;
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    for (const path of [`${chat}/${org.general}`, chat, '/', '/settings', `/${org.slug}`]) {
      const page = await browserOf(browser, astrid);
      await page.setViewportSize(viewport);
      const letIn = await withoutTheApp(page);
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      /** Where the page's parts stand; how far down they go is what they hold. In a channel a phone has no header of the shell's. */
      const places = async () => {
        const header = await page.locator('header:has([data-tour="logo"])').boundingBox();
        const main = await page.locator('main').boundingBox();
        return { header, main: main && { x: main.x, y: main.y, width: main.width } };
      };
      await expect(page.locator('[data-frame] main')).toBeVisible();
      const before = await places();
      letIn();
      await expect(page.locator('[data-frame]')).toHaveCount(0);
      await expect(page.locator('html[data-shell="whole"]')).toBeAttached();
      expect(await places(), `${path} at ${viewport.width}`).toEqual(before);
      await close(page);
    }
  }
});
