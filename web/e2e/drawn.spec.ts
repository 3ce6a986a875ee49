/** Public pages are drawn when the app is built: readable at once, and taken over as they stand. */

import { infoPaths } from '../src/content/paths.ts';
import { withoutTheApp } from './harness/session.ts';
import { expect, test } from './harness/test.ts';

test.describe.configure({ timeout: 120_000 });
test.use({ trace: 'off' });

const drawn = ['/', '/start', '/login', '/signup', ...infoPaths];

test('public pages have their texts without a script', async ({ browser, world }) => {
  const context = await browser.newContext({
    baseURL: world.server.url,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  for (const path of drawn) {
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('För en Enklare vardag.');
  }
  await context.close();
});

test('the app takes over what stands there', async ({ browser, world }) => {
  const context = await browser.newContext({ baseURL: world.server.url });
  await context.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { stood: document.querySelector('main h1') });
    });
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error}`));
  for (const path of drawn) {
    await page.goto(path);
    // Somebody is there.
    await page.mouse.move(200, 200);
    await page.mouse.move(300, 300);
    // The version comes when the app runs.
    await expect(page.getByRole('list', { name: 'Versioner' })).not.toContainText('Server okänd');
    const same = await page.evaluate(
      () => Reflect.get(window, 'stood') === document.querySelector('main h1'),
    );
    expect(same, path).toBe(true);
  }
  expect(errors).toEqual([]);
  await context.close();
});

test('a page stands without the app, and what is asked of it meanwhile is done when it is there', async ({
  browser,
  world,
}) => {
  const context = await browser.newContext({ baseURL: world.server.url });
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const letIn = await withoutTheApp(page);
  await page.goto('/login');
  expect(scripts, 'before anybody is there').toEqual([]);
  const email = page.getByLabel('E-postadress');
  await email.fill('ingen@example.se');
  await page.getByLabel('Lösenord', { exact: true }).fill('helt fel lösenord');
  await page.getByRole('button', { name: 'Logga in' }).click();
  // It was neither sent nor lost.
  await expect(page).toHaveURL(/\/login$/);
  await expect(email).toHaveValue('ingen@example.se');
  letIn();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(email).toHaveValue('ingen@example.se');
  await context.close();
});

test('who is signed in gets a page without them', async ({ world }) => {
  const text = async (cookie: string) =>
    (await fetch(world.server.url, { headers: { accept: 'text/html', cookie } })).text();
  expect(await text('')).toContain('data-drawn');
  expect(await text('kalender_jwt_present=1')).not.toContain('data-drawn');
});
