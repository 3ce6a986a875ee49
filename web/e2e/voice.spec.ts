/** Voice messages: recorded, listened to, sent and heard, on pages as they are served; a microphone that is refused or not there. */

import type { Locator, Page } from '@playwright/test';
import { whole } from '../playwright.config.ts';
import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, narrow, phone, standing, test } from './harness/test.ts';

// A microphone that beeps once a second. Who may use it is asked as always.
test.use({
  launchOptions: { ...whole, args: [...whole.args, '--use-fake-device-for-media-stream'] },
});

const allowed = { permissions: ['microphone'] };
const wide = { viewport: { width: 1440, height: 900 } };

const microphone = (page: Page) => page.getByRole('button', { name: 'Spela in röstmeddelande' });
const recorder = (page: Page) => page.getByRole('group', { name: 'Röstinspelning' });
const timer = (page: Page) => recorder(page).getByRole('timer');
/** Of the level that have moved. */
const bars = (page: Page) => recorder(page).locator('[style*="--level"]');
const chosen = (page: Page) => page.getByRole('list', { name: 'Filer som skickas med' });
const place = (player: Locator) => player.getByRole('slider', { name: 'Läge' });
const at = (player: Locator) => place(player).inputValue().then(Number);

/** Tells of every stream that the page gets, so that it is seen that it lets go of them. */
const watched = (page: Page) =>
  page.addInitScript(() => {
    const streams: MediaStream[] = [];
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wish) => {
      const stream = await ask(wish);
      streams.push(stream);
      return stream;
    };
    Object.assign(globalThis, { streams });
  });

/** How many microphones the page has had, and how many it still listens to. */
const listening = (page: Page) =>
  page.evaluate(() => {
    const { streams } = globalThis as unknown as { streams: MediaStream[] };
    const tracks = streams.flatMap((stream) => stream.getTracks());
    return [tracks.length, tracks.filter((track) => track.readyState === 'live').length];
  });

