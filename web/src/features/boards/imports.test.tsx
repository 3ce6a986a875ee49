/** A board of a file: chosen, looked at, taken; and boards as files. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '@/test/world.ts';
import { MOST_BYTES } from './files.ts';
import { at, boardWith, signedInBefore } from './samples.ts';

signedInBefore();

const PREVIEW = 'POST /api/v1/boards/import/preview';
const BEGIN = 'POST /api/v1/boards/import';
const LOOK = 'GET /api/v1/boards/imports/71';

const preview = (more = {}) => ({
  source: 'TRELLO',
  txName: 'Klassresa',
  lists: [
    { txName: 'Först', cards: 2 },
    { txName: 'Sedan', cards: 1 },
  ],
  cards: 3,
  checklistItems: 4,
  labels: ['Resa'],
  notTaken: [{ what: 'Bilagor', count: 2, why: 'Filer följer inte med i exporten.' }],
  people: [
    { name: 'Anna Ek', idUser: 7 },
    { name: 'Okänd', idUser: null },
  ],
  ...more,
});
const how = (more = {}) => ({
  status: 'DONE',
  done: 3,
  total: 3,
  idBoard: 4,
  notTaken: [],
  code: null,
  ...more,
});
const file = () => new File(['{"lists":[],"cards":[]}'], 'klassresa.json');

async function opened(answers: Record<string, unknown>) {
  const page = at('/tavlor', boardWith([]), () => answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Importera' }));
  const dialog = await screen.findByRole('dialog', { name: 'Importera en tavla' });
  const choose = async (chosen: File) =>
    userEvent.upload(within(dialog).getByLabelText('Välj fil', { selector: 'input' }), chosen);
  return { ...page, dialog, choose };
}

describe('the import of a board', () => {
  it('shows what a file would become and what does not come with', async () => {
    const { dialog, choose, calls } = await opened({ [PREVIEW]: preview() });
    expect(within(dialog).queryByRole('button', { name: 'Importera' })).toBeNull();
    await choose(file());
    expect(await within(dialog).findByRole('heading', { name: 'Klassresa' })).toBeInTheDocument();
    expect(dialog).toHaveTextContent(
      'Från Trello · 3 kort i 2 listor · 4 rader i checklistor · 1 etikett',
    );
    expect(within(dialog).getByRole('list', { name: 'Listor' })).toHaveTextContent('Först2 kort');
    expect(dialog).toHaveTextContent('Får sina kort: Anna Ek');
    expect(within(dialog).getByRole('list', { name: 'Kommer inte med' })).toHaveTextContent(
      'Bilagor (2) Filer följer inte med i exporten.',
    );
    expect(calls.some(({ call }) => call === BEGIN)).toBe(false);
  });

  it('is begun, followed, and leads to the board', async () => {
    let asked = 0;
    const { dialog, choose } = await opened({
      [PREVIEW]: preview(),
      [BEGIN]: { idImport: 71 },
      [LOOK]: () => {
        asked += 1;
        return asked < 2 ? how({ status: 'RUNNING', done: 1, idBoard: null }) : how();
      },
    });
    await choose(file());
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Importera' }));
    const running = await screen.findByText(/^1 av 3 kort/);
    expect(running).toHaveTextContent('Du kan stänga fönstret');
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '1');
    const way = await screen.findByRole('link', { name: 'Öppna tavlan' }, { timeout: 3_000 });
    expect(way).toHaveAttribute('href', '/tavla/4');
    expect(screen.getByRole('status')).toHaveTextContent('Tavlan är importerad');
  });

  it('of a file that cannot be read says why, and another can be chosen', async () => {
    let isBad = true;
    const { dialog, choose } = await opened({
      [PREVIEW]: () => (isBad ? new Refusal(422, 'IMPORT_UNREADABLE') : preview()),
    });
    await choose(file());
    expect(await within(dialog).findByRole('alert')).not.toBeEmptyDOMElement();
    expect(within(dialog).queryByRole('button', { name: 'Importera' })).toBeNull();
    isBad = false;
    await choose(file());
    expect(await within(dialog).findByText('Klassresa')).toBeInTheDocument();
    expect(within(dialog).queryByRole('alert')).toBeNull();
  });

  it('of a file that is too large asks nobody', async () => {
    const { dialog, choose, calls } = await opened({});
    const large = file();
    vi.spyOn(large, 'size', 'get').mockReturnValue(MOST_BYTES + 1);
    await choose(large);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('högst 16 MB');
    expect(calls.some(({ call }) => call === PREVIEW)).toBe(false);
  });

  it('for an organisation is looked at anew, for its people are others', async () => {
    const { dialog, choose, calls } = await opened({ [PREVIEW]: preview() });
    await choose(file());
    await within(dialog).findByText('Klassresa');
    await userEvent.selectOptions(await within(dialog).findByLabelText('Hör till'), 'Björkens IF');
    await waitFor(() => expect(calls.filter(({ call }) => call === PREVIEW)).toHaveLength(2));
    expect(await within(dialog).findByText('Klassresa')).toBeInTheDocument();
  });

  it('that fails says what to do', async () => {
    const { dialog, choose } = await opened({
      [PREVIEW]: preview({ cards: 0, lists: [{ txName: 'Först', cards: 0 }] }),
      [BEGIN]: { idImport: 71 },
      [LOOK]: how({ status: 'FAILED', code: 'BOARD_FULL' }),
    });
    await choose(file());
    expect(await within(dialog).findByText(/^Det finns inga kort i filen/)).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Importera' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Tavlan är full: högst 10 000 kort.',
    );
    expect(screen.queryByRole('link', { name: 'Öppna tavlan' })).toBeNull();
  });
});

it('a board is exported as either kind', async () => {
  at('/tavla/4', boardWith([]));
  await userEvent.click(await screen.findByRole('button', { name: 'Exportera' }));
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(
    expect.arrayContaining([
      '/api/v1/boards/4/export?format=json',
      '/api/v1/boards/4/export?format=csv',
    ]),
  );
});
