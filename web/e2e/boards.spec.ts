/** One board and two who plan on it at once: a desk with a mouse or keys alone, a phone with a finger. And who only reads. */

import type { Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, narrow, phone, standing, test } from './harness/test.ts';

const desk = { viewport: { width: 1280, height: 900 } };

interface Board {
  idBoard: number;
  settingsVersion: number;
  lists: { idList: number; name: string; version: number }[];
}

const boardOf = (person: Person, name: string, idEntity: number, more: object = {}) =>
  person.call<Board>('POST', '/api/v1/boards', { name, idEntity, ...more });
const idOf = ({ lists }: Board, name: string) =>
  lists.find((one) => one.name === name)?.idList as number;
const cardOn = (person: Person, board: Board, list: string, what: object) =>
  person.call('POST', `/api/v1/boards/${board.idBoard}/cards`, {
    idList: idOf(board, list),
    ...what,
  });

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cards = (page: Page, list: string) => column(page, list).getByRole('listitem');
const card = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const said = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeAttached();

/** Drags a card by the mouse until it stands below the last one of a list. */
async function drag(page: Page, title: string, list: string) {
  const from = await standing(page.locator('[data-card]').filter({ hasText: title }));
  const to = await standing(column(page, list).locator('[data-cards]'));
  await page.mouse.move(from.x + 20, from.y + from.height - 6);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + from.height, { steps: 3 });
  await page.mouse.move(to.x + to.width / 2, to.y + 40, { steps: 5 });
  await page.mouse.up();
}

/** What is to be done with a card of a phone, by the finger alone. */
async function tapMove(page: Page, title: string, list: string) {
  await page.getByRole('button', { name: `Mer om ${title}` }).tap();
  await page.getByRole('button', { name: 'Flytta …' }).tap();
  const menu = page.getByRole('dialog', { name: `Flytta ${title}` });
  await menu.getByRole('button', { name: list, exact: true }).tap();
  await expect(menu).toHaveCount(0);
}

test('a release is planned by two at once, out of a message until it is done', async ({
  browser,
  world,
}) => {
  const { klara, love } = world.people;
  const org = await klara.found('Releasegruppen');
  await klara.relate(org.id, love, 'MEMBER');
  const board = await boardOf(klara, 'Version 2', org.id);
  await klara.call('PUT', `/api/v1/boards/${board.idBoard}/lists/${idOf(board, 'Pågår')}`, {
    name: 'Pågår',
    status: 'IN_PROGRESS',
    limit: 2,
    limitMode: 'hard',
    version: board.lists.find(({ name }) => name === 'Pågår')?.version,
  });
  for (const txTitle of ['Testa', 'Dokumentera']) {
    await cardOn(klara, board, 'Att göra', { txTitle });
  }
  const address = `/tavla/${board.idBoard}`;
  const talk = `/konversation/${org.ws}/${org.general}`;
  const hers = await browserOf(browser, klara, desk);
  const his = await browserOf(browser, love, phone);
  const chat = new Chat(hers);

  // A message becomes a task, with its card in the channel, and is put on the board that he has open.
  await hers.goto(talk);
  await chat.say('Skriv nyheterna');
  await his.goto(address);
  await expect(card(his, 'Testa')).toBeVisible();
  await chat.menu('Skriv nyheterna', 'Gör till uppgift …');
  const making = hers.getByRole('dialog', { name: 'Gör till uppgift' });
  await making.getByLabel('Visa i kanalen').press('Space');
  await making.getByRole('button', { name: 'Skapa uppgiften' }).click();
  const inChat = chat.messages.getByRole('article', { name: 'Uppgift' });
  const task = inChat.getByRole('link', { name: 'Skriv nyheterna' });
  const page = (await task.getAttribute('href')) ?? '';
  await cardOn(klara, board, 'Att göra', { idTask: Number(page.split('/').at(-1)) });
  await expect(cards(his, 'Att göra')).toHaveText([/Testa/, /Dokumentera/, /Skriv nyheterna/]);
  await narrow(his);
  await flawless(his, 'a board on a phone');
  await his.emulateMedia({ colorScheme: 'dark' });
  await flawless(his, 'a board on a phone, dark');

  // The mouse moves one: he sees it as it happens.
  const desktop = await hers.context().newPage();
  await desktop.goto(address);
  await expect(cards(desktop, 'Att göra')).toHaveCount(3);
  const looks = ({ displayName }: Person) => ({ name: `${displayName} tittar på tavlan` });
  await expect(his.getByRole('button', looks(klara))).toBeVisible();
  await expect(desktop.getByRole('button', looks(love))).toBeVisible();
  await drag(desktop, 'Skriv nyheterna', 'Pågår');
  await said(desktop, 'Skriv nyheterna flyttad till Pågår, 1 av 1');
  await expect(cards(his, 'Pågår')).toHaveText([/Skriv nyheterna/]);
  await expect(inChat).toContainText('Pågår');

  // His finger moves another, and then the list is full: for keys as well, and it says so.
  await tapMove(his, 'Dokumentera', 'Pågår');
  await said(his, 'Dokumentera flyttad till Pågår, 2 av 2');
  await expect(cards(desktop, 'Pågår')).toHaveText([/Skriv nyheterna/, /Dokumentera/]);
  await expect(column(desktop, 'Pågår')).toContainText('2 av 2');
  await card(desktop, 'Testa').press('Alt+ArrowRight');
  await expect(
    desktop.getByText('Testa flyttades inte. Listan Pågår är full.', { exact: true }),
  ).toBeVisible();
  await expect(cards(desktop, 'Att göra')).toHaveText([/Testa/]);
  await flawless(desktop, 'a board');

  // By keys alone into the last list: it is done on its page and in the channel.
  await card(desktop, 'Skriv nyheterna').press('Alt+ArrowRight');
  await said(desktop, 'Skriv nyheterna flyttad till Klart, 1 av 1');
  await expect(card(desktop, 'Skriv nyheterna')).toBeFocused();
  await expect(cards(his, 'Klart')).toHaveText([/Skriv nyheterna/]);
  await expect(inChat).toContainText('Klar');
  await his.goto(page);
  await expect(desktop.getByRole('button', looks(love))).toHaveCount(0);
  await expect(his.getByRole('checkbox', { name: 'Klar: Skriv nyheterna' })).toBeChecked();
  await close(hers, his);
});