test('what is spoken in a channel is listened to, sent, and heard by the other', async ({
  browser,
  world,
}) => {
  const { klara, love } = world.people;
  const org = await klara.found('Röstskolan');
  await klara.relate(org.id, love, 'MEMBER');
  const page = await browserOf(browser, klara, { ...wide, ...allowed });
  const other = await browserOf(browser, love, wide);
  const theirs = new Chat(other);
  await watched(page);
  const address = `/konversation/${org.ws}/${org.general}`;
  await Promise.all([page.goto(address), other.goto(address)]);
  await expect(theirs.composer).toBeVisible();

  await microphone(page).click();
  await expect(timer(page)).toHaveText(/0:0[3-9]/);
  // One sees that one is heard.
  const loudest = () =>
    bars(page).evaluateAll((bars) =>
      Math.max(
        0,
        ...bars.map((bar) => Number((bar as HTMLElement).style.getPropertyValue('--level'))),
      ),
    );
  await expect.poll(loudest).toBeGreaterThan(0.3);
  await recorder(page).getByRole('button', { name: 'Pausa inspelningen' }).click();
  await expect(recorder(page)).toContainText('Pausad');
  await flawless(page, 'recording');
  await recorder(page).getByRole('button', { name: 'Fortsätt spela in' }).click();
  await page.screenshot({ path: test.info().outputPath('recording.png') });
  await recorder(page).getByRole('button', { name: 'Klar' }).click();
  await expect(recorder(page)).toBeHidden();
  expect(await listening(page), 'the microphone is let go').toEqual([1, 0]);

  // It has its length, which nothing in the file tells, and is heard before it is sent, though the page may play what is ours alone.
  const own = chosen(page).getByRole('group', { name: /^Röstmeddelande, 0:0[3-9]$/ });
  await own.getByRole('button', { name: 'Spela upp' }).click();
  await expect.poll(() => at(own)).toBeGreaterThan(0.5);
  await own.getByRole('button', { name: 'Pausa' }).click();
  await flawless(page, 'recorded');
  await page.screenshot({ path: test.info().outputPath('recorded.png') });
  await page.getByRole('button', { name: 'Skicka', exact: true }).click();
  await expect(chosen(page)).toBeHidden();

  const heard = theirs.messages.getByRole('group', {
    name: /^Röstmeddelande från klara Test, 0:0[3-9]$/,
  });
  await heard.getByRole('button', { name: 'Spela upp' }).click();
  await expect.poll(() => at(heard)).toBeGreaterThan(0.5);
  await heard.getByRole('button', { name: 'Hastighet 1×' }).click();
  await heard.getByRole('button', { name: 'Hastighet 1,5×' }).click();
  await expect(heard.getByRole('button', { name: 'Hastighet 2×' })).toBeVisible();
  await flawless(other, 'heard');
  await other.screenshot({ path: test.info().outputPath('heard.png') });
  // At its end it stands at its beginning again.
  await expect(heard.getByRole('button', { name: 'Spela upp' })).toBeVisible();
  await expect.poll(() => at(heard)).toBe(0);

  // Of two one is heard at a time.
  await microphone(page).click();
  await expect(timer(page)).toHaveText(/0:0[3-9]/);
  await recorder(page).getByRole('button', { name: 'Klar' }).click();
  await expect(chosen(page).getByRole('group')).toBeVisible();
  await page.getByRole('button', { name: 'Skicka', exact: true }).click();
  await expect(heard).toHaveCount(2);
  const [first, second] = [heard.first(), heard.last()];
  await first.getByRole('button', { name: 'Hastighet 2×' }).click();
  await first.getByRole('button', { name: 'Spela upp' }).click();
  await expect.poll(() => at(first)).toBeGreaterThan(0.2);
  await second.getByRole('button', { name: 'Spela upp' }).click();
  await expect.poll(() => at(second)).toBeGreaterThan(0.2);
  await expect(first.getByRole('button', { name: 'Spela upp' })).toBeVisible();
  // Moved, it goes on from there; with its message it is gone.
  await place(second).fill('0.1');
  await expect.poll(() => at(second)).toBeLessThan(2);
  await klara.erase((await klara.page(org.general)).data.at(-1)?.id ?? 0);
  await expect(heard).toHaveCount(1);
  await close(page, other);
});

test('to one person on a phone: cut off from the network, it waits and is sent', async ({
  browser,
  world,
}) => {
  const { klara, love } = world.people;
  await klara.befriend(love);
  const { id } = await klara.talk([love]);
  const page = await browserOf(browser, klara, { ...phone, ...allowed, colorScheme: 'dark' });
  const other = await browserOf(browser, love, { ...phone, colorScheme: 'dark' });
  await page.goto(`/messages/${id}`);
  // With nothing to send there is room for it; with something to send, for that.
  const send = page.getByRole('button', { name: 'Skicka', exact: true });
  await expect(microphone(page)).toBeVisible();
  await expect(send).toBeHidden();
  await new Chat(page).composer.fill('Hej');
  await expect(microphone(page)).toBeHidden();
  await expect(send).toBeVisible();
  await new Chat(page).composer.fill('');

  await microphone(page).tap();
  await expect(timer(page)).toHaveText(/0:0[3-9]/);
  await narrow(page);
  await flawless(page, 'recording on a phone');
  await page.screenshot({ path: test.info().outputPath('recording-phone.png') });
  await page.context().setOffline(true);
  await recorder(page).getByRole('button', { name: 'Klar' }).tap();
  await expect(chosen(page).getByRole('alert')).toHaveText(
    'Inget nät. Filen kommer med när det är tillbaka.',
  );
  await narrow(page);
  await flawless(page, 'a recording that waits');
  await page.screenshot({ path: test.info().outputPath('waiting-phone.png') });
  await page.context().setOffline(false);
  await expect(chosen(page).getByRole('group', { name: /^Röstmeddelande, 0:/ })).toBeVisible();
  await narrow(page);
  await flawless(page, 'recorded on a phone');
  await page.screenshot({ path: test.info().outputPath('recorded-phone.png') });
  await send.tap();
  await expect(chosen(page)).toBeHidden();

  await other.goto('/messages');
  await other.getByRole('link', { name: /klara Test/ }).tap();
  const heard = new Chat(other).messages.getByRole('group', {
    name: /^Röstmeddelande från klara Test, 0:/,
  });
  await heard.getByRole('button', { name: 'Spela upp' }).tap();
  await expect.poll(() => at(heard)).toBeGreaterThan(0.5);
  await narrow(other);
  // The list hides what lies beside it.
  const { x, width } = await standing(heard);
  expect(x + width).toBeLessThanOrEqual(360);
  await flawless(other, 'heard on a phone');
  await other.screenshot({ path: test.info().outputPath('heard-phone.png') });
  await close(page, other);
});

