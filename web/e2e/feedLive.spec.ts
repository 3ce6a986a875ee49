/** The feed while one looks at it: what others do is there, and nothing that is being read moves. */

import type { Page } from '@playwright/test';
import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, test } from './harness/test.ts';

/** Sooner than anything is asked for at intervals. */
const LIVE = { timeout: 10_000 };

const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('counts move, comments come and posts are offered, while what is read stands still', async ({
  browser,
  world,
}) => {
  const { hedda, ivar, jonna } = world.people;
  const org = await hedda.found('Trädgårdslaget');
  for (const one of [ivar, jonna]) await hedda.relate(org.id, one, 'MEMBER');
  for (const one of [ivar, jonna]) await hedda.befriend(one);
  const first = await ivar.post('Äpplena är mogna', { audience: 'CONTACTS' });
  const reads = await browserOf(browser, hedda, { viewport: { width: 1280, height: 800 } });
  await expect
    .poll(async () => JSON.stringify(await hedda.call('GET', '/api/v1/feed')))
    .toContain('Äpplena');
  await reads.goto('/feed');
  const shown = post(reads, 'Äpplena är mogna');
  const like = shown.getByRole('button', { name: /^Gilla/ });
  await expect(like).toHaveAccessibleName('Gilla, 0 gillar');
  await like.focus();
  const place = await shown.boundingBox();

  // It is listened to once it has stayed on the screen for a moment.
  await expect(async () => {
    await ivar.like(first.uuid, false);
    await ivar.like(first.uuid);
    await expect(like).toHaveAccessibleName('Gilla, 1 gillar', { timeout: 1_000 });
  }).toPass(LIVE);
  await ivar.comment(first.uuid, 'Kom och plocka');
  await expect(shown.getByRole('button', { name: '1 kommentar' })).toBeVisible(LIVE);
  for (const text of ['Päronen', 'Plommonen', 'Vinbären']) await ivar.post(text);
  const offer = reads.getByRole('button', { name: 'Visa 3 nya inlägg' });
  await expect(offer).toBeVisible({ timeout: 20_000 });
  expect(await shown.boundingBox()).toEqual(place);
  await expect(like).toBeFocused();
  await flawless(reads, 'posts are offered');

  // What one asks for comes, and one goes on with it.
  await offer.click();
  await expect(reads.getByRole('article').first()).toContainText('Vinbären');
  await expect(reads.getByRole('listitem').filter({ hasText: 'Vinbären' })).toBeFocused();

  // In an open post what others write comes by itself, and goes.
  await shown.getByRole('button', { name: '1 kommentar' }).click();
  await expect(shown.getByText('Kom och plocka')).toBeVisible();
  const writes = await browserOf(browser, jonna, { viewport: { width: 360, height: 740 } });
  await writes.goto(`/inlagg/${first.uuid}`);
  // Jonna is no contact of Ivar's.
  await expect(writes.getByRole('heading', { name: 'Inlägget finns inte' })).toBeVisible();
  await ivar.befriend(jonna);
  await writes.reload();
  await writes.getByLabel('Skriv en kommentar').fill('Jag kommer på lördag');
  await writes.getByRole('button', { name: 'Publicera' }).click();
  await expect(shown.getByText('Jag kommer på lördag')).toBeVisible(LIVE);
  await expect(shown.getByRole('button', { name: '2 kommentarer' })).toBeVisible();
  await expect(writes.getByRole('button', { name: '2 kommentarer' })).toBeVisible();

  // Changed, and gone: it keeps its place.
  await ivar.call('PUT', `/api/v1/feed/posts/${first.uuid}`, { txMessage: 'Äpplena är plockade' });
  await expect(post(reads, 'Äpplena är plockade')).toContainText('Redigerat', LIVE);
  await expect(post(writes, 'Äpplena är plockade')).toBeVisible(LIVE);
  const articles = await reads.getByRole('article').count();
  await ivar.call('DELETE', `/api/v1/feed/posts/${first.uuid}`);
  await expect(reads.getByText('Inlägget finns inte längre.')).toBeVisible(LIVE);
  await expect(reads.getByRole('article')).toHaveCount(articles);
  await expect(writes.getByRole('heading', { name: 'Inlägget finns inte' })).toBeVisible(LIVE);

  // Without the network one is told, and nothing is taken away.
  await reads.context().setOffline(true);
  await expect(reads.getByText('Du är offline. Det du ser kan vara gammalt')).toBeVisible();
  await expect(post(reads, 'Vinbären')).toBeVisible();
  await flawless(reads, 'the feed offline');
  await reads.context().setOffline(false);
  await ivar.post('Rönnbären');
  await expect(reads.getByRole('button', { name: 'Visa 1 nytt inlägg' })).toBeVisible();
  await close(reads, writes);
});

test('a right that ends takes the post from the screen', async ({ browser, world }) => {
  const { hedda, jonna } = world.people;
  const org = await hedda.found('Odlarna');
  await hedda.relate(org.id, jonna, 'MEMBER');
  // They may be contacts already.
  await hedda.ask('POST', '/api/v1/contacts/requests', { toUserId: jonna.id });
  await jonna.ask('POST', '/api/v1/contacts/requests', { toUserId: hedda.id });
  const { uuid } = await jonna.post('Bara för mina kontakter', { audience: 'CONTACTS' });
  const reads = await browserOf(browser, hedda);
  await reads.goto(`/inlagg/${uuid}`);
  await expect(post(reads, 'Bara för mina kontakter')).toBeVisible();
  const { blockId } = await jonna.block(hedda);
  await expect(reads.getByRole('heading', { name: 'Inlägget finns inte' })).toBeVisible();
  await jonna.call('DELETE', `/api/v1/contacts/block/${blockId}`);
  await close(reads);
});
