/** On the page of a task: the board it lies on, or the way onto one. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { draw } from '@/test/page.tsx';
import { type Answers, network, Refusal } from '@/test/world.ts';
import BoardOfTask from './BoardOfTask.tsx';
import { boardWith, LISTS, signedInBefore } from './samples.ts';

signedInBefore();

const head = (idBoard: number, name: string, more = {}) => ({
  idBoard,
  name,
  idEntity: null,
  role: 'owner',
  version: 1,
  archived: null,
  cards: 0,
  ...more,
});

function at(idBoard: number | null, answers: Answers) {
  const onMoved = vi.fn();
  const calls = network({ 'GET /api/v1/boards/4': boardWith([]), ...answers });
  draw(
    <BoardOfTask idTask={7} idEntity={null} idBoard={idBoard} mayEdit={true} onMoved={onMoved} />,
  );
  return { calls, onMoved };
}

const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Lägg på en tavla' }));
  return screen.findByRole('dialog', { name: 'Lägg på en tavla' });
};

describe('a task that lies on a board', () => {
  it('leads to it by its name', async () => {
    at(4, { 'GET /api/v1/boards': { content: [head(4, 'Flytten')] } });
    expect(await screen.findByRole('link', { name: 'Flytten' })).toHaveAttribute(
      'href',
      '/tavla/4',
    );
  });
});

describe('a task that lies on no board', () => {
  it('is put into a list of one that its reader may change', async () => {
    const { calls, onMoved } = at(null, {
      'GET /api/v1/boards': {
        content: [
          head(2, 'Läses', { role: 'viewer' }),
          head(3, 'Gammal', { archived: '2026-01-01T00:00:00Z' }),
          head(4, 'Flytten', { role: 'editor' }),
        ],
      },
      'POST /api/v1/boards/4/cards': {
        idBoard: 4,
        from: 10,
        version: 11,
        cards: [],
        removedCards: [],
        lists: [],
        removedLists: [],
        people: [],
      },
    });
    const dialog = await open();
    const boards = await within(dialog).findByLabelText('Tavla');
    expect(
      within(boards)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Flytten']);
    const [, second] = LISTS;
    await userEvent.selectOptions(
      await within(dialog).findByLabelText('Lista'),
      second?.name ?? '',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Lägg på tavlan' }));
    await waitFor(() => expect(onMoved).toHaveBeenCalledOnce());
    const sent = calls.find(({ call }) => call === 'POST /api/v1/boards/4/cards')?.body;
    expect(sent).toEqual({ idList: second?.idList, idTask: 7 });
  });

  it('says why the server refuses it, and stays', async () => {
    const { onMoved } = at(null, {
      'GET /api/v1/boards': { content: [head(4, 'Flytten')] },
      'POST /api/v1/boards/4/cards': () =>
        new Refusal(409, 'LIST_LIMIT', undefined, { message: 'Listan är full.' }),
    });
    const dialog = await open();
    await within(dialog).findByLabelText('Lista');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Lägg på tavlan' }));
    expect(await within(dialog).findByText('Listan är full.')).toBeInTheDocument();
    expect(onMoved).not.toHaveBeenCalled();
  });

  it('is led to making one where there is none', async () => {
    at(null, { 'GET /api/v1/boards': { content: [] } });
    const dialog = await open();
    expect(await within(dialog).findByRole('link', { name: 'Ny tavla' })).toHaveAttribute(
      'href',
      '/tavlor?ny',
    );
  });
});
