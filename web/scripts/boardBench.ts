/**
 * Boards and schedules in a real browser: `npm run bench:boards`. A board of 2,000 and of 4,000 cards: its first card, what it
 * transfers, what the page holds, tasks of the page while a card is dragged; an organisation's 50 bookables over a day and a week.
 * As fast as the machine is and with its processor slowed four times. No test: it measures time and wants a quiet machine.
 * BENCH_SMALL=1 looks whether it runs, with little data. BENCH_PLANKA (`host:port email password`): the board of 2,000 cards beside
 * a Planka that runs there, whose terms this administrator has accepted.
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { Server } from '../live/harness/server.ts';
import config, { whole } from '../playwright.config.ts';
import { each, heap, ms, numbers, pageOf, percentile, row, say } from './benchTools.ts';

const small = Boolean(process.env.BENCH_SMALL);
const SIZES = small ? [40, 80] : [2_000, 4_000];
const LISTS = 8;
const BOOKABLES = small ? 5 : 50;
/** The names of an organisation's bookables, in a day's rows and a week's, and the last of them. */
const ROWS = '[data-bookings] h3, [data-bookings] th';
const LAST = `Bana ${BOOKABLES - 1}`;
/** Bookings of each bookable on each day of the week. */
const A_DAY = 4;
/** Times each page is opened. */
const OPENINGS = small ? 2 : 5;
/** Longer tasks are felt while a card is dragged. */
const LONG_TASK_MS = 50;

const titleOf = (n: number) => `Kort ${n}: boka lokal och ring vaktmästaren`;
const kib = (bytes: number) => `${Math.round(bytes / 1_024)} KiB`;
const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const times = (one: number, other: number) => `${(one / other).toFixed(2)} × Planka`;

/** How a page was opened. */
interface Opened {
  /** From the request until what is waited for is painted, in milliseconds: the median. */
  took: number;
  /** The slowest. */
  late: number;
  /** Bytes that came over the network, its sockets too, on a first visit. */
  bytes: number;
  /** What the page holds afterwards, in bytes. */
  held: number;
}

/** Milliseconds from the navigation, or from a click on a link, until the selector's first element with that text is painted. */
const painted = (page: Page, selector: string, text: string, link = '') =>
  page.evaluate(
    ([selector, text, link]) =>
      new Promise<number>((done, fail) => {
        const links = [...document.querySelectorAll('a')];
        const clicked = links.find((one) => link && one.textContent?.trim() === link);
        const from = clicked ? performance.now() : 0;
        clicked?.click();
        const late = setTimeout(() => fail(new Error(`${text} did not come`)), 60_000);
        const look = () => {
          const found = [...document.querySelectorAll(selector)].some((one) =>
            one.textContent?.includes(text),
          );
          if (!found) {
            requestAnimationFrame(look);
            return;
          }
          // Painted once the frame after it begins.
          requestAnimationFrame(() => {
            clearTimeout(late);
            done(performance.now() - from);
          });
        };
        look();
      }),
    [selector, text, link] as const,
  );

async function opened(
  page: Page,
  tools: CDPSession,
  address: string,
  selector: string,
  text: string,
): Promise<Opened> {
  let bytes = 0;
  await tools.send('Network.enable');
  // As on a first visit.
  await tools.send('Network.clearBrowserCache');
  tools.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength;
  });
  tools.on('Network.webSocketFrameReceived', (event) => {
    bytes += Buffer.byteLength(event.response.payloadData);
  });
  const took: number[] = [];
  let first = 0;
  for (let n = 0; n < OPENINGS; n++) {
    await page.goto('about:blank');
    await page.goto(address, { waitUntil: 'commit' });
    took.push(await painted(page, selector, text));
    await page.waitForLoadState('networkidle');
    if (n === 0) first = bytes;
  }
  return {
    took: percentile(took, 0.5),
    late: Math.max(...took),
    bytes: first,
    held: await heap(tools),
  };
}

