/** A board's page: what stands on it, moving by menu and keys, limits, quick add, filters, and its states. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { toasts } from '@/test/page.tsx';
import { Refusal } from '@/test/world.ts';
import {
  anna,
  at,
  bo,
  boardWith,
  card,
  changed,
  changing,
  LISTS,
  list,
  person,
  putBeside,
  signedInBefore,
  titles,
} from './samples.ts';
import type { Board, Card, Person } from './types.ts';

signedInBefore();

const PATH = '/tavla/4';
const some = () =>
  boardWith([card(1, 1, 'Handla'), card(2, 1, 'Packa'), card(3, 2, 'Måla'), card(4, 2, 'Städa')]);
const link = (name: string) => screen.findByRole('link', { name });
const moveTo = (id: number) => `POST /api/v1/boards/4/cards/${id}/move`;
const bodyOf = (calls: { call: string; body: unknown }[], wanted: string) =>
  calls.find(({ call }) => call === wanted)?.body;
const words = () =>
  toasts().map(({ message }) =>
    String((message as { props?: { children: [string] } }).props?.children[0] ?? message),
  );
const said = (text: string) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(text),
  );

/** A server that moves cards as it is asked. */
const moving = (board: Board, path = PATH) =>
  at(path, board, (held, body) =>
    Object.fromEntries(
      board.cards.map(({ idTask }) => [
        moveTo(idTask),
        () => putBeside(held, idTask, body() as { idList: number; after?: number }),
      ]),
    ),
  );

