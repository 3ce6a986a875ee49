/**
 * A permalink leads to its message: jumps at random, while others write and older pages are on their way. A few of them
 * in every run, two hundred with `make jumps`.
 */

import type { Page } from '@playwright/test';
import { dice, sleep } from '../live/harness/wait.ts';
import { browserOf, close, expect, test } from './harness/test.ts';

const JUMPS = Number(process.env.KALENDER_JUMPS ?? 16);
const MESSAGES = 600;
/** Older pages arrive late, as on a phone's network. */
const LATE_MS = 150;

for (const width of [360, 1440]) {
  test(`${JUMPS} jumps land within one row at ${width} px`, async ({ browser, world }) => {
    test.setTimeout(600_000);
    const { astrid, bertil } = world.people;
    const org = await astrid.found(`Hopp ${width}`);
    await astrid.relate(org.id, bertil, 'MEMBER');
    const random = dice(width);
    const ids: number[] = [];
    for (let at = 0; at < MESSAGES; at += 1) {
      const who = random.below(3) === 0 ? bertil : astrid;
      // Heights from one line to a screenful, so that what was estimated is wrong.
      const lines = random.below(6) === 0 ? random.below(25) : random.below(3);
      const text = Array.from({ length: lines + 1 }, (_, line) =>
        `Rad ${line} av ${at} `.repeat(4),
      );
      ids.push((await who.say(org.general, text.join('\n'))).id);
    }
    const page = await browserOf(browser, bertil, { viewport: { width, height: 780 } });
    await page.route(/messages\?.*before=/, async (route) => {
      await page
        .evaluate((ms) => new Promise((done) => setTimeout(done, ms)), LATE_MS)
        .catch(() => {});
      await route.continue().catch(() => {});
    });

    let writing = true;
    const writer = (async () => {
      for (let count = 0; writing; count += 1) {
        await astrid.say(org.general, `Under tiden ${count}\n`.repeat((count % 4) + 1));
        await sleep(100);
      }
    })();
    const off: string[] = [];
    for (let jump = 0; jump < JUMPS; jump += 1) {
      // Not of the newest: there the list follows what comes.
      const at = random.below(ids.length - 30);
      const path = `/konversation/${org.ws}/${org.general}?message=${ids[at]}`;
      // Every other one within the open page, as a click in the bell does.
      const cold = jump % 2 === 0;
      if (cold) await page.goto(path);
      else {
        await page.evaluate((to) => {
          history.pushState({}, '', to);
          dispatchEvent(new PopStateEvent('popstate', { state: {} }));
        }, path);
      }
      const found = await settledAt(page, `av ${at} `);
      if (found !== null) off.push(`${jump} ${cold ? 'cold' : 'within'} ${at}: ${found}`);
    }
    writing = false;
    await writer;
    expect(off).toEqual([]);
    await close(page);
  });
}

/** null: the row stands in the middle, or as near to it as the list's ends allow; else where it is. */
async function settledAt(page: Page, words: string): Promise<string | null> {
  const handle = await page.waitForFunction(
    (wanted) => {
      const kept = window as Window & { still?: { at: string; frames: number } };
      const rows = document.querySelector('[role=list][aria-label^="Meddelanden i"]');
      const list = rows?.parentElement;
      if (!rows || !list) return false;
      const row = [...rows.children].find((one) => one.textContent?.includes(wanted));
      const box = row?.getBoundingClientRect();
      const view = list.getBoundingClientRect();
      const at = `${location.search} ${box?.top ?? 'away'}`;
      // Stands when it has not moved for a while: what is late would move it. Its page may take longer to come.
      const frames = kept.still?.at === at ? kept.still.frames + 1 : 0;
      kept.still = { at, frames };
      if (frames < (box ? 25 : 180)) return false;
      delete kept.still;
      if (!box) return 'not drawn';
      const middle = box.top + box.height / 2 - (view.top + view.height / 2);
      const allowed = Math.max(box.height, 80);
      const atStart = list.scrollTop <= 1;
      const atEnd = list.scrollHeight - list.clientHeight - list.scrollTop <= 1;
      const near = Math.abs(middle) <= allowed;
      const seen = box.bottom > view.top && box.top < view.bottom;
      if (near || (seen && (atStart || atEnd))) return 'there';
      return `${Math.round(middle)} px off, ${Math.round(box.height)} high, scrolled ${list.scrollTop} of ${list.scrollHeight}`;
    },
    words,
    { polling: 'raf' },
  );
  const found = (await handle.jsonValue()) as string;
  return found === 'there' ? null : found;
}
