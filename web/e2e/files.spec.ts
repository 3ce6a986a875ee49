/** Files and pictures in the chat: chosen, dropped, sent, seen by the other, gone with their message. */

import { writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { flawless } from './harness/axe.ts';
import { browserOf, Chat, expect, phone, standing, test } from './harness/test.ts';

/** A picture of one colour, as a PNG of the specification's parts. */
function png(width: number, height: number): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes: Buffer) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = (table[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const part = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 120)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    part('IHDR', head),
    part('IDAT', pixels),
    part('IEND', Buffer.alloc(0)),
  ]);
}

/** A PDF of one page with a red rectangle at its head; with `more` in its trailer. */
function pdf(more = ''): Buffer {
  const drawing = '0.8 0.1 0.1 rg 0 500 595 342 re f BT /F1 48 Tf 0 g 60 420 Td (Veckobrev) Tj ET';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const head = `xref\n0 6\n0000000000 65535 f \n${table}`;
  const tail = `trailer<</Size 6/Root 1 0 R${more}>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text + head + tail, 'latin1');
}

/** Asks for a password that is nobody's. */
const LOCKED = `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>`;

for (const { name, look } of [
  { name: 'on a desk', look: { viewport: { width: 1440, height: 900 } } },
  { name: 'on a phone, dark', look: { ...phone, colorScheme: 'dark' as const } },
]) {
  test(`${name}: a PDF shows its first page, and stays a row where it cannot be drawn`, async ({
    browser,
    world,
  }) => {
    const { david } = world.people;
    const org = await david.found(`Brevskolan ${name}`);
    const page = await browserOf(browser, david, look);
    await page.goto(`/konversation/${org.ws}/${org.general}`);
    await expect(page.getByRole('button', { name: 'Bifoga filer' })).toBeVisible();
    const brought = (file: string, buffer: Buffer) => ({
      name: file,
      mimeType: 'application/pdf',
      buffer,
    });
    await page
      .getByTestId('files')
      .setInputFiles([
        brought('veckobrev.pdf', pdf()),
        brought('hemlig.pdf', pdf(LOCKED)),
        brought('trasig.pdf', Buffer.from('%PDF-1.7\nnothing of the kind')),
      ]);
    const chosen = page.getByRole('list', { name: 'Filer som skickas med' });
    await expect(chosen.getByRole('progressbar')).toHaveCount(0);
    // What comes of each file: the place in its row is as large before as after.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(decodeURI(request.url())));
    await page.getByRole('button', { name: 'Skicka', exact: true }).click();
    const row = new Chat(page).row('veckobrev.pdf');
    const link = (file: string) => row.getByRole('link', { name: new RegExp(file) });
    await expect(link('trasig.pdf')).toBeVisible();
    const before = await standing(link('veckobrev.pdf'));
    const picture = link('veckobrev.pdf').locator('img');
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThanOrEqual(96);
    // Red at its head, as it was written.
    const colour = await picture.evaluate((img: HTMLImageElement) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const context = canvas.getContext('2d');
      context?.drawImage(img, img.naturalWidth / 2, 10, 1, 1, 0, 0, 1, 1);
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    });
    expect(colour[0]).toBeGreaterThan(180);
    expect(colour[1]).toBeLessThan(60);
    expect((await standing(link('veckobrev.pdf'))).height).toBe(before.height);
    // The others were tried in their turn, and are what they were: a row that leads to the file.
    for (const file of ['hemlig.pdf', 'trasig.pdf']) {
      await expect.poll(() => asked.some((url) => url.endsWith(file))).toBe(true);
      expect((await standing(link(file))).height).toBe(before.height);
      await expect(link(file).locator('img')).toHaveCount(0);
      await expect(link(file)).toHaveAttribute('target', '_blank');
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(look.viewport.width);
    await flawless(page, `PDFs, ${name}`);
  });
}

test('a picture and a file reach the other, and go with their message', async ({
  browser,
  world,
}) => {
  const { viola, bertil } = world.people;
  const org = await viola.found('Bildskolan');
  await viola.relate(org.id, bertil, 'MEMBER');
  const wide = { viewport: { width: 1440, height: 900 } };
  const [page, other] = [
    await browserOf(browser, viola, wide),
    await browserOf(browser, bertil, wide),
  ];
  const [mine, theirs] = [new Chat(page), new Chat(other)];
  const place = `/konversation/${org.ws}/${org.general}`;
  await Promise.all([page.goto(place), other.goto(place)]);
  await expect(theirs.composer).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bifoga filer' })).toBeVisible();

  await page.getByTestId('files').setInputFiles([
    { name: 'klassfoto.png', mimeType: 'image/png', buffer: png(800, 600) },
    { name: 'veckobrev.txt', mimeType: 'text/plain', buffer: Buffer.from('Hej alla föräldrar!') },
  ]);
  const chosen = page.getByRole('list', { name: 'Filer som skickas med' });
  await expect(chosen.getByRole('listitem')).toHaveCount(2);
  await expect(chosen.getByRole('progressbar')).toHaveCount(0);
  await flawless(page, 'files chosen');
  await mine.composer.fill('Bilden från i går');
  await page.getByRole('button', { name: 'Skicka', exact: true }).click();
  await expect(chosen).toBeHidden();

  // The other sees it live, with its place kept before the picture is there.
  const row = theirs.row('Bilden från i går');
  const picture = row
    .getByRole('button', { name: 'Visa klassfoto.png' })
    .getByRole('img', { includeHidden: true })
    .or(row.locator('img[src*="preview"]'))
    .first();
  await expect(picture).toBeVisible();
  await expect(picture).toHaveAttribute('width', '360');
  await expect(picture).toHaveAttribute('height', '270');
  await expect(row.getByRole('link', { name: /veckobrev\.txt/ })).toBeVisible();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true);
  await flawless(other, 'files in a message');

  await row.getByRole('button', { name: 'Visa klassfoto.png' }).click();
  const view = other.getByRole('dialog', { name: 'klassfoto.png' });
  await expect(view.getByRole('img', { name: 'klassfoto.png' })).toBeVisible();
  await flawless(other, 'a picture in full');
  await closerAndBack(other, view.getByRole('img', { name: 'klassfoto.png' }));
  await other.keyboard.press('Escape');
  await expect(view).toBeHidden();

  // A stranger to the organisation gets no bytes, nor does anybody once the message is gone.
  const address = await row.getByRole('link', { name: /veckobrev\.txt/ }).getAttribute('href');
  expect((await other.request.get(address ?? '')).status()).toBe(200);
  const stranger = await browserOf(browser, world.people.cecilia);
  expect([403, 404]).toContain(
    (await stranger.request.get(`${world.server.url}${address}`)).status(),
  );
  const sent = (await viola.page(org.general)).data.at(-1);
  await viola.call('DELETE', `/api/v1/chat/messages/${sent?.id}`);
  await expect(theirs.row('Meddelandet har tagits bort.')).toBeVisible();
  await expect(row).toBeHidden();
  expect((await other.request.get(address ?? '')).status()).toBe(404);
});

/** Pastes as a browser tells of what a program laid on the clipboard. */
const paste = (field: Locator, laid: { text: string; html?: string; picture?: Buffer }) =>
  field.evaluate(
    (element, { text, html, picture }) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      if (html) clipboardData.setData('text/html', html);
      if (picture) {
        const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
        clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      }
      const all = { clipboardData, bubbles: true, cancelable: true };
      element.dispatchEvent(new ClipboardEvent('paste', all));
    },
    { ...laid, picture: laid.picture?.toString('base64') },
  );

test('what is pasted is what is meant, and the channel is printed whole', async ({
  browser,
  world,
}) => {
  const { viola, bertil } = world.people;
  const org = await viola.found('Pappersbruket');
  await viola.relate(org.id, bertil, 'MEMBER');
  await bertil.say(org.general, 'Den första raden');
  for (let n = 0; n < 40; n += 1) await bertil.say(org.general, `Rad ${n}`);
  await bertil.say(org.general, '> yttre\n>> inre :tada:');
  const page = await browserOf(browser, viola, {
    viewport: { width: 1280, height: 720 },
    colorScheme: 'dark',
  });
  const chat = new Chat(page);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  const quoted = chat.row('inre 🎉').locator('blockquote blockquote');
  await expect(quoted).toHaveText('inre 🎉');

  // Word and Excel lay a picture of the text beside it.
  const picture = png(120, 80);
  await chat.composer.focus();
  await paste(chat.composer, { text: 'Ett\t2\r\n', html: '<table><td>Ett<td>2', picture });
  await expect(chat.composer).toHaveValue('Ett\t2\n');
  const chosen = page.getByRole('list', { name: 'Filer som skickas med' });
  await expect(chosen).toBeHidden();
  await page.getByRole('button', { name: 'Klistra in som bild' }).click();
  await expect(chosen.getByRole('listitem')).toHaveCount(1);
  await expect(chat.composer).toHaveValue('');

  const address = 'https://sv.wikipedia.org/wiki/Lund_(olika_betydelser)';
  await chat.composer.fill('Läs om Lund här');
  await chat.composer.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 11));
  await paste(chat.composer, { text: address });
  await expect(chat.composer).toHaveValue(`Läs om [Lund](${address}) här`);
  await expect(chosen.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('button', { name: 'Skicka', exact: true }).click();
  await expect(
    chat.row('Läs om Lund här').getByRole('link', { name: 'Lund', exact: true }),
  ).toHaveAttribute('href', address);

  // The first row is far above what the list on the screen holds.
  await expect(chosen).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('[data-paper]');
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText('Allmänt');
  await expect(paper).toContainText('Pappersbruket');
  await expect(paper.getByText('Den första raden')).toBeVisible();
  await expect(paper.getByText('Rad 20', { exact: true })).toBeVisible();
  await expect(paper.getByRole('img')).toHaveCount(1);
  await expect(paper.getByRole('heading', { name: 'Bertil' }).first()).toBeVisible();
  await expect(chat.composer).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(paper).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen' });
  await expect(paper).toHaveCount(0);
  await expect(chat.composer).toBeVisible();
});

/** A picture is looked at closely by key, button, wheel and two clicks, is moved meanwhile, and is seen as a whole again. */
async function closerAndBack(page: Page, picture: Locator) {
  const width = async () => Math.round((await standing(picture)).width);
  const whole = await width();
  // The picture itself takes no pointer: what moves it does.
  const under = picture.locator('..');
  const farther = page.getByRole('button', { name: 'Zooma ut' });
  await expect(farther).toBeDisabled();
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  await expect(farther).toBeEnabled();
  await flawless(page, 'a picture close');
  const { x } = await standing(picture);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await standing(picture)).x).toBeLessThan(x - 40);
  await page.keyboard.press('0');
  await expect.poll(width).toBe(whole);
  await page.getByRole('button', { name: 'Zooma in' }).click();
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  await page.getByRole('button', { name: 'Visa hela bilden' }).click();
  await expect.poll(width).toBe(whole);
  await under.dblclick();
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  await under.dblclick();
  await expect.poll(width).toBe(whole);
  await under.hover();
  await page.mouse.wheel(0, -240);
  await expect.poll(width).toBeGreaterThan(whole);
  await page.keyboard.press('0');
  await expect.poll(width).toBe(whole);
  // A button that has done what it can keeps the focus: the keys go on.
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  await page.getByRole('button', { name: 'Visa hela bilden' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(width).toBe(whole);
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
}

test('on a phone: a picture without words, and one that is too large is said to be', async ({
  browser,
  world,
}) => {
  const { david } = world.people;
  const org = await david.found('Mobilbilder');
  const page = await browserOf(browser, david, phone);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await expect(page.getByRole('button', { name: 'Bifoga filer' })).toBeVisible();
  // Files of the disk: what is large need not go through the driver.
  const small = test.info().outputPath('utflykt.png');
  const large = test.info().outputPath('film.mov');
  writeFileSync(small, png(1200, 400));
  writeFileSync(large, Buffer.alloc(25 * 1024 * 1024 + 1));
  await page.getByTestId('files').setInputFiles([small, large]);
  await expect(page.getByText('Filen är större än 25 MB.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('button', { name: 'Ta bort film.mov' }).tap();
  await page.getByRole('button', { name: 'Skicka', exact: true }).tap();
  const picture = page.getByRole('button', { name: 'Visa utflykt.png' });
  await expect(picture).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await flawless(page, 'a picture on a phone');

  // Two fingers bring it closer.
  await picture.tap();
  const full = page.getByRole('dialog').getByRole('img', { name: 'utflykt.png' });
  await expect.poll(async () => (await standing(full)).width).toBeGreaterThan(250);
  const { x, y, width: whole, height } = await standing(full);
  const tools = await page.context().newCDPSession(page);
  const middle = { x: Math.round(x + whole / 2), y: Math.round(y + height / 2) };
  await tools.send('Input.synthesizePinchGesture', { ...middle, scaleFactor: 2 });
  await expect.poll(async () => (await standing(full)).width).toBeGreaterThan(whole * 1.3);
  await expect(page.getByRole('button', { name: 'Visa hela bilden' })).toBeEnabled();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await flawless(page, 'a picture close on a phone');
});