test('by keys alone: thrown away, thrown away after a question, sent, heard', async ({
  browser,
  world,
}) => {
  const { klara } = world.people;
  const org = await klara.found('Tangentrösten');
  const page = await browserOf(browser, klara, { ...wide, ...allowed, reducedMotion: 'reduce' });
  await watched(page);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  const chat = new Chat(page);
  const { keyboard } = page;
  await chat.composer.focus();
  for (let stops = 0; stops < 10; stops += 1) {
    if (await microphone(page).evaluate((one) => one === document.activeElement)) break;
    await keyboard.press('Tab');
  }
  await expect(microphone(page)).toBeFocused();

  // What has hardly begun goes without a question.
  await keyboard.press('Enter');
  await expect(recorder(page).getByRole('button', { name: 'Klar' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(recorder(page)).toBeHidden();
  await expect(page.getByText('Inspelningen kastades.')).toBeAttached();
  await expect(microphone(page)).toBeFocused();

  await keyboard.press('Enter');
  await expect(timer(page)).toHaveText(/0:0[3-9]/);
  await expect(bars(page), 'it stands still for who wants no motion').toHaveCount(0);
  await keyboard.press('Escape');
  await expect(recorder(page).getByRole('alert')).toHaveText('Kasta inspelningen?');
  await expect(recorder(page).getByRole('button', { name: 'Behåll' })).toBeFocused();
  await flawless(page, 'the question');
  await keyboard.press('Enter');
  await expect(recorder(page).getByRole('button', { name: 'Klar' })).toBeFocused();
  await expect(recorder(page)).toContainText('Pausad');
  await keyboard.press('Escape');
  await keyboard.press('Shift+Tab');
  await expect(recorder(page).getByRole('button', { name: 'Kasta' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(microphone(page)).toBeFocused();
  expect(await listening(page), 'both are let go').toEqual([2, 0]);

  await keyboard.press('Enter');
  await expect(timer(page)).toHaveText(/0:0[3-9]/);
  await keyboard.press('Enter');
  const send = page.getByRole('button', { name: 'Skicka', exact: true });
  await expect(send).toBeFocused();
  await expect(page.getByText(/^Inspelningen är klar, 0:0[3-9]\. Lyssna/)).toBeAttached();
  await expect(send).toHaveAttribute('aria-disabled', 'false');
  await keyboard.press('Enter');
  const player = chat.messages.getByRole('group', { name: /^Röstmeddelande från klara Test, 0:/ });
  await expect(player).toBeVisible();

  // In the list one stop for each row, and from it the arrows: play, speed, place.
  const play = player.getByRole('button', { name: 'Spela upp' });
  await chat.messages.getByRole('listitem').last().focus();
  for (let stops = 0; stops < 10; stops += 1) {
    await keyboard.press('ArrowRight');
    if (await play.evaluate((one) => one === document.activeElement)) break;
  }
  await expect(play).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(player.getByRole('button', { name: 'Hastighet 1×' })).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(place(player)).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect.poll(() => at(player)).toBe(1);
  await expect(place(player)).toHaveAttribute('aria-valuetext', /^0:01 av 0:0[3-9]$/);
  await keyboard.press('Home');
  await expect.poll(() => at(player)).toBe(0);
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowLeft');
  await expect(play).toBeFocused();
  await keyboard.press('Enter');
  await expect.poll(() => at(player)).toBeGreaterThan(0.5);
  await close(page);
});

/** So many seconds of one tone, as a WAV. */
function wav(seconds: number): Buffer {
  const rate = 8000;
  const bytes = Buffer.alloc(44 + seconds * rate, 128);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.set([16, 0, 0, 0, 1, 0, 1, 0], 16);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.set([1, 0, 8, 0], 32);
  bytes.write('data', 36);
  bytes.writeUInt32LE(seconds * rate, 40);
  for (let at = 44; at < bytes.length; at += 1) bytes[at] = 128 + 60 * Math.sin(at / 3);
  return bytes;
}

test('any sound plays where it stands, and says when it cannot be had', async ({
  browser,
  world,
}) => {
  const { klara } = world.people;
  const org = await klara.found('Sångskolan');
  const page = await browserOf(browser, klara, wide);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await page
    .getByTestId('files')
    .setInputFiles([{ name: 'Skolsången.wav', mimeType: 'audio/wav', buffer: wav(75) }]);
  await expect(
    chosen(page).getByRole('group', { name: 'Skolsången.wav, 1:15', exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Skicka', exact: true }).click();
  const player = new Chat(page).messages.getByRole('group', {
    name: 'Skolsången.wav från klara Test, 1:15',
  });
  await expect(player.getByRole('link', { name: 'Skolsången.wav' })).toHaveAttribute(
    'download',
    'Skolsången.wav',
  );
  // A message on its way is paler than one that is sent.
  await expect(page.locator('[data-sending]')).toHaveCount(0);
  await flawless(page, 'a sound of somebody');
  await page.screenshot({ path: test.info().outputPath('sound.png') });
  const play = player.getByRole('button', { name: 'Spela upp' });
  await page.route('**/attachments/**', (route) => route.abort());
  await play.click();
  await expect(player.getByRole('alert')).toHaveText('Ljudet kunde inte hämtas. Försök igen.');
  await flawless(page, 'a sound that cannot be had');
  await page.unroute('**/attachments/**');
  await place(player).fill('60');
  await play.click();
  await expect.poll(() => at(player)).toBeGreaterThan(60.5);
  await expect(player.getByRole('alert')).toHaveCount(0);
  await close(page);
});

test('a sound goes on while its row is out of sight, and stops with the list; in a thread as well', async ({
  browser,
  world,
}) => {
  const { klara } = world.people;
  const org = await klara.found('Långa listan');
  for (let at = 0; at < 25; at += 1) await klara.say(org.general, `Rad ${at}\n`.repeat(20));
  const root = await klara.say(org.general, 'Vad tycker ni?');
  const page = await browserOf(browser, klara, { ...wide, ...allowed });
  await page.addInitScript(() => {
    const Own = Audio;
    const made: HTMLAudioElement[] = [];
    const Kept = () => {
      const one = new Own();
      made.push(one);
      return one;
    };
    Object.assign(globalThis, {
      made,
      Audio: function make() {
        return Kept();
      },
    });
  });
  const playing = () =>
    page.evaluate(() => {
      const { made } = globalThis as unknown as { made: HTMLAudioElement[] };
      return made.filter((one) => !one.paused).length;
    });
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  const chat = new Chat(page);
  await page
    .getByTestId('files')
    .setInputFiles([{ name: 'Sång.wav', mimeType: 'audio/wav', buffer: wav(120) }]);
  await expect(chosen(page).getByRole('group', { name: /2:00$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Skicka', exact: true }).click();
  const player = chat.messages.getByRole('group', { name: /^Sång\.wav från klara Test/ });
  await player.getByRole('button', { name: 'Spela upp' }).click();
  await expect.poll(() => at(player)).toBeGreaterThan(0.5);
  await chat.messages.getByRole('listitem').last().focus();
  await page.keyboard.press('Home');
  await expect(chat.messages.getByText('Rad 0').first()).toBeVisible();
  await expect(player).toHaveCount(0);
  expect(await playing()).toBe(1);
  await page.keyboard.press('End');
  await expect(player.getByRole('button', { name: 'Pausa' })).toBeVisible();
  await expect.poll(() => at(player)).toBeGreaterThan(1);

  await page.getByRole('link', { name: 'Kalender, till startsidan' }).click();
  await expect(page).not.toHaveURL(/konversation/);
  await expect.poll(playing).toBe(0);

  await page.goto(`/konversation/${org.ws}/${org.general}/trad/${root.id}`);
  const inThread = chat.thread;
  await inThread.getByRole('button', { name: 'Spela in röstmeddelande' }).click();
  await expect(inThread.getByRole('timer')).toHaveText(/0:0[3-9]/);
  await inThread.getByRole('button', { name: 'Klar', exact: true }).click();
  await expect(chosen(page).getByRole('group', { name: /^Röstmeddelande, 0:/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const answer = inThread.getByRole('group', { name: /^Röstmeddelande från klara Test, 0:/ });
  await answer.getByRole('button', { name: 'Spela upp' }).click();
  await expect.poll(() => at(answer)).toBeGreaterThan(0.5);
  await close(page);
});

test('after five minutes it ends by itself, and who writes meanwhile is left there', async ({
  browser,
  world,
}) => {
  const { klara } = world.people;
  const org = await klara.found('Långa tal');
  const page = await browserOf(browser, klara, { ...wide, ...allowed });
  await watched(page);
  await page.clock.install();
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  const chat = new Chat(page);
  await microphone(page).click();
  await expect(timer(page)).toHaveText(/0:0[1-9]/);
  await chat.composer.fill('Hör på det här');
  await page.clock.fastForward('04:00');
  await expect(page.getByText('En minut kvar.')).toBeAttached();
  expect(await listening(page)).toEqual([1, 1]);
  await page.clock.fastForward('01:00');
  await expect(page.getByText(/^Inspelningen är 5:0\d lång och slutade där\./)).toBeAttached();
  expect(await listening(page)).toEqual([1, 0]);
  await expect(chosen(page).getByRole('group', { name: /^Röstmeddelande, 0:/ })).toBeVisible();
  await expect(chat.composer).toBeFocused();
  await page.keyboard.press('Enter');
  const row = chat.row('Hör på det här');
  await expect(row.getByRole('group', { name: /^Röstmeddelande från klara Test/ })).toBeVisible();
  await close(page);
});

test('a microphone that is refused, and one that the page leaves', async ({ browser, world }) => {
  const { klara } = world.people;
  const org = await klara.found('Tysta skolan');
  const page = await browserOf(browser, klara, wide);
  await watched(page);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await microphone(page).click();
  await expect(recorder(page).getByRole('alert')).toHaveText(
    'Mikrofonen är avstängd för sidan. Tillåt den i webbläsarens inställningar.',
  );
  await flawless(page, 'a refused microphone');
  await page.screenshot({ path: test.info().outputPath('refused.png') });
  await page.context().grantPermissions(['microphone']);
  await recorder(page).getByRole('button', { name: 'Försök igen' }).click();
  await expect(timer(page)).toHaveText(/0:0[1-9]/);
  expect(await listening(page)).toEqual([1, 1]);
  // Nothing is recorded of somebody who is elsewhere.
  await page.getByRole('link', { name: 'Kalender, till startsidan' }).click();
  await expect(page).not.toHaveURL(/konversation/);
  await expect.poll(() => listening(page)).toEqual([1, 0]);

  // Where the browser can record nothing there is no button.
  await page.addInitScript('delete window.MediaRecorder');
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await expect(new Chat(page).composer).toBeVisible();
  await expect(microphone(page)).toHaveCount(0);
  await close(page);
});
