/** Groups of which any bookable is as good: for who books, and for who manages them. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal } from '@/test/world.ts';
import BookPage from './BookPage.tsx';
import GroupsPage from './GroupsPage.tsx';
import { stepped } from './groups.ts';
import { bookables, booking, button, hall, signedInBefore, slotAt } from './samples.ts';
import type { Bookable, BookableGroup, Bookables } from './types.ts';

signedInBefore();

const room = (idBookable: number, name: string, more: Partial<Bookable> = {}): Bookable => ({
  ...hall,
  idBookable,
  name,
  maxLength: 180,
  ...more,
});
const rooms = [room(4, 'Sal A'), room(5, 'Sal B'), room(6, 'Förrådet', { status: 0 })];
const group: BookableGroup = {
  idGroup: 2,
  idEntity: 3,
  name: 'Valfri ledig sal',
  bookables: [5, 4],
  version: 7,
};

const at = (path: string, answers: Answers = {}, abilities: Bookables['abilities'] = []) => {
  const calls = network({
    'GET /api/v1/entities/3/bookables': bookables(rooms, abilities),
    'GET /api/v1/entities/3/bookable-groups': { content: [group] },
    'GET /api/v1/bookable-groups/2/slots': {
      idGroup: 2,
      content: [slotAt(12), slotAt(14, { free: false }), slotAt(16)],
    },
    ...answers,
  });
  const view = draw(
    <Routes>
      <Route path="/:entitySlug/boka" element={<BookPage />} />
      <Route path="/settings/resources/groups" element={<GroupsPage />} />
      <Route path="*" element={<h1>Annan sida</h1>} />
    </Routes>,
    path,
  );
  const sent = (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body);
  return { ...view, calls, sent };
};

describe('who books', () => {
  const HOLD = 'POST /api/v1/bookable-groups/2/hold';
  const RELEASE = 'DELETE /api/v1/bookables/5/hold/77';
  const quote = { price: 0, vat: 0, lines: [], terms: { share: 0 } };
  const held = { holdId: 77, idBookable: 5, expiresAt: '2026-11-25T09:04:32.000Z', price: 0 };
  const usual: Answers = {
    [HOLD]: held,
    [RELEASE]: undefined,
    'POST /api/v1/booking/quote': quote,
    // Sal B is taken at half past one: of the group only half an hour of it is left.
    'GET /api/v1/bookables/5/slots': {
      idBookable: 5,
      content: [slotAt(12, { latest: '2026-11-27T12:30:00.000Z' })],
    },
  };
  const open = async (answers: Answers = {}) => {
    const view = at('/bjorkens-if/boka?group=2&date=2026-11-27', { ...usual, ...answers });
    await userEvent.click(await button(/^13:00/));
    return view;
  };

  it('finds groups first, with what they contain', async () => {
    at('/bjorkens-if/boka');
    const [first] = within(await screen.findByRole('list')).getAllByRole('link');
    expect(first).toHaveAttribute('href', '/bjorkens-if/boka?group=2');
    expect(first).toHaveTextContent('Valfri ledig sal');
    expect(first).toHaveTextContent('Du får den som är ledig: Sal B eller Sal A.');
  });

  it('finds no group of which nothing can be booked', async () => {
    at('/bjorkens-if/boka', {
      'GET /api/v1/entities/3/bookables': bookables([
        ...rooms.map((one) => ({ ...one, status: 2 })),
        room(9, 'Bastun'),
      ]),
    });
    expect(await screen.findByRole('link', { name: /Bastun/ })).toBeInTheDocument();
    expect(screen.queryByText('Valfri ledig sal')).not.toBeInTheDocument();
  });

  it('may book one by one where groups cannot be fetched', async () => {
    at('/bjorkens-if/boka', { 'GET /api/v1/entities/3/bookable-groups': new Refusal(500) });
    expect(await screen.findByRole('link', { name: /Sal A/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Försök igen' })).toBeInTheDocument();
  });

  it('is told that a group is gone', async () => {
    at('/bjorkens-if/boka?group=99');
    expect(await screen.findByText('Det finns inte att boka')).toBeInTheDocument();
  });

  it('holds once, sees which one it became, and books that', async () => {
    const { calls, sent } = await open({ 'POST /api/v1/booking': booking({ idBookable: 5 }) });
    const dialog = await screen.findByRole('dialog', { name: 'Boka Sal B' });
    // Half an hour, as long as Sal B is free, whatever the group has.
    expect(dialog).toHaveTextContent('Fredag 27 november 13:00–13:30');
    expect(within(dialog).queryByLabelText('Slutar')).not.toBeInTheDocument();
    await within(dialog).findByText('Tiden hålls för dig i 4:32');
    await within(dialog).findByText('Gratis');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Boka' }));
    await userEvent.click(await button('Klar'));
    expect(sent(HOLD)).toEqual([
      { start: '2026-11-27T12:00:00.000Z', end: '2026-11-27T12:30:00.000Z' },
    ]);
    expect(sent('POST /api/v1/booking')).toEqual([
      expect.objectContaining({ holdId: 77, idBookable: 5 }),
    ]);
    const holds = calls.map(({ call }) => call).filter((call) => call.includes('/hold'));
    expect(holds).toEqual([HOLD]);
  });

  it('books a series in another of the group where the one that is held is not free each time', async () => {
    const conflicts = [
      { start: '2026-12-04T12:00:00.000Z', end: '2026-12-04T12:30:00.000Z', code: 'OVERLAP' },
    ];
    const made = (idReservationExclusive: number, start: string) =>
      booking({ idReservationExclusive, idBookable: 4, bookableName: 'Sal A', start });
    const series = [made(1, '2026-11-27T12:00:00.000Z'), made(2, '2026-12-04T12:00:00.000Z')];
    const answers = [
      new Refusal(409, 'OVERLAP', undefined, { conflicts, canSkip: true }),
      { idSeries: 9, booked: series, skipped: [] },
    ];
    const { calls, sent } = await open({ 'POST /api/v1/booking': () => answers.shift() });
    const dialog = await screen.findByRole('dialog', { name: 'Boka Sal B' });
    await userEvent.selectOptions(within(dialog).getByLabelText('Upprepa'), 'Varje vecka');
    expect(dialog).toHaveTextContent('Alla gånger bokas i samma: Sal B, eller en annan');
    const until = () => within(dialog).getByLabelText('Till och med');
    // Its calendar arrives a moment later.
    await waitFor(() => expect(until()).not.toHaveAttribute('readonly'));
    await userEvent.clear(until());
    await userEvent.type(until(), '2026-12-04');
    await within(dialog).findByText('Gratis');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Boka' }));
    const booked = await screen.findByRole('dialog', { name: '2 bokningar gjorda' });
    expect(booked).toHaveTextContent('Sal A');
    const [first, second] = sent('POST /api/v1/booking');
    expect(first).toMatchObject({ holdId: 77, idBookable: 5, skipConflicts: false });
    expect(second).toMatchObject({ idGroup: 2, rrule: 'FREQ=WEEKLY;COUNT=2' });
    expect(second).not.toHaveProperty('holdId');
    // What was held of Sal B is given back.
    await waitFor(() => expect(calls.some(({ call }) => call === RELEASE)).toBe(true));
  });

  it('gives back once what was held when it is left', async () => {
    const { sent } = await open();
    const dialog = await screen.findByRole('dialog', { name: 'Boka Sal B' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(sent(RELEASE)).toHaveLength(1));
    // Then the week is asked for anew; nothing is held or given back a second time.
    await waitFor(() =>
      expect(sent('GET /api/v1/bookable-groups/2/slots').length).toBeGreaterThan(1),
    );
    expect([sent(HOLD).length, sent(RELEASE).length]).toEqual([1, 1]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('gives back what is held only after it was left', async () => {
    let answer = (_: unknown) => {};
    const { sent } = await open({ [HOLD]: () => new Promise((done) => (answer = done)) });
    const dialog = await screen.findByRole('dialog', { name: 'Boka Valfri ledig sal' });
    expect(within(dialog).getByRole('status')).toHaveTextContent('Letar efter en ledig …');
    await waitFor(() => expect(sent(HOLD)).toHaveLength(1));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    answer(held);
    await waitFor(() => expect(sent(RELEASE)).toHaveLength(1));
  });

  it('is offered the nearest times of the group where all are taken', async () => {
    let isFull = true;
    const { sent } = await open({ [HOLD]: () => (isFull ? new Refusal(409, 'OVERLAP') : held) });
    const dialog = await screen.findByRole('dialog', { name: 'Boka Valfri ledig sal' });
    const said = await within(dialog).findByText(/Tiden hann bli bokad/);
    expect(said).toHaveAttribute('role', 'alert');
    isFull = false;
    await userEvent.click(
      await within(dialog).findByRole('button', { name: 'Fredag 27 november 17:00–17:30' }),
    );
    expect(await screen.findByRole('dialog', { name: 'Boka Sal B' })).toBeInTheDocument();
    expect(sent(HOLD).at(-1)).toEqual({
      start: '2026-11-27T16:00:00.000Z',
      end: '2026-11-27T16:30:00.000Z',
    });
  });

  it('is told why nothing of it is held', async () => {
    await open({ [HOLD]: new Refusal(409, 'QUOTA') });
    const dialog = await screen.findByRole('dialog', { name: 'Boka Valfri ledig sal' });
    expect(await within(dialog).findByText('Nej.')).toBeInTheDocument();
  });
});

describe('who manages', () => {
  const page = (answers: Answers = {}) =>
    at('/settings/resources/groups?organization=3', answers, ['MANAGE']);
  const CHANGE = 'PUT /api/v1/bookable-groups/2';

  it('is told what a group is where there is none', async () => {
    page({ 'GET /api/v1/entities/3/bookable-groups': { content: [] } });
    expect(await screen.findByText('Inga grupper än')).toBeInTheDocument();
  });

  it('puts up a first resource before a group', async () => {
    page({ 'GET /api/v1/entities/3/bookables': bookables([], ['MANAGE']) });
    expect(await screen.findByRole('link', { name: 'Ny resurs' })).toHaveAttribute(
      'href',
      '/settings/resources/new?organization=3',
    );
  });

  it('is somebody who may', async () => {
    at('/settings/resources/groups?organization=3');
    expect(await screen.findByText('Du sköter inte resurserna här')).toBeInTheDocument();
  });

  it('makes one of a name and resources, in an order', async () => {
    const { sent } = page({ 'POST /api/v1/bookable-groups': group });
    await userEvent.click(await button('Ny grupp'));
    const dialog = screen.getByRole('dialog', { name: 'Ny grupp' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Lägg upp' }));
    expect(await within(dialog).findByText('Skriv ett namn.')).toBeInTheDocument();
    expect(within(dialog).getByText('Välj minst en resurs.')).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Namn')).toHaveFocus();
    await userEvent.type(within(dialog).getByLabelText('Namn'), ' Valfri  sal ');
    for (const name of ['Sal B', 'Förrådet', 'Sal A']) {
      await userEvent.click(within(dialog).getByRole('checkbox', { name }));
    }
    await userEvent.click(within(dialog).getByRole('button', { name: 'Flytta upp Sal A' }));
    await userEvent.keyboard('{Enter}');
    // At the top there is no way further up: the focus stays in its row.
    expect(within(dialog).getByRole('button', { name: 'Flytta ned Sal A' })).toHaveFocus();
    expect(within(dialog).getByText('Sal A är nummer 1 av 3.')).toHaveAttribute('role', 'status');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Förrådet' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Lägg upp' }));
    await waitFor(() => expect(toasts().at(-1)?.message).toBe('Gruppen är sparad'));
    expect(sent('POST /api/v1/bookable-groups')).toEqual([
      { idEntity: 3, name: 'Valfri sal', bookables: [4, 5] },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('sees what stands where somebody else was first', async () => {
    let stands = group;
    const { sent } = page({
      'GET /api/v1/entities/3/bookable-groups': () => ({ content: [stands] }),
      [CHANGE]: () => (stands === group ? new Refusal(409, 'STALE') : stands),
    });
    await userEvent.click(await button('Ändra Valfri ledig sal'));
    const dialog = screen.getByRole('dialog', { name: 'Ändra Valfri ledig sal' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Flytta ned Sal B' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    expect(await within(dialog).findByText(/^Någon annan har ändrat gruppen/)).toBeInTheDocument();
    expect(sent(CHANGE)).toEqual([
      { idEntity: 3, name: 'Valfri ledig sal', bookables: [4, 5], version: 7 },
    ]);
    stands = { ...group, name: 'Banorna', version: 8 };
    await userEvent.click(within(dialog).getByRole('button', { name: 'Visa det som gäller' }));
    const now = await screen.findByRole('dialog', { name: 'Ändra Banorna' });
    await userEvent.click(within(now).getByRole('button', { name: 'Spara' }));
    await waitFor(() => expect(sent(CHANGE)).toHaveLength(2));
    expect(sent(CHANGE).at(-1)).toMatchObject({ name: 'Banorna', version: 8 });
  });

  it('removes one after a question', async () => {
    const { sent } = page({ 'DELETE /api/v1/bookable-groups/2': undefined });
    await userEvent.click(await button('Ta bort Valfri ledig sal'));
    const dialog = screen.getByRole('dialog', { name: 'Ta bort Valfri ledig sal?' });
    expect(sent('DELETE /api/v1/bookable-groups/2')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ta bort' }));
    await waitFor(() => expect(toasts().at(-1)?.message).toBe('Gruppen är borttagen'));
    expect(sent('DELETE /api/v1/bookable-groups/2')).toHaveLength(1);
  });
});

it.each([
  [1, -1, [5, 4, 6]],
  [1, 1, [4, 6, 5]],
  [0, -1, [4, 5, 6]],
  [2, 1, [4, 5, 6]],
] as const)('number %i of an order moved by %i', (n, step, expected) => {
  expect(stepped([4, 5, 6], n, step)).toEqual(expected);
});
