/** Where something between blocks WebSockets, as in some schools' networks. */

import { flawlessInBoth } from './harness/axe.ts';
import { browserOf, Chat, close, expect, test } from './harness/test.ts';

test('the chat goes on by plain requests, says so, and is live again once it may', async ({
  browser,
  world,
}) => {
  const { astrid, bertil } = world.people;
  const org = await astrid.found('Lärarrummet');
  await astrid.relate(org.id, bertil, 'MEMBER');
  const page = await browserOf(browser, bertil, { viewport: { width: 360, height: 740 } });
  let blocks = true;
  let opened = 0;
  await page.routeWebSocket(/\/ws-notify$/, (socket) => {
    opened += 1;
    if (blocks) void socket.close();
    else socket.connectToServer();
  });
  const chat = new Chat(page);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await expect(chat.composer).toBeVisible();
  const notice = page.getByText('Hämtar nytt var femte sekund: nätet spärrar direktkontakt.');
  await expect(notice).toBeVisible();

  const first = await astrid.say(org.general, 'Mötet är i sal 4');
  await expect(chat.row('Mötet är i sal 4')).toBeVisible();
  await chat.say('Jag är på väg');
  await astrid.call('PUT', `/api/v1/chat/messages/${first.id}`, { content: 'Mötet är i sal 7' });
  await expect(chat.row('Mötet är i sal 7')).toBeVisible();
  await flawlessInBoth(page, 'the chat without sockets');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);

  // The server itself away is told otherwise, and comes back by itself.
  await page.route('**/api/**', (route) => route.abort());
  await expect(notice).toHaveCount(0);
  await page.unroute('**/api/**');
  await expect(notice).toBeVisible();

  blocks = false;
  const before = opened;
  await page.getByRole('button', { name: 'Försök igen' }).click();
  await expect(page.locator('[data-connection="CONNECTED"]').first()).toBeAttached();
  await expect(notice).toHaveCount(0);
  expect(opened).toBeGreaterThan(before);
  await astrid.say(org.general, 'Vi börjar nu');
  await expect(chat.row('Vi börjar nu')).toBeVisible();
  await close(page);
});