test('who may only read or comment is offered nothing to change', async ({ browser, world }) => {
  const { klara, love, maja } = world.people;
  const org = await klara.found('Läsarna');
  for (const one of [love, maja]) await klara.relate(org.id, one, 'MEMBER');
  const board = await boardOf(klara, 'Programmet', org.id, { entityRole: 'viewer' });
  const { idBoard, settingsVersion } = board;
  await klara.call('PUT', `/api/v1/boards/${idBoard}`, {
    settingsVersion,
    name: 'Programmet',
    entityRole: 'viewer',
    members: [
      { idAuthUser: klara.id, role: 'owner' },
      { idAuthUser: love.id, role: 'commenter' },
    ],
  });
  await cardOn(klara, board, 'Att göra', { txTitle: 'Trycka' });
  for (const [person, words] of [
    [maja, 'Du kan läsa tavlan, men inte ändra den.'],
    [love, 'Du kan läsa och kommentera, men inte flytta eller ändra.'],
  ] as const) {
    const page = await browserOf(browser, person, desk);
    await page.goto(`/tavla/${idBoard}`);
    await expect(page.getByText(words)).toBeVisible();
    await expect(card(page, 'Trycka')).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('button', {
        name: /^Mer om|^Ändra listan|^Nytt kort|^Ny lista|^Markera|^Inställningar/,
      }),
    ).toHaveCount(0);
    await drag(page, 'Trycka', 'Pågår');
    await card(page, 'Trycka').press('Alt+ArrowRight');
    await expect(cards(page, 'Att göra')).toHaveText([/Trycka/]);
    // What it is stays to be read, and for who comments to be talked about.
    await card(page, 'Trycka').press('Enter');
    const opened = page.getByRole('dialog', { name: 'Trycka' });
    await expect(opened.getByRole('button', { name: /^Redigera|^Ta bort/ })).toHaveCount(0);
    await close(page);
  }
  const now = await klara.call<{ cards: { idList: number }[] }>('GET', `/api/v1/boards/${idBoard}`);
  expect(now.cards.map(({ idList }) => idList)).toEqual([idOf(board, 'Att göra')]);
});
