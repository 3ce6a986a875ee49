/** What opening a page costs: each thing is asked for once, and what is asked for is there. */

import type { Page } from '@playwright/test';
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
