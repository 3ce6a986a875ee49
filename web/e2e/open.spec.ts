/** What anybody may read, in a browser without scripts: an organisation's, a person's and a post's page. */

import { flawless } from './harness/axe.ts';
import { close, expect, phone, test } from './harness/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`who has no script reads what is public, and is led on, ${colorScheme}`, async ({
    browser,
    world,
  }) => {
    const { hedda } = world.people;
    const org = await hedda.found(`Öppna huset ${colorScheme}`);
    const written = (txMessage: string, audience: string) =>
      hedda.call<{ uuid: string }>('POST', '/api/v1/feed/posts', {
        txMessage,
        audience,
        idEntity: org.id,
      });
    const post = await written(
      'Välkomna på öppet hus!\nHela <b>skolan</b> är med. #öppet',
      'PUBLIC',
    );
    await written('Bara för oss som arbetar här', 'ENTITY_MEMBERS');

    const context = await browser.newContext({
      baseURL: world.server.url,
      javaScriptEnabled: false,
      colorScheme,
      ...phone,
    });
    const page = await context.newPage();
    await page.goto(`/${org.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Öppna huset ${colorScheme}`);
    await expect(page.getByText('Hela <b>skolan</b> är med.')).toBeVisible();
    await expect(page.getByText('Bara för oss')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Följ som Atom-flöde' })).toBeVisible();
    // What looks at it is a script: the same page, to which the app's scripts do not come.
    const looks = await (
      await browser.newContext({ baseURL: world.server.url, colorScheme, ...phone })
    ).newPage();
    await looks.route('**/*.js', (route) => route.abort());
    const fits = async (what: string) => {
      await looks.goto(page.url());
      await flawless(looks, `${what}, ${colorScheme}`);
      for (const one of [page, looks]) {
        const width = await one.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(width, `${what} is wider than the phone`).toBeLessThanOrEqual(360);
      }
    };
    await fits('organisation');

    // By keyboard to the post.
    const link = page.locator(`a[href$="/inlagg/${post.uuid}"]`).first();
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/inlagg/${post.uuid}$`));
    await expect(page.getByText('Välkomna på öppet hus!')).toBeVisible();
    await fits('post');

    const absent = await page.goto('/inlagg/0190a0a0-0000-7000-8000-000000000000');
    expect(absent?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Inlägget finns inte' })).toBeVisible();
    await close(page, looks);
  });
}

test('with scripts the app takes the place of what was drawn', async ({ browser, world }) => {
  const { hedda } = world.people;
  const org = await hedda.found('Nästa öppna hus');
  await hedda.call('POST', '/api/v1/feed/posts', {
    txMessage: 'Vi ses i aulan',
    audience: 'PUBLIC',
    idEntity: org.id,
  });
  const context = await browser.newContext({ baseURL: world.server.url });
  const page = await context.newPage();
  const answer = await page.goto(`/${org.slug}`);
  expect(await answer?.text()).toContain('Vi ses i aulan');
  // The app's own header, and what was drawn is not there twice.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Logga in' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByText('Vi ses i aulan')).toHaveCount(1);
  await context.close();
});
