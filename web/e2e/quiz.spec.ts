/** A quiz from its first question to the certificate: a teacher writes it at a desk by keyboard, a pupil takes it on a phone. */

import { flawless } from './harness/axe.ts';
import { browserOf, close, expect, narrow, phone, test } from './harness/test.ts';

type Made = { id: number };

test('a quiz is written, taken through a tunnel, graded, and brings a certificate', async ({
  browser,
  world,
}) => {
  const { klara, love } = world.people;
  const org = await klara.found('Provgården');
  await klara.relate(org.id, love, 'MEMBER');
  const course = await klara.call<Made>('POST', '/api/v1/courses', {
    title: 'Skogen',
    idEntity: org.id,
  });
  await klara.call('POST', `/api/v1/courses/${course.id}/modules`, { title: 'Början' });

  const teacher = await browserOf(browser, klara, { viewport: { width: 1280, height: 900 } });
  await teacher.goto(`/klyftig/admin/redigera/${course.id}`);
  await teacher.getByLabel('Ge ett intyg när kursen är klar').press('Space');
  await teacher.getByRole('button', { name: 'Spara', exact: true }).press('Enter');
  await expect(teacher.getByText('Kursen är sparad')).toBeVisible();
  await teacher.getByLabel('Sort av lektion i Början').selectOption({ label: 'Prov' });
  const add = teacher.getByPlaceholder('Lägg till lektion i Början');
  await add.fill('Slutprov');
  await add.press('Enter');
  const adding = teacher.getByRole('group', { name: 'Lägg till en fråga' });
  await adding.getByRole('button', { name: 'Ett rätt svar' }).press('Enter');
  await expect(teacher.getByLabel('Frågans text')).toBeFocused();
  await teacher.keyboard.type('Vilken färg har granen?');
  await teacher.getByRole('textbox', { name: 'Alternativ 1' }).fill('Grön');
  await teacher.getByRole('textbox', { name: 'Alternativ 2' }).fill('Blå');
  await teacher.getByRole('radio', { name: 'Alternativ 1 är rätt' }).press('Space');
  await adding.getByRole('button', { name: 'Eget svar' }).press('Enter');
  await expect(teacher.getByLabel('Frågans text')).toBeFocused();
  await teacher.keyboard.type('Berätta om skogen.');
  await teacher.getByLabel('Tidsgräns i minuter (tom = ingen)').fill('30');
  await flawless(teacher, 'writing a quiz');
  await teacher.getByRole('button', { name: 'Spara provet' }).press('Enter');
  await expect(teacher.getByText('Provet är sparat')).toBeVisible();
  await teacher.getByRole('button', { name: 'Publicera kursen' }).press('Enter');
  await expect(teacher.getByText('Kursen är publicerad')).toBeVisible();

  const pupil = await browserOf(browser, love, phone);
  await pupil.goto(`/klyftig/${course.id}`);
  await pupil.getByRole('button', { name: 'Börja kursen' }).press('Enter');
  await expect(pupil.getByText('Tid: 30 minuter')).toBeVisible();
  await narrow(pupil);
  await flawless(pupil, 'before a quiz');
  await pupil.getByRole('button', { name: 'Starta' }).press('Enter');
  await expect(pupil.getByRole('timer')).toContainText('Tid kvar 29:');
  await pupil.getByRole('radio', { name: 'Grön' }).press('Space');
  await expect(pupil.getByText(/^Sparat \d\d:\d\d$/)).toBeVisible();
  await narrow(pupil);
  await flawless(pupil, 'taking a quiz');
  // A reload is no new attempt; what was answered stands.
  await pupil.reload();
  await expect(pupil.getByRole('radio', { name: 'Grön' })).toBeChecked();
  // Of two tabs each shows what stands.
  const other = await pupil.context().newPage();
  await other.goto(pupil.url());
  await other.getByRole('radio', { name: 'Blå' }).press('Space');
  await expect(pupil.getByText(/^Provet är öppet på ett annat ställe också/)).toBeVisible();
  await expect(pupil.getByRole('radio', { name: 'Blå' })).toBeChecked();
  await expect(other.getByText(/^Sparat \d\d:\d\d$/)).toBeVisible();
  await other.close();
  await pupil.getByRole('radio', { name: 'Grön' }).press('Space');
  await pupil.getByRole('button', { name: 'Nästa' }).press('Enter');
  const tunnel = pupil.context();
  await tunnel.setOffline(true);
  await pupil.getByRole('textbox').fill('Den är full av träd.');
  await expect(pupil.getByText(/^Inte uppkopplad\. Svaren finns kvar/).first()).toBeVisible();
  await tunnel.setOffline(false);
  await expect(pupil.getByText(/^Sparat \d\d:\d\d$/)).toBeVisible();
  await pupil.getByRole('button', { name: 'Till inlämning' }).press('Enter');
  await expect(pupil.getByText('Alla frågor är besvarade.')).toBeVisible();
  await pupil.getByRole('button', { name: 'Lämna in provet' }).press('Enter');
  await expect(pupil.getByText(/^Rättas av läraren/).first()).toBeVisible();
  await narrow(pupil);
  await flawless(pupil, 'a result');

  await teacher.getByRole('link', { name: 'Resultat' }).press('Enter');
  await expect(teacher.getByRole('cell', { name: 'Väntar på rättning' })).toBeVisible();
  await flawless(teacher, 'results of a quiz');
  await teacher.getByRole('link', { name: 'Rätta', exact: true }).press('Enter');
  await expect(teacher.getByText('Den är full av träd.')).toBeVisible();
  await flawless(teacher, 'grading');
  await teacher.getByLabel(/^Poäng till /).fill('1');
  await teacher.getByRole('button', { name: 'Spara poängen' }).press('Enter');
  await expect(teacher.getByText('Inget att rätta')).toBeVisible();

  // Into a file and out of one; what is not taken is named by its line.
  await teacher.getByRole('link', { name: 'Frågor', exact: true }).press('Enter');
  await teacher.getByText('Läs in och spara som fil').press('Enter');
  const saved = teacher.waitForEvent('download');
  await teacher.getByRole('button', { name: 'Spara som GIFT (Moodle)' }).press('Enter');
  await expect((await saved).suggestedFilename()).toBe('Slutprov.txt');
  await teacher
    .getByRole('region', { name: 'Provets frågor' })
    .locator('input[type="file"]')
    .setInputFiles({
      name: 'fler.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Ett plus ett? {=två ~tre}\n\nPara ihop {=a -> 1 =b -> 2}\n'),
    });
  await expect(teacher.getByText('1 fråga är inläst.')).toBeVisible();
  await expect(teacher.getByText(/^Rad 3: /)).toBeVisible();

  await pupil.reload();
  await expect(pupil.getByText('Du är godkänd.')).toBeVisible();
  await expect(pupil.getByText('2 av 2 poäng')).toBeVisible();
  await pupil.goto(`/klyftig/${course.id}`);
  await pupil.getByRole('link', { name: 'Visa intyget' }).press('Enter');
  await expect(pupil.getByRole('link', { name: 'Hämta som PDF' })).toBeVisible();
  await narrow(pupil);
  await flawless(pupil, 'a certificate');
  const address = await pupil.getByRole('textbox', { name: 'Sida att visa upp' }).inputValue();
  const stranger = await browser.newPage({ baseURL: world.server.url });
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { name: 'Intyget är äkta' })).toBeVisible();
  await expect(stranger.getByText('Skogen')).toBeVisible();
  await close(teacher, pupil, stranger);
});