/** A board with that many cards, of somebody's own. */
async function boardOf(person: Person, cards: number): Promise<string> {
  interface Board {
    idBoard: number;
    lists: { idList: number }[];
  }
  const made = await person.call<Board>('POST', '/api/v1/boards', { name: `Tavla ${cards}` });
  const path = `/api/v1/boards/${made.idBoard}`;
  const lists: number[] = [];
  for (const n of numbers(LISTS)) {
    const after = await person.call<Board>('POST', `${path}/lists`, { name: `Lista ${n}` });
    lists.push(after.lists.at(-1)?.idList ?? 0);
  }
  // One after the other in each list, so that the first card is the first.
  for (const n of numbers(cards)) {
    await person.call('POST', `${path}/cards`, { idList: lists[n % LISTS], txTitle: titleOf(n) });
  }
  return `/tavla/${made.idBoard}`;
}

/** Tasks of the page while a card is dragged over the board and put down, in milliseconds. */
async function dragged(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    const note = (list: PerformanceObserverEntryList) =>
      tasks.push(...list.getEntries().map((entry) => entry.duration));
    new PerformanceObserver(note).observe({ entryTypes: ['longtask'] });
  });
  const from = await page
    .locator('[data-card]')
    .filter({ hasText: titleOf(0) })
    .boundingBox();
  if (!from) throw new Error('no card to drag');
  await page.mouse.move(from.x + 20, from.y + from.height - 6);
  await page.mouse.down();
  for (const [x, y] of [
    [700, 300],
    [1_000, 600],
    [400, 400],
    [700, 500],
  ] as const) {
    await page.mouse.move(x, y, { steps: 20 });
  }
  await page.mouse.up();
  await page.waitForTimeout(500);
  return page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
}

/** The same board in Planka: its page, and the sign-in of a browser. */
async function planka(which: string, cards: number) {
  const [at = '', emailOrUsername = '', password = ''] = which.split(' ');
  const url = `http://${at}`;
  let token = '';
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(url + path, init);
    if (!response.ok) throw new Error(`Planka: ${path}: ${response.status}`);
    return ((await response.json()) as { item: T }).item;
  };
  token = await post<string>('/api/access-tokens', { emailOrUsername, password });
  const id = async (path: string, body: object) => (await post<{ id: string }>(path, body)).id;
  const project = await id('/api/projects', { name: 'Planering', type: 'private' });
  const board = await id(`/api/projects/${project}/boards`, { name: 'Tavla', position: 65_536 });
  const lists: string[] = [];
  for (const n of numbers(LISTS)) {
    const list = { type: 'active', name: `Lista ${n}`, position: 65_536 * (n + 1) };
    lists.push(await id(`/api/boards/${board}/lists`, list));
  }
  await each(numbers(cards), (n) => {
    const card = { type: 'project', name: titleOf(n), position: 65_536 * (n + 1) };
    return id(`/api/lists/${lists[n % LISTS]}/cards`, card);
  });
  const signIn = async (page: Page) => {
    await page.goto(`${url}/login`);
    await page.locator('input[name="emailOrUsername"]').fill(emailOrUsername);
    await page.locator('input[name="password"]').fill(password);
    await page.locator('input[name="password"]').press('Enter');
    await page.getByText('Planering').first().waitFor();
  };
  return { address: `${url}/boards/${board}`, signIn };
}

async function beside(browser: Browser, person: Person, ours: Opened, how: string, slower: number) {
  const which = process.env.BENCH_PLANKA;
  if (!which) return;
  const [cards = 0] = SIZES;
  const theirs = await planka(which, cards);
  const { page, tools } = await pageOf(browser, person, slower);
  await theirs.signIn(page);
  const { took, late, bytes, held } = await opened(
    page,
    tools,
    theirs.address,
    'a, div, span',
    titleOf(0),
  );
  await page.context().close();
  row(`the same in Planka${how}`, `${ms(took)} ms`, `${ms(late)} ms`, kib(bytes), mib(held), '');
  const against = [
    times(ours.took, took),
    '',
    times(ours.bytes, bytes),
    times(ours.held, held),
    '',
  ];
  row(`… ours against it${how} (aims: 0.15, 0.25, 0.5)`, ...against);
}

