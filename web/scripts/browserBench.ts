/**
 * How the web app keeps up in a real browser: `npm run bench`. A real server with 200 channels and 100,000 messages, a year of
 * 60 events a month, and a feed of 1,000 posts, beside a page with as many plain rows; as fast as the machine is and with its
 * processor slowed four times. No test: it measures time and wants a quiet machine. BENCH_SMALL=1 looks whether it runs, with
 * little data; BENCH_ONLY, of `chat,calendar,feed`, says what alone is measured.
 */
import { type CDPSession, chromium, expect, type Page } from '@playwright/test';
import { calendarOf, eventOf } from '../e2e/harness/event.ts';
import { Server } from '../live/harness/server.ts';
import config, { whole } from '../playwright.config.ts';
import { each, heap, ms, numbers, pageOf, percentile, row, say } from './benchTools.ts';

const small = Boolean(process.env.BENCH_SMALL);
const only = process.env.BENCH_ONLY?.split(',');
const has = (part: string) => !only || only.includes(part);
const CHANNELS = small ? 10 : 200;
const MESSAGES_EACH = small ? 20 : 500;
const POSTS = small ? 60 : 1_000;
/** Months that are leafed through, from January, with so many events each. */
const MONTHS = small ? 3 : 12;
const EVENTS_A_MONTH = 60;
const OPENINGS = small ? 10 : 60;
const KEYS = small ? 20 : 120;
/** Written into the open channel, within so many seconds. */
const [TOLD, TOLD_WITHIN_S] = small ? [50, 5] : [2_000, 60];
/** Pixels for each turn of the wheel, every 16 ms: as a phone flings, and a whole window at a time. */
const SPEEDS = [240, 900];
/** Turns between two looks whether that was all: looking costs a layout. */
const TURNS = 8;
/** What every message of a channel ends with: by it one sees that the channel is open. */
const endOf = (channel: string) => `i ${channel}.`;

/** Between two frames of the page, in milliseconds, while something goes on. */
async function framesWhile(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let last = performance.now();
    const next = (at: number) => {
      frames.push(at - last);
      last = at;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await work();
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(2));
}

function tell(what: string, frames: readonly number[]) {
  const seconds = frames.reduce((sum, one) => sum + one, 0) / 1_000;
  row(
    what,
    `${(frames.length / seconds).toFixed(0)} frames a second`,
    `a frame p95 ${ms(percentile(frames, 0.95))} ms, p99 ${ms(percentile(frames, 0.99))} ms`,
  );
}

/** From the top to the end, at one speed. */
async function scrolled(page: Page, speed: number): Promise<number[]> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(640, 500);
  const isOver = () =>
    page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 4);
  return framesWhile(page, async () => {
    while (!(await isOver())) {
      for (let turn = 0; turn < TURNS; turn++) {
        await page.mouse.wheel(0, speed);
        await page.waitForTimeout(16);
      }
    }
  });
}

const textOf = (n: number) => `Inlägg ${n}: ${'Träning på torsdag. '.repeat(1 + (n % 8))}`;

/** All of them on the page, by its own button. */
async function allPosts(page: Page) {
  await page.goto('/feed?tab=public');
  await page.getByRole('article').first().waitFor();
  const posts = page.getByRole('list', { name: 'Inlägg' }).getByRole('listitem');
  const more = page.getByRole('button', { name: 'Visa fler' });
  for (let shown = await posts.count(); shown < POSTS; shown = await posts.count()) {
    // While the last ones are still being drawn the button takes no press.
    await expect(async () => {
      await more.click();
      await expect.poll(() => posts.count()).toBeGreaterThan(shown);
    }).toPass();
  }
}

/** Rows with the posts' texts, as tall as they are, and nothing else: what this machine does at best. */
const plainRows = (page: Page) =>
  page.setContent(
    `<body style="font: 16px sans-serif">${numbers(POSTS)
      .map((n) => `<p style="box-sizing: border-box; height: 190px; margin: 0 0 16px">${textOf(n)}`)
      .join('')}`,
  );

async function scrolling(page: Page, what: string) {
  for (const speed of SPEEDS)
    tell(`scrolling ${what}, ${speed} pixels a frame`, await scrolled(page, speed));
}