describe('a board', () => {
  it('shows its lists in order, and of a card what is known of it', async () => {
    at(
      PATH,
      boardWith([
        card(1, 1, 'Handla', {
          dueDate: '2026-11-20',
          priority: 3,
          labels: ['hem'],
          assignees: [8],
          checklist: { total: 5, done: 2 },
        }),
      ]),
    );
    const found = (await link('Handla')).closest<HTMLElement>('[role="listitem"]');
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Att göra',
      'Pågår',
      'Klart',
    ]);
    expect(found).toHaveTextContent('Fredag 20 november, försenad');
    expect(found).toHaveTextContent('Hög');
    expect(found).toHaveTextContent('hem');
    expect(found).toHaveTextContent('2 av 5 på checklistan');
    expect(found).toHaveTextContent('Tilldelad Bo Alm');
  });

  it('says how full a list is, also over its limit', async () => {
    const lists = [list(1, 'Att göra', { limit: 1 }), list(2, 'Pågår')];
    at(PATH, boardWith([card(1, 1, 'Handla'), card(2, 1, 'Packa')], { lists }));
    await link('Handla');
    const column = screen.getByRole('region', { name: 'Att göra' });
    expect(column).toHaveTextContent('2 av 1');
    expect(column).toHaveTextContent('2 av högst 1 kort, fler än gränsen');
  });

  it('that is not there, or not for me, says so', async () => {
    at(PATH, some(), () => ({ 'GET /api/v1/boards/4': new Refusal(404, 'NOT_FOUND') }));
    expect(await screen.findByText('Tavlan finns inte')).toBeInTheDocument();
  });

  it('that cannot be fetched is asked for again', async () => {
    let asked = 0;
    at(PATH, some(), (held) => ({
      'GET /api/v1/boards/4': () => {
        asked += 1;
        return asked === 1 ? new Refusal(500) : held.board;
      },
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Försök igen' }));
    expect(await link('Handla')).toBeInTheDocument();
  });

  it('closed while it is open says so', async () => {
    const { live } = at(PATH, some());
    await link('Handla');
    act(() => live().onMessage({ type: 'BOARD_CLOSED', idBoard: 4 }));
    expect(await screen.findByText('Tavlan är stängd')).toBeInTheDocument();
  });

  it('without lists offers the first', async () => {
    at(PATH, boardWith([], { lists: [] }));
    expect(await screen.findByText('Tavlan har inga listor än')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Ny lista' })).toBeInTheDocument();
  });

  it.each(['viewer', 'commenter'] as const)('offers a %s nothing to change', async (role) => {
    const { calls } = at(PATH, { ...some(), role });
    await link('Handla');
    expect(screen.queryByRole('button', { name: /^Mer om|^Nytt kort|^Ny lista/ })).toBeNull();
    (await link('Handla')).focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(titles('Att göra')).toEqual(['Handla', 'Packa']);
    expect(calls.map(({ call }) => call)).not.toContain(moveTo(1));
  });

  it('that is archived can be read, and opened again by its owner', async () => {
    const { calls } = at(PATH, { ...some(), archived: 1 }, (held) => ({
      'POST /api/v1/boards/4/restore': () => {
        held.board = { ...held.board, archived: null };
        return held.board;
      },
    }));
    await link('Handla');
    expect(screen.queryByRole('button', { name: /^Nytt kort/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Öppna tavlan igen' }));
    expect(await screen.findByRole('button', { name: 'Nytt kort i Pågår' })).toBeInTheDocument();
    expect(calls.map(({ call }) => call)).toContain('POST /api/v1/boards/4/restore');
  });

  it('shows what others do, and asks for what it missed', async () => {
    const { live, calls, held } = at(PATH, some(), (server) => ({
      'GET /api/v1/boards/4/changes': () => ({
        ...changing(server.board, { from: 10, cards: server.board.cards }),
        version: server.board.version,
        reset: false,
      }),
    }));
    await link('Handla');
    const first = changed(held, { cards: [card(9, 1, 'Ny')] });
    act(() => live().onMessage({ type: 'BOARD_CHANGED', change: first }));
    await waitFor(() => expect(titles('Att göra')).toEqual(['Handla', 'Packa', 'Ny']));
    changed(held, { cards: [card(8, 3, 'Missad', { version: 2 })] });
    const third = changed(held, { cards: [card(7, 3, 'Sist')] });
    act(() => live().onMessage({ type: 'BOARD_CHANGED', change: third }));
    expect(await link('Missad')).toBeInTheDocument();
    expect(calls.map(({ call }) => call)).toContain('GET /api/v1/boards/4/changes');
  });

  it('says who else has it open, and not that I have', async () => {
    const { live } = at(PATH, some());
    await link('Handla');
    const looking = (viewers: Person[], count = viewers.length) =>
      act(() => live().onMessage({ type: 'BOARD_VIEWERS', idBoard: 4, viewers, count }));
    looking([anna]);
    expect(screen.queryByRole('button', { name: /tittar på tavlan/ })).toBeNull();
    looking([anna, bo]);
    expect(screen.getByRole('button', { name: 'Bo Alm tittar på tavlan' })).toBeInTheDocument();
    looking([anna, bo, person(9, 'Cia Dahl')]);
    const two = screen.getByRole('button', { name: 'Bo Alm och Cia Dahl tittar på tavlan' });
    await userEvent.click(two);
    const list = screen.getByRole('dialog', { name: 'Bo Alm och Cia Dahl tittar på tavlan' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([expect.stringContaining('Bo Alm'), expect.stringContaining('Cia Dahl')]);
    await userEvent.keyboard('{Escape}');
    looking([anna, bo, ...[9, 10, 11].map((id) => person(id, `P${id}`))], 25);
    expect(
      screen.getByRole('button', { name: 'Bo Alm, P9 och 22 till tittar på tavlan' }),
    ).toBeInTheDocument();
    looking([anna]);
    expect(screen.queryByRole('button', { name: /tittar på tavlan/ })).toBeNull();
  });

  it('does not show its archive until asked to', async () => {
    const lists = [...LISTS, list(9, 'Arkiv', { type: 'archive' })];
    const { at: where } = at(PATH, boardWith([card(1, 9, 'Gammalt')], { lists }));
    await userEvent.click(await screen.findByRole('button', { name: 'Visa arkivet' }));
    expect(await link('Gammalt')).toBeInTheDocument();
    expect(where()).toBe('/tavla/4?arkiv=1');
  });

  it('opens a card as an address', async () => {
    const { at: where } = at(PATH, some());
    await userEvent.click(await link('Handla'));
    expect(await screen.findByRole('dialog', { name: 'Handla' })).toBeInTheDocument();
    expect(where()).toBe('/tavla/4?kort=1');
  });
});

describe('moving a card', () => {
  it('by its menu goes to another list at once, and says where', async () => {
    const { calls } = moving(some());
    await userEvent.click(await screen.findByRole('button', { name: 'Mer om Handla' }));
    await userEvent.click(screen.getByRole('button', { name: 'Flytta …' }));
    const menu = screen.getByRole('dialog', { name: 'Flytta Handla' });
    await userEvent.click(within(menu).getByRole('button', { name: 'Pågår' }));
    expect(titles('Pågår')).toEqual(['Måla', 'Städa', 'Handla']);
    await said('Handla flyttad till Pågår, 3 av 3');
    expect(bodyOf(calls, moveTo(1))).toEqual({
      idList: 2,
      after: 4,
      clientMoveId: expect.any(String),
    });
  });

  it('by Alt and arrows keeps the focus, and tells both neighbours', async () => {
    const { calls } = moving(some());
    (await link('Handla')).focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await said('Handla flyttad till Pågår, 1 av 3');
    expect(await link('Handla')).toHaveFocus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await said('Handla flyttad till Pågår, 2 av 3');
    await waitFor(() => expect(titles('Pågår')).toEqual(['Måla', 'Handla', 'Städa']));
    expect(await link('Handla')).toHaveFocus();
    await waitFor(() =>
      expect(calls.filter(({ call }) => call === moveTo(1)).map(({ body }) => body)).toMatchObject([
        { idList: 2, before: 3 },
        { idList: 2, after: 3, before: 4 },
      ]),
    );
  });

  it('arrows alone go from card to card', async () => {
    at(PATH, some());
    (await link('Handla')).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(await link('Packa')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(await link('Städa')).toHaveFocus();
    expect(titles('Att göra')).toEqual(['Handla', 'Packa']);
  });

  it('into a full list is taken back, with the reason', async () => {
    const lists = [LISTS[0], list(2, 'Pågår', { limit: 2, limitMode: 'hard' })] as Board['lists'];
    at(PATH, { ...some(), lists }, () => ({ [moveTo(1)]: new Refusal(409, 'LIST_LIMIT') }));
    (await link('Handla')).focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() => expect(words()).toContain('Handla flyttades inte. Listan Pågår är full.'));
    expect(titles('Att göra')).toEqual(['Handla', 'Packa']);
    expect(titles('Pågår')).toEqual(['Måla', 'Städa']);
  });

  it('that somebody has deleted says so', async () => {
    at(PATH, some(), () => ({ [moveTo(1)]: new Refusal(404, 'NOT_FOUND') }));
    (await link('Handla')).focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() =>
      expect(words()).toContain('Handla flyttades inte. Kortet finns inte längre på tavlan.'),
    );
  });

  it('among filtered cards counts those that are hidden', async () => {
    const cards = [card(1, 1, 'Handla mat'), card(2, 1, 'Packa'), card(3, 1, 'Handla färg')];
    const { calls } = moving(boardWith(cards), `${PATH}?q=handla`);
    (await link('Handla färg')).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await said('Handla färg flyttad till Att göra, 1 av 3');
    expect(bodyOf(calls, moveTo(3))).toMatchObject({ idList: 1, before: 1 });
  });
});

describe('quick add', () => {
  const adding = (refuse = false) => {
    let next = 20;
    return at(PATH, some(), (held, body) => ({
      'POST /api/v1/boards/4/cards': () => {
        if (refuse) return new Refusal(409, 'LIST_LIMIT');
        next += 1;
        const { idList, txTitle } = body() as Pick<Card, 'idList' | 'txTitle'>;
        return changed(held, { cards: [card(next, idList, txTitle, { orderKey: `z${next}` })] });
      },
    }));
  };
  const field = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Nytt kort i Pågår' }));
    return screen.findByRole('textbox', { name: 'Nytt kort i Pågår' });
  };

  it('adds by Enter, in the order written, and the focus stays', async () => {
    const { calls } = adding();
    const input = await field();
    await screen.findByRole('textbox', { name: 'Nytt kort i Pågår' });
    await userEvent.type(input, 'Ring Karin{Enter}');
    await userEvent.type(input, 'Boka bil{Enter}');
    expect(input).toHaveFocus();
    await waitFor(() =>
      expect(titles('Pågår')).toEqual(['Måla', 'Städa', 'Ring Karin', 'Boka bil']),
    );
    expect(bodyOf(calls, 'POST /api/v1/boards/4/cards')).toEqual({
      idList: 2,
      txTitle: 'Ring Karin',
    });
  });

  it('reads the line as tasks do', async () => {
    const { calls } = adding();
    const input = await field();
    await userEvent.type(input, 'ring Karin imorgon !hög');
    expect(await screen.findByText(/^Tolkas som: Torsdag 26 november/)).toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(bodyOf(calls, 'POST /api/v1/boards/4/cards')).toEqual({
        idList: 2,
        txTitle: 'Ring Karin',
        dueDate: '2026-11-26',
        priority: 3,
      }),
    );
  });

  it('into a full list keeps what was written', async () => {
    adding(true);
    const input = await field();
    await userEvent.type(input, 'Ring Karin{Enter}');
    expect(await screen.findByText('Listan Pågår är full.')).toBeInTheDocument();
    expect(input).toHaveValue('Ring Karin');
  });
});

describe('filters', () => {
  it('stand in the address, and show what fits', async () => {
    const { at: where } = at(
      PATH,
      boardWith([
        card(1, 1, 'Handla', { assignees: [8] }),
        card(2, 1, 'Packa', { labels: ['hem'] }),
      ]),
    );
    await link('Packa');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await userEvent.selectOptions(screen.getByLabelText('Tilldelad'), 'Bo Alm');
    await waitFor(() => expect(titles('Att göra')).toEqual(['Handla']));
    expect(where()).toBe(`/tavla/4?tilldelad=${bo.id}`);
    await userEvent.click(screen.getByRole('button', { name: 'Rensa filter' }));
    await waitFor(() => expect(titles('Att göra')).toEqual(['Handla', 'Packa']));
  });

  it('divide the board into rows by person', async () => {
    at(
      `${PATH}?rad=person`,
      boardWith([card(1, 1, 'Handla', { assignees: [8] }), card(2, 1, 'Packa')]),
    );
    await link('Handla');
    expect(titles('Bo Alm')).toEqual(['Handla']);
    expect(titles('Ingen tilldelad')).toEqual(['Packa']);
  });
});

describe('rows', () => {
  const inRows = () =>
    boardWith(
      [card(1, 1, 'Handla', { assignees: [8] }), card(2, 1, 'Packa', { assignees: [7, 9] })],
      {
        people: [anna, bo, person(9, 'Cia Dahl')],
      },
    );
  const menuOf = async (lane: string, title: string) => {
    const where = await screen.findByRole('region', { name: lane });
    await userEvent.click(within(where).getByRole('button', { name: `Mer om ${title}` }));
    await userEvent.click(screen.getByRole('button', { name: 'Flytta …' }));
    return within(screen.getByRole('dialog', { name: `Flytta ${title}` }));
  };

  it('another one is chosen in the menu: the card changes its person, and keeps its place', async () => {
    const { calls } = moving(inRows(), `${PATH}?rad=person`);
    const menu = await menuOf('Anna Ek', 'Packa');
    await userEvent.click(menu.getByRole('button', { name: 'Bo Alm' }));
    expect(titles('Bo Alm')).toEqual(['Handla', 'Packa']);
    expect(titles('Cia Dahl')).toEqual(['Packa']);
    expect(screen.queryByRole('region', { name: 'Anna Ek' })).toBeNull();
    await said('Packa flyttad till Att göra, 2 av 2, i raden Bo Alm');
    expect(bodyOf(calls, moveTo(2))).toEqual({
      idList: 1,
      after: 1,
      unassign: 7,
      assign: 8,
      clientMoveId: expect.any(String),
    });
  });

  it('without anybody is among them', async () => {
    const { calls } = moving(inRows(), `${PATH}?rad=person`);
    const menu = await menuOf('Bo Alm', 'Handla');
    await userEvent.click(menu.getByRole('button', { name: 'Ingen tilldelad' }));
    expect(titles('Ingen tilldelad')).toEqual(['Handla']);
    expect(bodyOf(calls, moveTo(1))).toMatchObject({ idList: 1, before: 2, unassign: 8 });
  });
});

describe('several cards', () => {
  it('are marked and moved as one', async () => {
    const { calls } = at(PATH, some(), (held) => ({
      'POST /api/v1/boards/4/cards/bulk': () =>
        changed(held, {
          cards: held.board.cards
            .filter(({ idList }) => idList === 1)
            .map((one) => ({ ...one, idList: 3, version: 2 })),
        }),
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Markera flera' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Markera Handla' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Markera Packa' }));
    expect(screen.getByText('2 kort markerade')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Flytta till …' }));
    const dialog = screen.getByRole('dialog', { name: 'Flytta till …' });
    await userEvent.selectOptions(within(dialog).getByLabelText('Lista'), 'Klart');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Flytta till …' }));
    await waitFor(() => expect(titles('Klart')).toEqual(['Handla', 'Packa']));
    expect(bodyOf(calls, 'POST /api/v1/boards/4/cards/bulk')).toEqual({
      act: 'MOVE',
      idTasks: [1, 2],
      idList: 3,
    });
    expect(words()).toContain('2 kort flyttade till Klart');
  });
});

describe('a list', () => {
  it('is changed by its menu: name and limit', async () => {
    const { calls } = at(PATH, some(), (held) => ({
      'PUT /api/v1/boards/4/lists/2': () =>
        changed(held, {
          lists: [list(2, 'På gång', { limit: 3, limitMode: 'hard', version: 2 })],
        }),
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Ändra listan Pågår' }));
    await userEvent.click(screen.getByRole('button', { name: 'Ändra …' }));
    const dialog = screen.getByRole('dialog', { name: 'Ändra listan Pågår' });
    const name = within(dialog).getByLabelText('Namn');
    await userEvent.clear(name);
    await userEvent.type(name, 'På gång');
    const limit = within(dialog).getByLabelText(/^Högst så många kort/);
    await userEvent.clear(limit);
    await userEvent.type(limit, '3');
    await userEvent.selectOptions(
      within(dialog).getByLabelText('När gränsen är nådd'),
      'Fler kort släpps inte in',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    expect(await screen.findByRole('region', { name: 'På gång' })).toHaveTextContent('2 av 3');
    expect(bodyOf(calls, 'PUT /api/v1/boards/4/lists/2')).toEqual({
      name: 'På gång',
      type: 'active',
      status: 'IN_PROGRESS',
      limit: 3,
      limitMode: 'hard',
      version: LISTS[1]?.version,
    });
  });

  it('that another changed meanwhile is not overwritten before that is said', async () => {
    const stands = { ...(LISTS[1] as Board['lists'][0]), name: 'Görs', version: 9 };
    let tries = 0;
    const { calls } = at(PATH, some(), (held) => ({
      'PUT /api/v1/boards/4/lists/2': () => {
        tries += 1;
        return tries === 1
          ? new Refusal(409, 'STALE', undefined, { current: stands })
          : changed(held, { lists: [{ ...stands, name: 'Pågår', version: 10 }] });
      },
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Ändra listan Pågår' }));
    await userEvent.click(screen.getByRole('button', { name: 'Ändra …' }));
    const dialog = screen.getByRole('dialog', { name: 'Ändra listan Pågår' });
    const save = within(dialog).getByRole('button', { name: 'Spara' });
    await userEvent.click(save);
    await within(dialog).findByText('Nej.');
    await userEvent.click(save);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const sent = calls.filter(({ call }) => call === 'PUT /api/v1/boards/4/lists/2');
    expect(sent.map(({ body }) => (body as { version: number }).version)).toEqual([
      LISTS[1]?.version,
      9,
    ]);
  });

  it('goes one place to the right', async () => {
    const { calls } = at(PATH, some(), (held) => ({
      'PUT /api/v1/boards/4/lists/1': () =>
        changed(held, {
          lists: [{ ...(LISTS[0] as Board['lists'][0]), orderKey: 'k25', version: 2 }],
        }),
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Ändra listan Att göra' }));
    await userEvent.click(screen.getByRole('button', { name: 'Flytta åt höger' }));
    await said('Listan Att göra är nu 2 av 3');
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Pågår',
      'Att göra',
      'Klart',
    ]);
    expect(bodyOf(calls, 'PUT /api/v1/boards/4/lists/1')).toMatchObject({ after: 2 });
  });
});
