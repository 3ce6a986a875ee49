/** The list of boards, what makes one, a board's settings; and what is pure of a board's view. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '@/test/world.ts';
import { fits, lanesOf } from './filters.ts';
import { anna, at, bo, boardWith, card, LISTS, NOW, signedInBefore } from './samples.ts';
import { columnsOf, moved, placeFor, placeOf, stepFrom } from './view.ts';

signedInBefore();

const head = (idBoard: number, name: string, more = {}) => ({
  idBoard,
  name,
  idEntity: null,
  role: 'owner',
  version: 1,
  archived: null,
  cards: 3,
  ...more,
});
const bodyOf = (calls: { call: string; body: unknown }[], wanted: string) =>
  calls.find(({ call }) => call === wanted)?.body;

describe('the list of boards', () => {
  it('has mine and those of my organisations, archived ones folded', async () => {
    at('/tavlor', boardWith([]), () => ({
      'GET /api/v1/boards': {
        content: [head(4, 'Flytten'), head(5, 'Gammal', { archived: '2026-01-01T00:00:00Z' })],
      },
    }));
    const [mine] = await screen.findAllByRole('list', { name: 'Mina tavlor' });
    expect(within(mine as HTMLElement).getByRole('link')).toHaveAttribute('href', '/tavla/4');
    expect(mine).toHaveTextContent('3 kort');
    const [folded] = screen.getAllByText('1 arkiverad tavla');
    expect(folded?.closest('details')).not.toHaveAttribute('open');
    expect(await screen.findByRole('list', { name: 'Tavlor – Björkens IF' })).toBeInTheDocument();
  });

  it('that is empty says what a board is', async () => {
    at('/tavlor', boardWith([]), () => ({
      'GET /api/v1/me/entities': { content: [], page: 0, size: 50, hasMore: false },
    }));
    expect(await screen.findByText('Inga tavlor än')).toBeInTheDocument();
  });

  it('makes one of a template for an organisation', async () => {
    const made = boardWith([], { name: 'Cupen' });
    const { calls, at: where } = at('/tavlor?ny=3', made, () => ({
      'POST /api/v1/boards': made,
    }));
    const dialog = await screen.findByRole('dialog', { name: 'Ny tavla' });
    expect(await within(dialog).findByLabelText('Hör till')).toHaveValue('3');
    await userEvent.type(within(dialog).getByLabelText('Namn'), 'Cupen');
    await userEvent.click(within(dialog).getByRole('radio', { name: /^Cup/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skapa tavlan' }));
    expect(within(dialog).getByText(/^Skriv ett datum/)).toBeInTheDocument();
    const date = () => within(dialog).getByLabelText('När cupen spelas');
    // The calendar beside it has come.
    await waitFor(() => expect(date()).not.toHaveAttribute('readonly'));
    await userEvent.type(date(), '2027-03-20');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skapa tavlan' }));
    await waitFor(() => expect(where()).toBe('/tavla/4'));
    expect(bodyOf(calls, 'POST /api/v1/boards')).toEqual({
      name: 'Cupen',
      idEntity: 3,
      entityRole: 'editor',
      template: 'CUP',
      date: '2027-03-20',
    });
  });
});

describe('the settings of a board', () => {
  const members = [
    { user: anna, role: 'owner' as const },
    { user: bo, role: 'viewer' as const },
  ];
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Inställningar' }));
    return screen.findByRole('dialog', { name: 'Inställningar för tavlan' });
  };

  it('say who may do what', async () => {
    const { calls } = at('/tavla/4', boardWith([], { members }), (held) => ({
      'PUT /api/v1/boards/4': () => held.board,
    }));
    const dialog = await open();
    await userEvent.selectOptions(within(dialog).getByLabelText('Roll för Bo Alm'), 'Kan ändra');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(bodyOf(calls, 'PUT /api/v1/boards/4')).toEqual({
      name: 'Flytten',
      txDescription: '',
      entityRole: null,
      members: [
        { idAuthUser: 7, role: 'owner' },
        { idAuthUser: 8, role: 'editor' },
      ],
      settingsVersion: 3,
    });
  });

  it('ask before a board is deleted', async () => {
    const { calls, at: where } = at('/tavla/4', boardWith([], { members }), () => ({
      'DELETE /api/v1/boards/4': undefined,
    }));
    const dialog = await open();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ta bort tavlan' }));
    const question = await screen.findByRole('dialog', { name: 'Ta bort tavlan?' });
    expect(calls.map(({ call }) => call)).not.toContain('DELETE /api/v1/boards/4');
    await userEvent.click(within(question).getByRole('button', { name: 'Ta bort tavlan' }));
    await waitFor(() => expect(where()).toBe('/tavlor'));
  });

  it('that are refused say why and keep what was written', async () => {
    at('/tavla/4', boardWith([], { members }), () => ({
      'PUT /api/v1/boards/4': new Refusal(403, 'ROLE_TOO_LOW'),
    }));
    const dialog = await open();
    const name = within(dialog).getByLabelText('Namn');
    await userEvent.type(name, ' 2');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    expect(await within(dialog).findByText('Nej.')).toBeInTheDocument();
    expect(name).toHaveValue('Flytten 2');
  });
});

describe('a card that is moved', () => {
  const columns = columnsOf({
    lists: LISTS,
    cards: [1, 2, 3, 4, 5, 6].map((id) => card(id, id < 4 ? 1 : 2, `Kort ${id}`)),
  });
  const ids = (all: typeof columns) => all.map(({ cards }) => cards.map(({ idTask }) => idTask));

  it('stands where its neighbours say, and goes back to where it was', () => {
    const one = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(one, one, fc.constantFrom('before', 'after'), (idTask, over, side) => {
        fc.pre(idTask !== over);
        const column = columns.find(({ cards }) => cards.some((each) => each.idTask === over));
        if (!column) throw new Error('no such card');
        const place = placeFor(column, idTask, { over, side });
        const back = placeOf(columns, idTask);
        const then = moved(columns, { idTask, idList: column.list.idList, ...place });
        const list = ids(then).find((some) => some.includes(idTask)) ?? [];
        expect(ids(then).flat().sort()).toEqual([1, 2, 3, 4, 5, 6]);
        expect(list.indexOf(idTask) - list.indexOf(over)).toBe(side === 'after' ? 1 : -1);
        if (back) expect(ids(moved(then, back))).toEqual(ids(columns));
      }),
    );
  });

  it('beside one that is gone stands by the other, else last', () => {
    const move = { idTask: 1, idList: 2 };
    expect(ids(moved(columns, { ...move, after: 99, before: 5 }))[1]).toEqual([4, 1, 5, 6]);
    expect(ids(moved(columns, { ...move, after: 99, before: 98 }))[1]).toEqual([4, 5, 6, 1]);
  });

  it('has no step beyond the ends', () => {
    expect(stepFrom(columns, 1, 'up')).toBeNull();
    expect(stepFrom(columns, 1, 'first')).toBeNull();
    expect(stepFrom(columns, 3, 'down')).toBeNull();
    expect(stepFrom(columns, 1, 'left')).toBeNull();
    expect(stepFrom(columns, 3, 'right')).toEqual({
      idList: 2,
      near: { over: 6, side: 'before' },
    });
  });
});

describe('what is shown', () => {
  const clock = { now: NOW, today: '2026-11-25' };
  const none = { assignee: null, label: '', text: '', due: null };

  it.each([
    ['late', { dueDate: '2026-11-24' }, true],
    ['late', { dueDate: '2026-11-25' }, false],
    ['late', { dueDate: '2026-11-24', status: 'DONE' }, false],
    ['today', { dueDate: '2026-11-25' }, true],
    ['week', { dueDate: '2026-11-29' }, true],
    ['week', { dueDate: '2026-11-30' }, false],
    ['none', {}, true],
  ] as const)('due %s: %o is %s', (due, more, expected) => {
    expect(fits(card(1, 1, 'Handla', more), { ...none, due }, clock)).toBe(expected);
  });

  it('is found by each word of title and labels, whatever the case', () => {
    const one = card(1, 1, 'Handla Färg', { labels: ['Hem'] });
    expect(fits(one, { ...none, text: 'färg hem' }, clock)).toBe(true);
    expect(fits(one, { ...none, text: 'färg bil' }, clock)).toBe(false);
  });

  it('in rows: a card of two stands in both, without any last', () => {
    const cards = [card(1, 1, 'A', { labels: ['ö', 'a'] }), card(2, 1, 'B')];
    const lanes = lanesOf(columnsOf({ lists: LISTS, cards }), 'label', []);
    expect(lanes.map(({ name, count }) => [name, count])).toEqual([
      ['a', 1],
      ['ö', 1],
      ['Utan etikett', 1],
    ]);
  });
});