/** From the click on a channel until its messages are painted. */
async function openings(page: Page, names: readonly string[]): Promise<number[]> {
  const took: number[] = [];
  for (const name of names) {
    took.push(
      await page.evaluate(
        ([name, end]) => {
          const nav = document.querySelector('nav[aria-label="Kanallista"]');
          const link = [...(nav?.querySelectorAll('a') ?? [])].find((one) =>
            one.textContent?.trim().endsWith(name),
          );
          if (!link) throw new Error(`no channel ${name}`);
          return new Promise<number>((done, fail) => {
            const began = performance.now();
            const late = setTimeout(() => fail(new Error(`${name} did not open`)), 20_000);
            const look = () => {
              const list = document.querySelector('[aria-label^="Meddelanden i "]');
              if (!list?.textContent?.includes(end)) {
                requestAnimationFrame(look);
                return;
              }
              // Painted once the frame after it begins.
              requestAnimationFrame(() => {
                clearTimeout(late);
                done(performance.now() - began);
              });
            };
            link.click();
            look();
          });
        },
        [name, endOf(name)] as const,
      ),
    );
  }
  return took;
}

const monthName = (month: number) =>
  new Intl.DateTimeFormat('sv-SE', { month: 'long' }).format(new Date(2027, month));

/** From the click on a button that leafs until the month that it leads to is painted with its events. */
const leafed = (page: Page, button: string, month: number) =>
  page.evaluate(
    ([button, month, event]) =>
      new Promise<number>((done, fail) => {
        const began = performance.now();
        const late = setTimeout(() => fail(new Error(`${month} did not come`)), 20_000);
        const look = () => {
          const main = document.querySelector('main');
          const heading = main?.querySelector('h2')?.textContent?.toLowerCase();
          if (!heading?.includes(month) || !main?.textContent?.includes(event)) {
            requestAnimationFrame(look);
            return;
          }
          requestAnimationFrame(() => {
            clearTimeout(late);
            done(performance.now() - began);
          });
        };
        document.querySelector<HTMLElement>(`[aria-label="${button}"]`)?.click();
        look();
      }),
    [button, monthName(month), eventName(month, MIDDLE)] as const,
  );

/** The event by which a month is seen to be there: near its middle, so that no neighbour shows it. */
const MIDDLE = 14;

const eventName = (month: number, n: number) => `Nr ${month + 1}:${n}`;

/** The months of a year one after the other, and back: first as they are asked for, then as they are known. */
async function months(page: Page, how: string) {
  await page.goto('/kalender?view=month&date=2027-01-15');
  await page.getByText(eventName(0, MIDDLE)).first().waitFor();
  await page.waitForLoadState('networkidle');
  const there: number[] = [];
  const back: number[] = [];
  for (let month = 1; month < MONTHS; month++) there.push(await leafed(page, 'Nästa månad', month));
  for (let month = MONTHS - 2; month >= 0; month--)
    back.push(await leafed(page, 'Föregående månad', month));
  for (const [what, took] of [
    ['the next month', there],
    ['… a month that was seen', back],
  ] as const)
    row(
      `${what}, ${EVENTS_A_MONTH} events${how}`,
      `${ms(percentile(took, 0.5))} ms`,
      `${ms(percentile(took, 0.95))} ms`,
    );
}

/** From a key to the frame after it, in the composer. */
async function keys(page: Page): Promise<number[]> {
  const composer = page.getByRole('textbox', { name: /^Skriv till / });
  await composer.focus();
  await page.evaluate(() => {
    const took: number[] = [];
    Object.assign(window, { took });
    document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => took.push(performance.now() - timeStamp))),
      true,
    );
  });
  for (let n = 0; n < KEYS; n++) await page.keyboard.type('abcdefgh '[n % 9] ?? ' ', { delay: 40 });
  await composer.fill('');
  return page.evaluate(() => (window as unknown as { took: number[] }).took);
}

async function feed(page: Page, how: string) {
  await allPosts(page);
  await scrolling(page, `${POSTS} posts${how}`);
  await plainRows(page);
  await scrolling(page, `… as many plain rows${how}`);
}

