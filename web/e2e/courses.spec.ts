/** A course from its first line to its last lesson: a teacher builds it at a desk by keyboard, a pupil takes it on a phone. */

import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

test('a course is built, published and taken', async ({ browser, world }) => {
  const { klara, love } = world.people;
  const org = await klara.found('Kursgården');
  await klara.relate(org.id, love, 'MEMBER');

  const teacher = await browserOf(browser, klara, { viewport: { width: 1280, height: 900 } });
  await teacher.goto(`/klyftig?ny=${org.id}`);
  const dialog = teacher.getByRole('dialog', { name: 'Ny kurs' });
  await dialog.getByLabel('Kursens namn').fill('Ny hos oss');
  await dialog.getByRole('button', { name: 'Skapa' }).press('Enter');
  await expect(teacher).toHaveURL(/\/klyftig\/admin\/redigera\/\d+$/);
  await teacher.getByPlaceholder('Ny modul').fill('Början');
  await teacher.getByPlaceholder('Ny modul').press('Enter');
  for (const title of ['Andra', 'Första']) {
    const add = teacher.getByPlaceholder('Lägg till lektion i Början');
    await add.fill(title);
    await add.press('Enter');
    await expect(teacher.getByRole('heading', { name: title, level: 2 })).toBeVisible();
    await teacher
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill(`# ${title} rubriken\n\nHej`);
    await expect(teacher.getByText('Allt är sparat')).toBeVisible();
  }
  // Formatted text is pasted as the lesson's signs; a picture stands where the cursor is, and waits for its words.
  const text = teacher.getByRole('textbox', { name: 'Text', exact: true });
  await text.press('Control+End');
  await text.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', '<p>, läs <b>noga</b></p>');
    clipboardData.setData('text/plain', ', läs noga');
    const how = { clipboardData, bubbles: true, cancelable: true };
    field.dispatchEvent(new ClipboardEvent('paste', how));
  });
  await expect(text).toHaveValue(/Hej, läs \*noga\*$/);
  await teacher
    .getByLabel('Bild', { exact: true })
    .and(teacher.locator('input'))
    .setInputFiles({
      name: 'karta.png',
      mimeType: 'image/png',
      buffer: await teacher.screenshot({ clip: { x: 0, y: 0, width: 64, height: 48 } }),
    });
  await expect(text).toHaveValue(/\n\n!\[\]\(bild:\d+\)$/);
  await expect(text).toBeFocused();
  await teacher.keyboard.type('Karta');
  await expect(text).toHaveValue(/!\[Karta\]/);
  await expect(teacher.getByText('Allt är sparat')).toBeVisible();
  await teacher.getByRole('button', { name: 'Första', exact: true }).press('Alt+ArrowUp');
  const lessons = teacher.getByRole('list', { name: 'Början' });
  await expect(lessons.getByRole('listitem').first()).toContainText('Första');
  await flawless(teacher, 'building a course');
  await teacher.getByLabel('En lektion öppnas när de tidigare är klara').check();
  await teacher.getByRole('button', { name: 'Spara', exact: true }).press('Enter');
  await expect(teacher.getByText('Kursen är sparad')).toBeVisible();
  await teacher.getByRole('button', { name: 'Publicera kursen' }).press('Enter');
  await expect(teacher.getByText('Kursen är publicerad')).toBeVisible();

  const pupil = await browserOf(browser, love, phone);
  await pupil.goto(`/klyftig?organization=${org.id}`);
  await pupil.getByRole('link', { name: 'Ny hos oss' }).press('Enter');
  await expect(pupil.getByRole('heading', { name: 'Ny hos oss' })).toBeVisible();
  await narrow(pupil);
  await flawless(pupil, 'a course');
  await pupil.getByRole('button', { name: 'Börja kursen' }).press('Enter');
  await expect(pupil.getByRole('heading', { name: 'Första rubriken' })).toBeVisible();
  await expect(pupil.getByRole('link', { name: 'Nästa: Andra' })).toBeHidden();
  const picture = pupil.getByRole('img', { name: 'Karta' });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0))
    .toBe(true);
  await pupil.getByRole('button', { name: 'Skriv en kommentar' }).press('Enter');
  const comment = pupil.getByRole('textbox', { name: 'Skriv en kommentar' });
  await comment.fill('Var ligger aulan?');
  await pupil.getByRole('button', { name: 'Skicka' }).click();
  await expect(pupil.getByText('Var ligger aulan?', { exact: true })).toBeVisible();
  await narrow(pupil);
  await flawless(pupil, 'a lesson');
  await pupil.getByRole('button', { name: 'Markera som klar' }).press('Enter');
  await pupil.getByRole('link', { name: 'Nästa: Andra' }).press('Enter');
  await expect(pupil.getByRole('heading', { name: 'Andra rubriken' })).toBeVisible();
  await pupil.goto('/klyftig');
  // It goes on where it was left.
  await pupil.getByRole('link', { name: 'Fortsätt med Ny hos oss' }).press('Enter');
  await expect(pupil.getByRole('heading', { name: 'Andra rubriken' })).toBeVisible();
  await pupil.getByRole('button', { name: 'Markera som klar' }).press('Enter');
  await expect(pupil.getByText('100 % klart · 2 av 2 lektioner klara')).toBeVisible();

  // A colleague's text is shown, and not overwritten.
  await teacher.getByRole('button', { name: 'Andra', exact: true }).press('Enter');
  const field = teacher.getByRole('textbox', { name: 'Text', exact: true });
  await expect(field).toHaveValue(/Andra rubriken/);
  const id = Number(new URL(teacher.url()).searchParams.get('lektion'));
  const { version } = await klara.call<{ version: number }>('GET', `/api/v1/lessons/${id}`);
  await klara.call('PUT', `/api/v1/lessons/${id}`, { body: 'En kollegas text', version });
  await field.fill('Min text');
  const conflict = teacher.getByRole('dialog', { name: 'Någon annan har ändrat lektionen' });
  await expect(conflict).toContainText('En kollegas text');
  await conflict.getByRole('button', { name: 'Spara min text' }).press('Enter');
  await expect(teacher.getByText('Allt är sparat')).toBeVisible();
  await expect(field).toHaveValue('Min text');
  await close(teacher, pupil);
});
