/** What the measurements in a browser share: a page of somebody who is signed in, figures, rows of a table. */
import type { Browser, CDPSession } from '@playwright/test';
import { pastTheWelcome, signedIn } from '../e2e/harness/session.ts';
import type { Person } from '../live/harness/person.ts';

/** As many requests at a time. */
const AT_ONCE = 32;

export const say = (text: string) => process.stdout.write(`${text}\n`);
export const row = (...cells: (string | number)[]) => say(`| ${cells.join(' | ')} |`);
export const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Does all of it, some at a time. */
export async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const rest = [...items];
  const one = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

export const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** A page that somebody is signed in to; its processor is slowed by so much. */
export async function pageOf(browser: Browser, person: Person, slower: number) {
  const context = await browser.newContext({
    baseURL: person.server.url,
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 1280, height: 900 },
  });
  await pastTheWelcome(context);
  await signedIn(context, person);
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return { page, tools };
}

/** What a page holds, in bytes, once what is no longer used is gone. */
export async function heap(tools: CDPSession): Promise<number> {
  await tools.send('HeapProfiler.collectGarbage');
  return (await tools.send('Runtime.getHeapUsage')).usedSize;
}