async function boards(browser: Browser, person: Person, paths: readonly string[], slower: number) {
  const how = slower === 1 ? '' : `, processor ${slower} times slower`;
  for (const [n, path] of paths.entries()) {
    const { page, tools } = await pageOf(browser, person, slower);
    const ours = await opened(page, tools, path, '[data-card]', titleOf(0));
    const { took, late, bytes, held } = ours;
    const tasks = await dragged(page);
    await page.context().close();
    const long = tasks.filter((one) => one > LONG_TASK_MS);
    const felt =
      long.length > 0 ? `${long.length}, the longest ${ms(Math.max(...long))} ms` : 'none';
    row(
      `a board of ${SIZES[n]} cards${how}`,
      `${ms(took)} ms`,
      `${ms(late)} ms`,
      kib(bytes),
      mib(held),
      felt,
    );
    if (n === 0) await beside(browser, person, ours, how, slower);
  }
}

/** An organisation with many bookables, booked over a week from its Monday. */
async function booked(person: Person): Promise<{ slug: string; monday: string }> {
  const org = await person.found('Simhallarna');
  const monday = new Date(Date.now() + 14 * 86_400_000);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  const day = (n: number) => new Date(monday.getTime() + n * 86_400_000).toISOString().slice(0, 10);
  await each(numbers(BOOKABLES), async (n) => {
    const room = {
      idEntity: org.id,
      name: `Bana ${n}`,
      kind: 'ROOM',
      status: 1,
      whoMayBook: ['PUBLIC'],
    };
    const { idBookable } = await person.call<{ idBookable: number }>(
      'POST',
      '/api/v1/bookables',
      room,
    );
    for (const at of numbers(7 * A_DAY)) {
      const hour = 8 + (at % A_DAY) * 2;
      const [start, end] = [hour, hour + 1].map(
        (one) => `${day(Math.floor(at / A_DAY))}T${String(one).padStart(2, '0')}:00:00Z`,
      );
      await person.call('POST', '/api/v1/booking', { idBookable, start, end });
    }
  });
  return { slug: org.slug, monday: day(0) };
}

async function schedules(
  browser: Browser,
  person: Person,
  slower: number,
  of: { slug: string; monday: string },
) {
  const how = slower === 1 ? '' : `, processor ${slower} times slower`;
  for (const view of ['day', 'week']) {
    const { page, tools } = await pageOf(browser, person, slower);
    const address = `/${of.slug}/bokningar?date=${of.monday}&view=${view}`;
    const { took, late, bytes, held } = await opened(page, tools, address, ROWS, LAST);
    await page.context().close();
    const what = `${BOOKABLES} bookables × a ${view}, with the app's start${how}`;
    row(what, `${ms(took)} ms`, `${ms(late)} ms`, kib(bytes), mib(held), '');
  }
  const { page } = await pageOf(browser, person, slower);
  const took: number[] = [];
  for (const _ of numbers(OPENINGS)) {
    await page.goto(`/${of.slug}/bokningar?date=${of.monday}`);
    await painted(page, ROWS, LAST);
    await page.waitForLoadState('networkidle');
    took.push(await painted(page, '[data-bookings] tbody th', LAST, 'Vecka'));
  }
  await page.context().close();
  row(
    `… from a day to its week, from the click until it is painted, fetched meanwhile (aim: ${slower === 1 ? 200 : 600} ms)${how}`,
    `${ms(percentile(took, 0.5))} ms`,
    `${ms(Math.max(...took))} ms`,
    '',
    '',
    '',
  );
}

const [server, { astrid }] = await Server.with(['astrid']);
const browser = await chromium.launch({ ...config.use?.launchOptions, ...whole });
try {
  const paths: string[] = [];
  for (const cards of SIZES) paths.push(await boardOf(astrid, cards));
  const halls = await booked(astrid);
  say('');
  row(
    'case',
    'p50',
    'slowest',
    'transferred',
    'heap',
    `tasks over ${LONG_TASK_MS} ms while dragging`,
  );
  row('---', '--:', '--:', '--:', '--:', '---');
  for (const slower of [1, 4]) {
    await boards(browser, astrid, paths, slower);
    await schedules(browser, astrid, slower, halls);
  }
} finally {
  await browser.close();
  await server.dispose();
}