const [server, { astrid, bertil }] = await Server.with(['astrid', 'bertil']);
const browser = await chromium.launch({ ...config.use?.launchOptions, ...whole });
try {
  const began = Date.now();
  const org = await astrid.found('Sollentuna friidrott');
  await astrid.relate(org.id, bertil, 'MEMBER');
  const names = numbers(has('chat') ? CHANNELS : 0).map(
    (n) => `gren-${String(n).padStart(3, '0')}`,
  );
  const idOf = new Map<string, number>();
  await each(names, async (name) => {
    idOf.set(name, (await astrid.open(org.ws, { name, channelType: 'PUBLIC' })).id);
  });
  for (let n = 0; n < MESSAGES_EACH; n++) {
    await each([...idOf], ([name, id]) =>
      (n % 2 ? astrid : bertil).say(id, `Rad ${n} ${endOf(name)}`),
    );
  }
  const posts = has('feed') ? POSTS : 0;
  await each(numbers(posts), (n) => bertil.post(textOf(n)));
  const events = numbers(has('calendar') ? MONTHS * EVENTS_A_MONTH : 0);
  const calendar = events.length > 0 ? await calendarOf(astrid, 'Friidrott') : '';
  await each(events, (n) => {
    const [month, nth] = [Math.floor(n / EVENTS_A_MONTH), n % EVENTS_A_MONTH];
    const start = new Date(Date.UTC(2027, month, 1 + (nth % 28), 9 + Math.floor(nth / 28)));
    const end = new Date(start.getTime() + 3_600_000);
    return eventOf(astrid, calendar, eventName(month, nth), { start, end });
  });
  say(
    `${idOf.size} channels, ${idOf.size * MESSAGES_EACH} messages, ${events.length} events, ${posts} posts written in ${Math.round((Date.now() - began) / 1_000)} s`,
  );
  say('');
  row('case', 'p50', 'p95');
  row('---', '--:', '--:');
  const chat = async (page: Page, tools: CDPSession, how: string) => {
    const first = names[0] ?? '';
    await page.goto(`/konversation/${org.ws}/${idOf.get(first)}`);
    await page.getByRole('list', { name: /^Meddelanden i / }).waitFor();
    await page.waitForLoadState('networkidle');
    const wanted = names
      .filter((_, n) => n % Math.floor(CHANNELS / OPENINGS) === 0)
      .slice(0, OPENINGS);
    const opened = await openings(page, wanted.slice(1));
    row(
      `open a channel, of ${CHANNELS}${how}`,
      `${ms(percentile(opened, 0.5))} ms`,
      `${ms(percentile(opened, 0.95))} ms`,
    );
    const typed = await keys(page);
    row(
      `key to frame in the composer${how}`,
      `${ms(percentile(typed, 0.5))} ms`,
      `${ms(percentile(typed, 0.95))} ms`,
    );

    await openings(page, [names[1] ?? '', first]);
    const before = await heap(tools);
    const each_ms = (TOLD_WITHIN_S * 1_000) / TOLD;
    const told = await framesWhile(page, async () => {
      const start = Date.now();
      const under: Promise<unknown>[] = [];
      for (let n = 0; n < TOLD; n++) {
        const wait = start + n * each_ms - Date.now();
        if (wait > 0) await new Promise((done) => setTimeout(done, wait));
        // The next round knows the channel by what stands in it last.
        under.push(bertil.say(idOf.get(first) ?? 0, `Löpande rad ${n} ${endOf(first)}`));
      }
      await Promise.all(under);
    });
    const grown = (await heap(tools)) - before;
    tell(`${TOLD} messages in ${TOLD_WITHIN_S} s into the open channel${how}`, told);
    row(`… what the page's heap grew by`, `${(grown / 2 ** 20).toFixed(1)} MiB`, '');
  };
  for (const slower of [1, 4]) {
    const how = slower === 1 ? '' : `, processor ${slower} times slower`;
    const { page, tools } = await pageOf(browser, astrid, slower);
    if (has('chat')) await chat(page, tools, how);
    if (has('calendar')) await months(page, how);
    if (has('feed')) await feed(page, how);
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.dispose();
}
