/** A browser that somebody has signed in with before. */

import type { BrowserContext, Page } from '@playwright/test';
import type { Person } from '../../live/harness/person.ts';

/** The welcome comes once to everybody new; journeys that are not about it have seen it. */
export async function pastTheWelcome(context: BrowserContext) {
  await context.addInitScript(() => {
    const done = JSON.stringify({ seen: true, completed: '2026-01-01T00:00:00Z' });
    localStorage.setItem('kalender:user:guide:menu', done);
  });
}

export async function signedIn(context: BrowserContext, person: Person) {
  const cookie = { domain: '127.0.0.1', path: '/' };
  await context.addCookies([
    { ...cookie, name: 'kalender_jwt', value: person.token, httpOnly: true },
    { ...cookie, name: 'kalender_jwt_present', value: '1' },
  ]);
}

/** As where its first answers were late: the page comes without them and asks for everything itself. */
export async function withoutFirstAnswers(page: Page) {
  const answers = /<script type="application\/json" id="answers">.*?<\/script>/s;
  await page.route('**', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(answers, '') });
  });
}

/** Keeps a page without its app until what this answers is called. */
export async function withoutTheApp(page: Page): Promise<() => void> {
  let letIn = () => {};
  const opened = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await opened;
    await route.continue();
  });
  return () => letIn();
}
