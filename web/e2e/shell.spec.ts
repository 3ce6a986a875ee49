/** The shell in a real browser: guides, contexts, creating, searching, updates, being offline. */

import type { Page } from '@playwright/test';
import { withoutFirstAnswers } from './harness/session.ts';
import { browserOf, close, expect, signUp, test, whole } from './harness/test.ts';
import { count, spec } from './spec/spec.ts';

/** What the page asks of the server below a path, as 'METHOD /rest'. */
function callsTo(page: Page, path: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(path)) calls.push(`${request.method()} ${pathname.slice(path.length)}`);
  });
  return calls;
}

test('the guide: welcomed, not to be skipped, read step by step, done [shell 2.69 4.5 4.6 4.8 4.9 4.13 4.14 5.7 6.6 8.13 9.6 9.9]', async ({
  browser,
  world,
}) => {
  const page = await browserOf(browser, world.people.david, { welcome: true });
  const calls = callsTo(page, '/api/v1/guides');
  await page.clock.install();
  await page.goto('/');
  const welcome = page.getByRole('dialog', { name: 'Välkommen till Kalender!' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hej');
  await page.clock.runFor(4_000);
  await expect(welcome).toBeVisible();
  // Escape only brings the word about it, however often: the browser itself closes nothing.
  const wait = page.getByRole('dialog', { name: 'Vänta lite till!' });
  for (let n = 0; n < 3; n += 1) {
    await page.keyboard.press('Escape');
    await expect(wait).toContainText('den enda obligatoriska introduktionen');
    await page.keyboard.press('Escape');
    await expect(wait).toBeHidden();
    await expect(welcome).toBeVisible();
  }
  await welcome.getByRole('button', { name: 'Hoppa över' }).click();
  const alert = page.getByRole('dialog', { name: 'Obligatorisk introduktion' });
  await expect(alert).toContainText('Klicka OK för att starta.');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(welcome).toBeHidden();
  const step = page.locator('.driver-popover');
  await page.clock.runFor(1_500);
  await expect(step).toContainText('1 av ');
  await expect(step.getByRole('button', { name: 'Nästa →' })).toBeVisible();
  await expect(step.getByRole('button', { name: '← Föregående' })).toBeVisible();

  // Too quick, and too early.
  await page.clock.runFor(500);
  await step.getByRole('button', { name: 'Nästa →' }).click();
  await expect(page.getByText('Hallå där - vi förstår att du är snabb!')).toBeVisible();
  await expect(step).toContainText('1 av ');
  await page.keyboard.press('Escape');
  await expect(wait).toContainText('den enda obligatoriska introduktionen');
  await wait.getByRole('button', { name: 'OK' }).click();
  await expect(step).toBeVisible();

  const total = Number(/1 av (\d+)/.exec((await step.textContent()) ?? '')?.[1]);
  expect(total).toBeGreaterThan(4);
  for (let n = 1; n < total; n += 1) {
    await page.clock.runFor(5_500);
    await step.getByRole('button', { name: 'Nästa →' }).click();
    await page.clock.runFor(500);
    await expect(step).toContainText(`${n + 1} av ${total}`);
  }
  // Seeing the last step is what counts.
  await expect(page.getByText('Guide slutförd! Dina framsteg sparas...')).toBeVisible();
  await expect.poll(() => calls).toContain('POST /menu/complete');
  await page.clock.runFor(5_500);
  await step.getByRole('button', { name: 'Avsluta' }).click();
  await expect(step).toBeHidden();
  expect(calls).toContain('POST /menu/start');
  await close(page);
});

test('the picture prompt is not closed by Escape, however often [shell 2.68 5.6]', async ({
  browser,
  world,
}) => {
  const { astrid } = world.people;
  const page = await browserOf(browser, astrid);
  await withoutFirstAnswers(page);
  await page.route('**/api/v1/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), selectedMunicipalityId: 180 } });
  });
  await page.route('**/api/v1/guides/status', (route) =>
    route.fulfill({ json: { status: { guides: [], hasCompletedMandatoryGuides: true } } }),
  );
  await page.clock.install();
  await page.goto('/feed');
  await expect(page.getByRole('heading', { level: 1, name: 'Upptäck' })).toBeVisible();
  const prompt = page.getByRole('dialog', { name: 'Profilbild krävs' });
  await expect(async () => {
    await page.clock.runFor(61_000);
    await expect(prompt).toBeVisible({ timeout: 1_000 });
  }).toPass();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('Escape');
  await page.clock.runFor(1_000);
  await expect(prompt).toBeVisible();
  await prompt.getByRole('link', { name: 'Ladda upp' }).click();
  await expect(page).toHaveURL(/\/settings#picture$/);
  await expect(prompt).toBeHidden();
  await close(page);
});

test('the current section stands in the header where there is room for it [shell 2.41]', async ({
  browser,
  world,
}) => {
  const page = await browserOf(browser, world.people.astrid, {
    viewport: { width: 1280, height: 800 },
  });
  await page.goto('/kalender');
  const section = page.getByRole('banner').getByText('Kalender', { exact: true }).last();
  for (const width of [1440, 1280, 1100, 800]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(section).toBeInViewport({ ratio: 1 });
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(over, `at ${width} px`).toBe(false);
  }
  await close(page);
});

test('nothing in the header lies over anything else, whatever waits and wherever one is', async ({
  browser,
  world,
}) => {
  const page = await browserOf(browser, world.people.astrid, {
    viewport: { width: 1440, height: 900 },
  });
  await withoutFirstAnswers(page);
  await page.route('**/api/v1/me/unread', (route) =>
    route.fulfill({ json: { messages: 120, chat: 120, contacts: 120, notifications: 120 } }),
  );
  await page.route('**/api/v1/notifications/unread-count', (route) =>
    route.fulfill({ json: { data: 120 } }),
  );
  const banner = page.getByRole('banner');
  for (const path of ['/settings', '/notifications', '/kontakter', '/feed']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(banner.getByRole('link', { name: /^Kontakter, 120/ })).toBeVisible();
    await expect(page.locator('html[data-shell="whole"]')).toBeAttached();
    for (const width of [1920, 1600, 1440, 1320, 1280, 1100, 900, 780, 360]) {
      await page.setViewportSize({ width, height: 800 });
      // What is pressed or typed in, and the words beside it.
      const over = await banner.evaluate((header) => {
        const shown = [...header.querySelectorAll('a, button, input, [class*=sectionName]')]
          .filter((one) => one.checkVisibility() && !one.closest('[class*=panel]'))
          .map((one) => ({ one, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 1 && box.height > 1);
        const name = (one: Element) => one.getAttribute('aria-label') ?? one.textContent;
        const found = shown
          .filter(({ box }) => box.right > innerWidth + 1 || box.left < -1)
          .map(({ one }) => `${name(one)} outside`);
        for (const a of shown) {
          for (const b of shown) {
            if (a === b || a.one.contains(b.one) || b.one.contains(a.one)) continue;
            if (a.box.left < b.box.left && a.box.right > b.box.left + 1) {
              found.push(`${name(a.one)} over ${name(b.one)}`);
            }
          }
        }
        return found;
      });
      expect.soft(over, `${path} at ${width} px`).toEqual([]);
    }
  }
  await close(page);
});

test('who is signed in stays so without the marker, until they log out [shell 6.3 7.10]', async ({
  page,
  world,
}) => {
  // Of their own: logging out ends the session on the server as well.
  await signUp(page, world.server, 'Edit', 'Ek');
  const profile = page.getByRole('button', { name: /Konto och inställningar/ });
  await expect(profile).toContainText('Edit');
  await page.context().clearCookies({ name: 'kalender_jwt_present' });
  await page.reload();
  await expect(profile).toContainText('Edit');
  await page.goto('/login');
  await expect(page).toHaveURL(/\/$/);
  await profile.click();
  await page.getByRole('button', { name: 'Logga ut' }).click();
  await expect(page.getByRole('link', { name: 'Skapa konto' }).first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('kalender:user:session'))).toBeNull();
});

test('the help menu starts guides by choice [shell 2.70 4.15 8.11 2.3]', async ({
  browser,
  world,
}) => {
  const page = await browserOf(browser, world.people.david);
  await page.goto('/kalender');
  const help = page.getByRole('button', { name: 'Hjälp', exact: true });
  await help.click();
  await expect(page.getByRole('button', { name: /Menyn Visad/ })).toBeVisible();
  await page.getByRole('button', { name: /Kalendern Ny/ }).click();
  const intro = page.getByRole('dialog', { name: 'Kalendern' });
  await expect(intro).toContainText('2 minuter');
  await expect(intro.getByRole('button', { name: 'Hoppa över' })).toBeVisible();
  await intro.getByRole('button', { name: 'Starta guiden' }).click();
  const step = page.locator('.driver-popover');
  await expect(step).toContainText('1 av 1');
  // Asked for, it may be left at once.
  await step.getByRole('button', { name: 'Avsluta' }).click();
  await expect(step).toBeHidden();
  await help.click();
  await expect(page.getByRole('link', { name: 'Kontakta support' })).toHaveAttribute(
    'href',
    /^mailto:/,
  );
  await page.goto('/messages');
  await expect(page.getByRole('heading', { level: 1, name: 'Meddelanden' })).toBeVisible();
  await expect(help).toBeHidden();
  await page.setViewportSize({ width: 900, height: 700 });
  await page.goto('/kalender');
  await expect(page.getByRole('heading', { level: 1, name: 'Kalender' })).toBeVisible();
  await expect(help).toBeHidden();
  await close(page);
});

test('acting for an organisation, in two tabs, and back [shell 1.3 2.40 2.56 4.1 4.2]', async ({
  browser,
  world,
}) => {
  const { astrid } = world.people;
  const org = await astrid.found('Trädgårdsvännerna');
  const page = await browserOf(browser, astrid);
  const other = await page.context().newPage();
  await other.goto('/settings');
  await expect(other.getByRole('heading', { level: 1, name: 'Inställningar' })).toBeVisible();
  await page.goto('/feed');
  const bar = page.getByRole('region', { name: 'Administratörsvy' });
  await page.getByRole('button', { name: /Konto och inställningar/ }).click();
  await page.getByRole('button', { name: /Trädgårdsvännerna/ }).click();
  await expect(page.getByRole('dialog', { name: /Byter till Trädgårdsvännerna/ })).toBeVisible();
  // The other tab acts in the same name, and says so.
  await expect(other.getByText(/organisationen Trädgårdsvännerna/)).toBeVisible();
  await expect(other.getByRole('region', { name: 'Administratörsvy' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/${org.slug}$`));
  await expect(bar).toContainText('Trädgårdsvännerna');
  await expect(
    page.getByText('Du agerar nu som (företrädare) organisationen Trädgårdsvännerna på 127.0.0.1'),
  ).toBeVisible();
  // It stays over areas and reloads; the logo leads to the organisation.
  await page.getByRole('link', { name: 'Upptäck' }).click();
  await expect(bar).toBeVisible();
  await page.reload();
  await expect(bar).toBeVisible();
  await page.getByRole('link', { name: 'Kalender, till Trädgårdsvännerna' }).click();
  await expect(page).toHaveURL(new RegExp(`/${org.slug}$`));
  await bar.getByRole('button', { name: /^Byt till astrid/ }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(bar).toBeHidden();

  // Somebody else's page is nobody one acts for.
  await page.goto(`/${org.slug}`);
  await expect(bar).toBeVisible();
  const theirs = await world.people.cecilia.found('Bridgeklubben');
  await page.goto(`/${theirs.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Bridgeklubben' })).toBeVisible();
  await expect(bar).toBeHidden();
  // It is the context all the same, for as long as it is shown.
  const selector = page.getByRole('button', { name: /^Sammanhang/ });
  await expect(selector).toContainText('Bridgeklubben');
  await page.getByRole('link', { name: 'Upptäck' }).click();
  await expect(selector).toContainText('Personligt');
  await close(page);
});

test('a phone’s header: searching for persons, the organisation where one acts [shell 2.43 2.44 5.5]', async ({
  browser,
  world,
}) => {
  const { astrid } = world.people;
  const org = await astrid.found('Roddklubben');
  const page = await browserOf(browser, astrid, { viewport: { width: 360, height: 740 } });
  await page.goto('/feed');
  const banner = page.getByRole('banner');
  const search = banner.getByRole('button', { name: 'Öppna sökningen' });
  const field = page.getByPlaceholder('Sök händelse, plats eller arrangör...');
  await expect(banner.getByRole('button', { name: /^Sammanhang/ })).toBeVisible();
  await expect(banner.getByRole('button', { name: /^Öppna menyn/ })).toBeVisible();
  await expect(field).toBeHidden();
  await search.click();
  await expect(field).toBeFocused();
  await banner.getByRole('button', { name: 'Stäng sökningen' }).click();
  await expect(field).toBeHidden();
  await page.goto(`/${org.slug}`);
  await expect(banner.getByRole('link', { name: 'Roddklubben', exact: true })).toBeVisible();
  await expect(search).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(banner.getByRole('button', { name: /^Öppna menyn/ })).toBeHidden();
  await expect(field).toBeVisible();
  await close(page);
});

test('places: anchors stop below the header, a new page starts at its top, the same one is loaded anew [shell 2.72]', async ({
  browser,
  world,
}) => {
  const page = await browserOf(browser, world.people.astrid);
  await page.goto('/settings#sessions');
  await expect(page.getByRole('heading', { name: 'Inloggade enheter' })).toBeInViewport();
  const top = await page.locator('#sessions').evaluate((one) => one.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(count(spec['2.72'].offset));
  await page.getByRole('link', { name: '2026', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '2026' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('link', { name: 'Kalender, till startsidan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Hej/ })).toBeVisible();
  const again = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Kalender, till startsidan' }).click();
  await again;
  await expect(page.getByRole('heading', { level: 1, name: /Hej/ })).toBeVisible();
  await close(page);
});

test('a 401 from anywhere leads to the notice about it [shell 7.9 8.1]', async ({
  browser,
  world,
}) => {
  const page = await browserOf(browser, world.people.cecilia);
  await withoutFirstAnswers(page);
  await page.route('**/api/v1/me/entities', (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto('/feed');
  await expect(page).toHaveURL(world.server.url + spec['7.9'].to);
  expect(spec['8.1'].to).toBe(spec['7.9'].to);
  await expect(page.getByRole('heading', { level: 1, name: 'Du har loggats ut' })).toBeVisible();
  await close(page);
});

test('creating by keyboard [shell 2.60 2.62 2.64 4.3]', async ({ browser, world }) => {
  const page = await browserOf(browser, world.people.bertil);
  const keys = page.keyboard;
  await page.goto('/kalender');
  await expect(page.getByRole('button', { name: 'Skapa', exact: true })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Skapa' });
  await keys.press('Control+k');
  await expect(dialog).toBeVisible();
  await keys.press('ArrowDown');
  await expect(dialog.getByRole('option', { selected: true })).toContainText('Händelse');
  await keys.press('Escape');
  await expect(dialog).toBeHidden();
  await keys.press('Control+k');
  await expect(dialog.getByRole('option', { selected: true })).toContainText('Inlägg');
  await keys.press('Tab');
  await expect(dialog.getByRole('combobox')).not.toBeFocused();
  await dialog.getByRole('combobox').focus();
  await keys.type('möte');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await keys.press('Enter');
  await expect(page).toHaveURL(/\/event\/create\?type=meeting&private=true$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Skapa möte' })).toBeVisible();
  await keys.press('Control+k');
  await expect(dialog).toBeVisible();
  await keys.press('i');
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.getByRole('form', { name: 'Nytt inlägg' })).toBeVisible();
  // Twice leads to the search.
  await keys.press('Control+k');
  await expect(dialog).toBeVisible();
  await keys.press('Control+k');
  await expect(dialog).toBeHidden();
  await expect(page.getByPlaceholder('Sök händelse, plats eller arrangör...')).toBeFocused();
  await close(page);
});

test('searching by keyboard, signed in and out [shell 2.14 2.54 2.55]', async ({ page, world }) => {
  const { bertil } = world.people;
  await bertil.found('Zinkgruvans SK');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const field = page.getByPlaceholder('Sök händelse, plats eller arrangör...');
  // On this width it is a button until it is wanted.
  await expect(page.getByRole('button', { name: 'Öppna sökningen' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('zinkgr');
  await expect(page.getByRole('option', { name: /Zinkgruvans SK/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Zinkgruvans SK' })).toBeVisible();
});

test('a newer version is said, dismissed, said again and loaded [shell 2.66 4.19 9.1]', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/helgdagar');
  await expect(page.getByRole('heading', { level: 1, name: 'Helgdagar' })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Ny version tillgänglig' });
  await page.route('**/index.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<html data-version="newer"></html>' }),
  );
  await whole(page);
  await page.clock.runFor(11_000);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Avbryt' }).click();
  await expect(dialog).toBeHidden();
  await page.clock.runFor(5 * 60_000);
  await expect(dialog).toBeVisible();
  const loaded = page.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Ladda om sidan' }).click();
  await loaded;
  await expect(page.getByRole('heading', { level: 1, name: 'Helgdagar' })).toBeVisible();
});

test('offline is a state of the page, and it comes back by itself', async ({ browser, world }) => {
  const page = await browserOf(browser, world.people.astrid);
  await page.goto('/settings');
  const name = page.getByLabel('Visningsnamn');
  await expect(name).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/^Du är offline\./)).toBeVisible();
  await name.fill('Astrid i tunneln');
  await page.getByRole('button', { name: 'Spara', exact: true }).click();
  await expect(page.getByText(/Kan inte nå servern/).first()).toBeVisible();
  // Nothing typed is lost.
  await expect(name).toHaveValue('Astrid i tunneln');
  await page
    .getByRole('link', { name: 'Helgdagar', exact: true })
    .or(page.getByRole('link', { name: '2026', exact: true }))
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Något gick fel' })).toBeVisible();
  await expect(page.getByText(/Kontrollera din internetanslutning och försök igen/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Du är offline\./)).toBeHidden();
  await page.getByRole('button', { name: 'Ladda om sidan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '2026' })).toBeVisible();
  await close(page);
});

test('in the chat being offline is said once, and moves nothing', async ({ browser, world }) => {
  const { astrid } = world.people;
  const org = await astrid.found('Tunnelbanan');
  await astrid.say(org.general, 'Alla ombord');
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    const page = await browserOf(browser, astrid, { viewport });
    await page.goto(`/konversation/${org.ws}/${org.general}`);
    const row = page.getByRole('listitem').filter({ hasText: 'Alla ombord' });
    const field = page.getByRole('textbox', { name: /^Skriv till / });
    await expect(row).toBeVisible();
    await expect(page.locator('[data-connection="CONNECTED"]')).toBeAttached();
    const places = async () => [await row.boundingBox(), await field.boundingBox()];
    const before = await places();
    await page.context().setOffline(true);
    await expect(page.getByText(/^Du är offline\./)).toHaveCount(1);
    expect(await places()).toEqual(before);
    await page.context().setOffline(false);
    await expect(page.getByText(/^Du är offline\./)).toHaveCount(0);
    await close(page);
  }
});

test('at 360 points nothing in the header lies over anything else, nor is the search’s hint cut', async ({
  browser,
  world,
}) => {
  const { astrid } = world.people;
  const org = await astrid.found('Naturskyddsföreningen i Vilhelmina och Dorotea');
  const page = await browserOf(browser, astrid, { viewport: { width: 360, height: 740 } });
  for (const path of ['/kalender', '/feed', `/${org.slug}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const over = await page.getByRole('banner').evaluate((banner) => {
      const boxes = [...banner.querySelectorAll('a, button')]
        .map((one) => ({
          name: one.getAttribute('aria-label') ?? one.textContent,
          at: one.getBoundingClientRect(),
        }))
        .filter(({ at }) => at.width > 0);
      return boxes.flatMap((a, n) =>
        boxes
          .slice(n + 1)
          .filter(
            ({ at }) =>
              a.at.left < at.right - 1 &&
              at.left < a.at.right - 1 &&
              a.at.top < at.bottom &&
              at.top < a.at.bottom,
          )
          .map((b) => `${a.name} over ${b.name}`),
      );
    });
    expect(over, path).toEqual([]);
  }
  const field = page.getByPlaceholder('Sök händelse, plats eller arrangör...');
  for (const width of [1410, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${org.slug}`);
    await expect(field).toBeVisible();
    const spare = await field.evaluate((one) => {
      const style = getComputedStyle(one);
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen) return -1;
      pen.font = style.font;
      const text = pen.measureText((one as HTMLInputElement).placeholder).width;
      return (
        one.clientWidth -
        Number.parseFloat(style.paddingLeft) -
        Number.parseFloat(style.paddingRight) -
        text
      );
    });
    expect(spare, `at ${width} px`).toBeGreaterThanOrEqual(0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
  }
  await close(page);
});
