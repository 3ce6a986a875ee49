/** The same on a phone, 360 points wide: one pane at a time, and the back button leads back. */

import { browserOf, Chat, close, expect, test } from './harness/test.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

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
  await page.getByRole('button', { name: 'Skicka' }).tap();
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
  const box = await chat.row('tältet').boundingBox();
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd') =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchStart'
          ? [{ x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }]
          : [],
    });
  await touch('touchStart');
  await expect(page.getByRole('dialog')).toBeVisible();
  await touch('touchEnd');
  await narrow();
  await page.getByRole('dialog').getByRole('button', { name: 'Svara i tråd' }).tap();
  await expect(chat.thread).toBeVisible();
  await expect(chat.composer).toBeHidden();
  await chat.thread.getByRole('textbox', { name: 'Svara i tråden' }).fill('Jag tar det!');
  await chat.thread.getByRole('button', { name: 'Skicka' }).tap();
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
  await page.getByRole('button', { name: 'Öppna menyn' }).tap();
  await page.getByRole('link', { name: 'Inställningar' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Inställningar' })).toBeVisible();
  await narrow();
  for (const path of ['/', '/cre', '/notifications', `/${org.slug}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await narrow();
  }
  await close(page);
});
