/** A quiz for who writes it: questions, a colleague's save, files, results, grading. */
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readStored } from '@/lib/storage.ts';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal, signIn, signOut } from '@/test/world.ts';
import EditCoursePage from '../edit/EditCoursePage.tsx';
import { course, lesson, outline, outlined } from '../samples.ts';
import { attempt, QUESTIONS, row, written } from './samples.ts';

beforeEach(() => signIn());
afterEach(() => {
  notifications.clean();
  signOut();
});

const base: Answers = {
  'GET /api/v1/courses/1': course({ abilities: ['EDIT', 'PUBLISH'], status: 'DRAFT' }),
  'GET /api/v1/courses/1/modules': outline([[outlined(12, { kind: 'QUIZ' })]]),
  'GET /api/v1/lessons/12': lesson(12, { kind: 'QUIZ', title: 'Provet', body: '' }),
  'GET /api/v1/quiz/12': written(),
};

function opened(answers: Answers = {}, more = '') {
  const calls = network({ ...base, ...answers });
  const view = draw(
    <Routes>
      <Route path="/klyftig/admin/redigera/:courseId" element={<EditCoursePage />} />
    </Routes>,
    `/klyftig/admin/redigera/1?lektion=12${more}`,
  );
  return {
    ...view,
    bodyOf: (call: string) => calls.findLast((one) => one.call === call)?.body,
    count: (call: string) => calls.filter((one) => one.call === call).length,
  };
}

const questions = () =>
  within(screen.getByRole('list', { name: 'Provets frågor' }))
    .getAllByRole('button', { expanded: false })
    .map(({ textContent }) => textContent);
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Spara provet' }));

