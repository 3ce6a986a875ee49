/** The same on a phone, 360 points wide: one pane at a time, and the back button leads back. */

import { browserOf, Chat, close, expect, phone, standing, test } from './harness/test.ts';

test('the main things on a phone', async ({ browser, world }) => {
  const { cecilia, david } = world.people;
  const org = await cecilia.found('Scoutkåren');
  const page = await browserOf(browser, david, phone);
  const chat = new Chat(page);
  const narrow = async () => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, `${page.url()} is wider than the phone`).toBeLessThanOrEqual(360);
  };

  await page.goto(`/${org.slug}`);
  await page.getByRole('button', { name: 'Gå med' }).tap();
  await expect(page.getByText('Välkommen till Scoutkåren!')).toBeVisible();
  await narrow();
  await page.getByRole('link', { name: 'Öppna chatten' }).tap();
  await chat.channels.getByRole('link', { name: 'Allmänt' }).or(chat.composer).first().waitFor();
  if (await chat.channels.isVisible())
    await chat.channels.getByRole('link', { name: 'Allmänt' }).tap();
  await expect(chat.composer).toBeVisible();
  await narrow();

  // Enter is a new line here; the button sends.
  await chat.composer.fill('Packlista:');
  await chat.composer.press('Enter');
  await chat.composer.pressSequentially('regnkläder');
  await page.getByRole('button', { name: 'Skicka', exact: true }).tap();
  await expect(chat.row('regnkläder')).toBeVisible();
  await expect(chat.composer).toHaveValue('');
  // The row stands there before the server has it.
  await expect(chat.row('regnkläder')).not.toContainText('Skickar');
  const sent = (await david.page(org.general)).data.at(-1);
  expect(sent?.content).toBe('Packlista:\nregnkläder');

  // The composer stays in sight, and what comes is seen above it.
  const answer = await cecilia.say(org.general, 'Och @david tar med tältet');
  await expect(chat.row('tältet')).toBeInViewport();
  await expect(chat.composer).toBeInViewport();
  await cecilia.react(sent?.id ?? 0, '👍');
  await expect(
    chat.row('regnkläder').getByRole('button', { name: /👍, 1 reaktion/ }),
  ).toBeVisible();

  // A long press opens what a pointer finds by hovering.
  const box = await standing(chat.row('tältet'));
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd') =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [{ x: box.x + 120, y: box.y + box.height / 2 }] : [],
    });
  await touch('touchStart');
  await expect(page.getByRole('dialog')).toBeVisible();
  await touch('touchEnd');
  await narrow();
  await page.getByRole('dialog').getByRole('button', { name: 'Svara i tråd' }).tap();
  await expect(chat.thread).toBeVisible();
  await expect(chat.composer).toBeHidden();
  await chat.thread.getByRole('textbox', { name: 'Svara i tråden' }).fill('Jag tar det!');
  await chat.thread.getByRole('button', { name: 'Skicka', exact: true }).tap();
  await expect(chat.inThread('Jag tar det!')).toBeVisible();
  await narrow();
  await page.goBack();
  await expect(
    chat.row('tältet').getByRole('button', { name: /Öppna tråden: 1 svar/ }),
  ).toBeVisible();
  expect((await cecilia.thread(answer.id)).replies[0]?.content).toBe('Jag tar det!');

  await page.getByRole('button', { name: 'Till kanallistan' }).tap();
  await expect(chat.channels).toBeVisible();
  await expect(chat.composer).toBeHidden();
  await narrow();
  const bar = page.getByRole('navigation', { name: 'Snabbmeny' });
  await bar.getByRole('link', { name: 'Jag' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Inställningar' })).toBeVisible();
  await narrow();
  for (const path of ['/', '/cre', '/notifications', `/${org.slug}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await narrow();
  }
  await close(page);
});

test('Back closes what lies open, and never opens again what was left', async ({
  browser,
  world,
}) => {
  const { cecilia, olle } = world.people;
  const org = await cecilia.found('Fiskeklubben');
  await cecilia.relate(org.id, olle, 'MEMBER');
  await cecilia.open(org.ws, { name: 'batar', displayName: 'Båtar' });
  await cecilia.say(org.general, 'Gäddan nappar');
  const page = await browserOf(browser, olle, phone);
  const chat = new Chat(page);
  const general = chat.channels.getByRole('link', { name: 'Allmänt' });
  const dialog = page.getByRole('dialog');
  await page.goto('/notifications');
  const bar = page.getByRole('navigation', { name: 'Snabbmeny' });
  await expect(bar.getByRole('link')).toHaveText([
    /Upptäck/,
    /Meddelanden/,
    /Chat/,
    /Notiser/,
    /Kalender/,
    /Jag/,
  ]);
  await bar.getByRole('link', { name: /Chat/ }).tap();
  await general.tap();
  await expect(chat.row('Gäddan')).toBeVisible();

  // One header, and nothing below the text field: the rest is for reading.
  await expect(page.getByRole('banner').filter({ visible: true })).toHaveCount(0);
  await expect(bar).toBeHidden();
  const header = await page.getByRole('heading', { level: 1, name: 'Allmänt' }).boundingBox();
  expect(header?.y).toBeLessThan(56);

  // A sheet is closed and the channel stays.
  await page.getByRole('button', { name: 'Emoji' }).tap();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(chat.composer).toBeVisible();

  // With a keyboard there is less room: suggestions stay below the header.
  await page.setViewportSize({ width: 360, height: 330 });
  await chat.composer.tap();
  await chat.composer.pressSequentially('@');
  const option = page.getByRole('option').first();
  await expect(option).toBeVisible();
  await expect(async () => {
    const list = await page.getByRole('listbox').locator('..').boundingBox();
    const head = await page.locator('header').filter({ visible: true }).first().boundingBox();
    expect(list?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
  }).toPass({ timeout: 30_000 });
  await chat.composer.fill('');
  await page.setViewportSize(phone.viewport);

  // A thread, closed by its own arrow; the channel, left by its own: Back leads on from there.
  const box = await standing(chat.row('Gäddan'));
  const client = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + box.height - 14 }],
    });
  // A swipe answers.
  await finger('touchStart', 100);
  for (const x of [112, 130, 150, 175, 190]) await finger('touchMove', x);
  await finger('touchEnd', 190);
  await expect(chat.thread).toBeVisible();
  // A touch while the swipe still has momentum only stops that, in the browser itself.
  await expect(async () => {
    await chat.thread.getByRole('button', { name: 'Till kanalen' }).tap({ timeout: 2_000 });
    await expect(chat.thread).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expect(chat.composer).toBeVisible();
  await page.getByRole('button', { name: 'Till kanallistan' }).tap();
  await expect(chat.channels).toBeVisible();
  await expect(bar).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Notiser' })).toBeVisible();

  // From outside straight into a channel: Back leads to the list.
  const linked = await page.context().newPage();
  const there = new Chat(linked);
  await linked.goto(`/konversation/${org.ws}/${org.general}`);
  await expect(there.composer).toBeVisible();
  await linked.goBack();
  await expect(there.channels).toBeVisible();
  await expect(there.composer).toBeHidden();
  await close(page);
});

test('it can be installed', async ({ page }) => {
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(href ?? 'none');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', lang: 'sv' });
  const sizes = [];
  for (const { src, type, purpose } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()['content-type'], src).toContain(type);
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image.naturalWidth;
    }, src);
    sizes.push(`${size} ${purpose ?? 'any'}`);
  }
  for (const wanted of ['192 any', '512 any', '512 maskable']) expect(sizes).toContain(wanted);
});