describe('the editor of a quiz', () => {
  it('adds a question, and sends the whole with its key over the version that was read', async () => {
    const { bodyOf } = opened({ 'PUT /api/v1/quiz/12': written({ version: 4 }) });
    const adding = await screen.findByRole('group', { name: 'Lägg till en fråga' });
    fireEvent.click(within(adding).getByRole('button', { name: 'Ett rätt svar' }));
    const field = screen.getByRole('textbox', { name: 'Frågans text' });
    await waitFor(() => expect(field).toHaveFocus());
    fireEvent.change(field, { target: { value: 'Ett plus ett?' } });
    for (const [n, text] of ['Två', 'Tre'].entries()) {
      fireEvent.change(screen.getByRole('textbox', { name: `Alternativ ${n + 1}` }), {
        target: { value: text },
      });
    }
    expect(screen.getByText('Det finns ändringar som inte är sparade')).toBeInTheDocument();
    save();
    // Nothing is sent before it says which one is right.
    expect(await screen.findByText('Markera vilket alternativ som är rätt.')).toBeInTheDocument();
    expect(bodyOf('PUT /api/v1/quiz/12')).toBeUndefined();
    fireEvent.click(screen.getByRole('radio', { name: 'Alternativ 1 är rätt' }));
    save();
    await waitFor(() => expect(bodyOf('PUT /api/v1/quiz/12')).toBeDefined());
    expect(bodyOf('PUT /api/v1/quiz/12')).toMatchObject({
      version: 3,
      questions: [
        ...QUESTIONS,
        {
          id: 6,
          type: 'SINGLE',
          text: 'Ett plus ett?',
          marks: 1,
          options: [
            { id: 7, text: 'Två' },
            { id: 8, text: 'Tre' },
          ],
        },
      ],
      key: [{ question: 1 }, { question: 4 }, { question: 6, options: [7] }],
    });
    await waitFor(() => expect(toasts()[0]?.message).toBe('Provet är sparat'));
  });

  it('moves a question by a button and by keys, and says that one is removed', async () => {
    opened();
    fireEvent.click(await screen.findByRole('button', { name: 'Flytta ner fråga 1' }));
    expect(screen.getByText('Frågan är flyttad: plats 2 av 3')).toBeInTheDocument();
    fireEvent.keyDown(screen.getByRole('button', { name: /^Fråga 2 Vilken färg/ }), {
      key: 'ArrowDown',
      altKey: true,
    });
    expect(questions().map((text) => text?.slice(0, 16))).toEqual([
      'Fråga 1 Vad hete',
      'Fråga 2 Berätta ',
      'Fråga 3 Vilken f',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Ta bort fråga 2' }));
    expect(questions()).toHaveLength(2);
    await waitFor(() => expect(toasts()[0]).toBeDefined());
  });

  it('shows a colleague’s quiz, and saves one’s own over it when told to', async () => {
    const theirs = written({
      version: 9,
      nextId: 7,
      questions: [...QUESTIONS, { id: 6, type: 'OPEN', text: 'Kollegans', marks: 1, options: [] }],
    });
    let isStale = true;
    const { bodyOf, count } = opened({
      'PUT /api/v1/quiz/12': () => {
        if (!isStale) return written({ version: 10 });
        return new Refusal(409, 'STALE', undefined, { current: theirs });
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Ta bort fråga 1' }));
    save();
    const dialog = await screen.findByRole('dialog', { name: 'Någon annan har ändrat provet' });
    expect(within(dialog).getByText('Kollegans')).toBeInTheDocument();
    expect(count('PUT /api/v1/quiz/12')).toBe(1);
    isStale = false;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Spara mitt prov' }));
    await waitFor(() => expect(count('PUT /api/v1/quiz/12')).toBe(2));
    expect(bodyOf('PUT /api/v1/quiz/12')).toMatchObject({
      version: 9,
      questions: [{ id: 4 }, { id: 5 }],
    });
  });

  it('keeps what is not saved on the device until it is', async () => {
    const { unmount } = opened();
    fireEvent.click(await screen.findByRole('button', { name: 'Ta bort fråga 1' }));
    unmount();
    opened({ 'PUT /api/v1/quiz/12': new Refusal(503) });
    expect(
      await screen.findByText('Ändringar som inte hann sparas är tillbaka.'),
    ).toBeInTheDocument();
    expect(questions()).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Kasta ändringarna' }));
    expect(questions()).toHaveLength(3);
    await waitFor(() => expect(readStored('user:quiz-form-12')).toBeNull());
  });

  it('names by line what of a file was not taken', async () => {
    const { bodyOf } = opened({
      'POST /api/v1/quiz/12/import': {
        quiz: written({ version: 4 }),
        taken: 2,
        left: [{ line: 7, text: '{=1 -> ett}', reason: 'Parfrågor finns inte här.' }],
      },
    });
    await screen.findByRole('list', { name: 'Provets frågor' });
    const file = new File(['::a::b{T}'], 'prov.txt', { type: 'text/plain' });
    const picker = document.querySelector('input[accept*=".gift"]');
    fireEvent.change(picker as HTMLInputElement, { target: { files: [file] } });
    expect(await screen.findByText(/2 frågor är inlästa/)).toBeInTheDocument();
    expect(screen.getByText(/Rad 7: Parfrågor finns inte här/)).toBeInTheDocument();
    expect(bodyOf('POST /api/v1/quiz/12/import')).toEqual({ text: '::a::b{T}', version: 3 });
  });
});

const rows = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false, cursor: null });

describe('results', () => {
  it('are people by questions, with a way to the file', async () => {
    opened({ 'GET /api/v1/quiz/12/results': rows([row()]) }, '&flik=resultat');
    const table = within(await screen.findByRole('table'));
    expect(table.getByRole('rowheader', { name: 'Anna Ek' })).toBeInTheDocument();
    expect(table.getByText('Väntar på rättning')).toBeInTheDocument();
    expect(table.getByRole('columnheader', { name: /^Fråga 2: Vad heter/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Hämta som CSV' })).toHaveAttribute(
      'href',
      '/api/v1/quiz/12/results.csv',
    );
    expect(screen.getByText('1 svar att rätta')).toBeInTheDocument();
  });

  it('are counted again for one of three reasons', async () => {
    const { bodyOf } = opened(
      {
        'GET /api/v1/quiz/12/results': rows([row()]),
        'POST /api/v1/quiz/12/regrade': written(),
      },
      '&flik=resultat',
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Rätta om' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rätta om provet' }));
    fireEvent.change(dialog.getByRole('combobox', { name: 'Vilken fråga?' }), {
      target: { value: '4' },
    });
    fireEvent.click(dialog.getByRole('radio', { name: /^Alla får full poäng/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Rätta om' }));
    await waitFor(() =>
      expect(bodyOf('POST /api/v1/quiz/12/regrade')).toEqual({
        mode: 'FULL_MARKS',
        questions: [4],
        version: 3,
      }),
    );
  });

  it('give more time to one person', async () => {
    const { bodyOf } = opened(
      {
        'GET /api/v1/quiz/12/results': rows([row()]),
        'PUT /api/v1/quiz/12/people/7': row({ extraTime: 25 }),
      },
      '&flik=resultat',
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Ge: Extra tid för Anna Ek' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Extra tid för Anna Ek' }));
    const field = dialog.getByRole('textbox', { name: 'Extra tid (procent)' });
    fireEvent.change(field, { target: { value: '301' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Spara' }));
    expect(await screen.findByText('Skriv ett helt tal från 0 till 300.')).toBeInTheDocument();
    fireEvent.change(field, { target: { value: '25' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Spara' }));
    await waitFor(() => expect(bodyOf('PUT /api/v1/quiz/12/people/7')).toEqual({ extraTime: 25 }));
  });
});

describe('more time', () => {
  it('is given to who has not begun yet', async () => {
    const learner = (idAuthUser: number, displayName: string, state = 'ACTIVE') => ({
      idAuthUser,
      displayName,
      state,
      percent: 0,
    });
    const { bodyOf } = opened(
      {
        'GET /api/v1/quiz/12/results': rows([row()]),
        'GET /api/v1/courses/1/learners': rows([
          learner(7, 'Anna Ek'),
          learner(8, 'Bo Alm', 'LEFT'),
          learner(9, 'Cia Dal'),
        ]),
        'PUT /api/v1/quiz/12/people/9': row({ idAuthUser: 9, extraTime: 50 }),
      },
      '&flik=resultat',
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Ge extra tid' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ge extra tid' }));
    // Anna stands in the list already, Bo has left.
    expect((await dialog.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Cia Dal',
    ]);
    fireEvent.change(dialog.getByRole('textbox', { name: 'Extra tid (procent)' }), {
      target: { value: '50' },
    });
    fireEvent.click(dialog.getByRole('button', { name: 'Spara' }));
    await waitFor(() => expect(bodyOf('PUT /api/v1/quiz/12/people/9')).toEqual({ extraTime: 50 }));
  });
});

describe('grading', () => {
  const waits = attempt({
    state: 'finished',
    answers: [{ question: 5, options: [], text: 'Den är grön.' }],
    marks: row().marks,
  });

  it('goes question by question, and sends marks over the version that was read', async () => {
    const done = {
      ...waits,
      version: 2,
      marks: [{ question: 5, score: 2, max: 3, comment: null }],
    };
    const { bodyOf } = opened(
      {
        'GET /api/v1/quiz/12/results': rows([row({ waitingAttempts: [77] })]),
        'GET /api/v1/attempt/77': waits,
        'PUT /api/v1/attempt/77/grades': done,
      },
      '&flik=ratta',
    );
    expect(await screen.findByText('Den är grön.')).toBeInTheDocument();
    expect(screen.getByText('Berätta om skogen.')).toBeInTheDocument();
    const field = screen.getByRole('textbox', { name: 'Poäng till Anna Ek (0–3)' });
    fireEvent.change(field, { target: { value: '4' } });
    fireEvent.click(screen.getByRole('button', { name: 'Spara poängen' }));
    expect(screen.getByText('Skriv ett helt tal från 0 till 3.')).toBeInTheDocument();
    fireEvent.change(field, { target: { value: '2' } });
    fireEvent.click(screen.getByRole('button', { name: 'Spara poängen' }));
    await waitFor(() =>
      expect(bodyOf('PUT /api/v1/attempt/77/grades')).toEqual({
        version: 1,
        grades: [{ question: 5, score: 2, comment: null }],
      }),
    );
    await waitFor(() => expect(screen.queryByText('Den är grön.')).toBeNull());
  });

  it('says when nothing waits', async () => {
    opened({ 'GET /api/v1/quiz/12/results': rows([]) }, '&flik=ratta');
    expect(await screen.findByText('Inget att rätta')).toBeInTheDocument();
  });
});
