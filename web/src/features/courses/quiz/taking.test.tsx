/** A quiz for who takes it: begun, answered, handed in, and what is shown afterwards. */
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readStored } from '@/lib/storage.ts';
import { draw } from '@/test/page.tsx';
import { type Answers, network, Refusal, signIn, signOut } from '@/test/world.ts';
import LessonPage from '../LessonPage.tsx';
import { course, lesson, outline, outlined, progress } from '../samples.ts';
import { attempt, KEY, QUESTIONS, quiz } from './samples.ts';
import Taking from './Taking.tsx';
import type { Attempt } from './types.ts';

beforeEach(() => signIn());
afterEach(() => {
  notifications.clean();
  signOut();
  vi.useRealTimers();
});

const SAVED = '2026-11-29T13:02:00.000Z';
const base: Answers = {
  'GET /api/v1/courses/1': course({ progress: progress() }),
  'GET /api/v1/courses/1/modules': outline([[outlined(12, { kind: 'QUIZ' })]]),
  'GET /api/v1/lessons/12': lesson(12, { kind: 'QUIZ', title: 'Provet', body: '' }),
  'PUT /api/v1/lessons/12/position': undefined,
};

function opened(answers: Answers, search = '') {
  const calls = network({ ...base, ...answers });
  const view = draw(
    <Routes>
      <Route path="/klyftig/:courseId/lektion/:lessonId" element={<LessonPage />} />
    </Routes>,
    `/klyftig/1/lektion/12${search}`,
  );
  return {
    ...view,
    bodies: (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body),
  };
}

/** A server that takes what is sent. */
const taken = (seq: number) => ({
  accepted: true,
  seq,
  daSaved: SAVED,
  daDeadline: null,
  daNow: SAVED,
  answers: [],
});
const underWay = (change: Partial<Attempt> = {}): Answers => ({
  'GET /api/v1/quiz/12': quiz({
    mine: { attempts: [], attemptsLeft: 2, open: 77, extraTime: 0, percentage: null, passed: null },
  }),
  'GET /api/v1/attempt/77': attempt(change),
  'PUT /api/v1/attempt/77/answers': taken(1),
});

describe('before an attempt', () => {
  it('says how many questions, how long, how often, and when', async () => {
    opened({
      'GET /api/v1/quiz/12': quiz({ timeLimit: 1_200, closes: '2999-01-01T12:00:00.000Z' }),
    });
    const facts = await screen.findByRole('list', { name: 'Om provet' });
    const said = within(facts)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(said.slice(0, 5)).toEqual([
      '3 frågor',
      '6 poäng',
      'Godkänt från 60 %',
      'Tid: 20 minuter',
      '3 försök kvar',
    ]);
    expect(said[5]).toMatch(/^Stänger .*2999/);
    expect(screen.getByRole('button', { name: 'Starta' })).toBeEnabled();
    // It is done when it is passed, not by a button.
    expect(screen.queryByRole('button', { name: 'Markera som klar' })).toBeNull();
  });

  it('counts extra time in', async () => {
    const mine = { attempts: [], attemptsLeft: 1, open: null, extraTime: 50 };
    opened({ 'GET /api/v1/quiz/12': quiz({ timeLimit: 1_200, mine }) });
    expect(await screen.findByText('Tid: 30 minuter')).toBeInTheDocument();
  });

  it.each([
    ['no attempt is left', { mine: { attempts: [], attemptsLeft: 0, open: null, extraTime: 0 } }],
    ['it has closed', { closes: '2020-01-01T12:00:00.000Z' }],
    ['it has not opened', { opens: '2999-01-01T12:00:00.000Z' }],
    ['the course is not taken', { mine: null }],
  ])('cannot be started when %s', async (_, change) => {
    opened({ 'GET /api/v1/quiz/12': quiz(change) });
    await screen.findByRole('list', { name: 'Om provet' });
    expect(screen.queryByRole('button', { name: 'Starta' })).toBeNull();
  });

  it('goes on with what is begun, without another start', async () => {
    const { at, bodies } = opened(underWay());
    fireEvent.click(await screen.findByRole('button', { name: 'Fortsätt' }));
    expect(await screen.findByRole('heading', { name: 'Fråga 1 av 3' })).toBeInTheDocument();
    expect([at(), bodies('POST /api/v1/quiz/12/attempt')]).toEqual([
      '/klyftig/1/lektion/12?fraga=1',
      [],
    ]);
  });

  it('says why it could not be started', async () => {
    opened({
      'GET /api/v1/quiz/12': quiz(),
      'POST /api/v1/quiz/12/attempt': new Refusal(409, 'CLOSED', undefined, {
        message: 'Provet har stängt.',
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Starta' }));
    expect(await screen.findByText('Provet har stängt.')).toBeInTheDocument();
  });
});

describe('an attempt', () => {
  it('is saved by itself, and says when', async () => {
    const { bodies } = opened(underWay(), '?fraga=1');
    fireEvent.click(await screen.findByRole('radio', { name: 'Blå' }));
    expect(await screen.findByText(/^Sparat \d\d:\d\d$/)).toBeInTheDocument();
    expect(bodies('PUT /api/v1/attempt/77/answers')).toEqual([
      { seq: 1, answers: [{ question: 1, options: [2], text: '' }] },
    ]);
    expect(screen.getByRole('button', { name: 'Fråga 1, besvarad, visas nu' })).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Fråga 3, inte besvarad' }));
    expect(screen.getByRole('heading', { name: 'Fråga 3 av 3' })).toHaveFocus();
  });

  it('shows what stands where another tab was faster', async () => {
    opened(
      {
        ...underWay(),
        'PUT /api/v1/attempt/77/answers': {
          ...taken(4),
          accepted: false,
          answers: [{ question: 1, options: [3], text: '' }],
        },
      },
      '?fraga=1',
    );
    fireEvent.click(await screen.findByRole('radio', { name: 'Blå' }));
    expect(await screen.findByText(/öppet på ett annat ställe/)).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Grön' })).toBeChecked();
  });

  it('keeps answers on the device while there is no net, over a reload', async () => {
    const down = () => {
      throw new TypeError('net');
    };
    const { unmount } = opened(
      { ...underWay(), 'PUT /api/v1/attempt/77/answers': down },
      '?fraga=1',
    );
    fireEvent.click(await screen.findByRole('radio', { name: 'Blå' }));
    expect((await screen.findAllByText(/^Inte uppkopplad/))[0]).toBeInTheDocument();
    unmount();
    const { bodies } = opened(underWay(), '?fraga=1');
    expect(await screen.findByRole('radio', { name: 'Blå' })).toBeChecked();
    await waitFor(() =>
      expect(bodies('PUT /api/v1/attempt/77/answers')).toEqual([
        { seq: 1, answers: [{ question: 1, options: [2], text: '' }] },
      ]),
    );
    await waitFor(() => expect(readStored('user:quiz-attempt-77')).toBeNull());
  });

  it('shows what is not answered before it is handed in, and then the result', async () => {
    let isOver = false;
    const result = { score: 2, max: 6, percentage: 33, passed: null, attemptsLeft: 1, waiting: 1 };
    const { at } = opened(
      {
        ...underWay({ seq: 1, answers: [{ question: 1, options: [2], text: '' }] }),
        'GET /api/v1/attempt/77': () =>
          isOver
            ? attempt({
                state: 'finished',
                daFinished: SAVED,
                result,
                answers: [{ question: 1, options: [2], text: '' }],
              })
            : attempt({ seq: 1, answers: [{ question: 1, options: [2], text: '' }] }),
        'POST /api/v1/attempt/77/submit': () => {
          isOver = true;
          return result;
        },
      },
      '?fraga=3',
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Till inlämning' }));
    expect(screen.getByText('2 frågor är inte besvarade:')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Lämna in ändå' }));
    expect(await screen.findByText('2 av 6 poäng')).toBeInTheDocument();
    expect(at()).toBe('/klyftig/1/lektion/12?forsok=77');
    expect(screen.getByText(/^Rättas av läraren/)).toBeInTheDocument();
    expect(screen.getByText(/1 försök kvar/)).toBeInTheDocument();
  });

  it('calls at five minutes and at one, also with the clock hidden', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z') });
    network({ ...base, ...underWay() });
    draw(
      <Taking attempt={attempt({ daDeadline: '2026-11-29T12:05:02Z' })} onEnded={() => {}} />,
      '/?fraga=1',
    );
    const tick = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    expect(screen.getByRole('timer')).toHaveTextContent('Tid kvar 5:02');
    fireEvent.click(screen.getByRole('button', { name: 'Dölj klockan' }));
    expect(screen.queryByRole('timer')).toBeNull();
    await tick(3_000);
    expect(screen.getByRole('alert')).toHaveTextContent('5 minuter kvar');
    await tick(240_000);
    expect(screen.getByRole('alert')).toHaveTextContent('1 minut kvar');
    fireEvent.click(screen.getByRole('button', { name: 'Visa klockan' }));
  });

  it('hands itself in when time is up, unless there is more of it', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z') });
    let daDeadline = '2026-11-29T12:01:00Z';
    const calls = network({
      'GET /api/v1/attempt/77': () =>
        attempt({ daDeadline, daNow: new Date(Date.now()).toISOString() }),
      'POST /api/v1/attempt/77/submit': {},
    });
    const submits = () => calls.filter(({ call }) => call.endsWith('/submit')).length;
    draw(
      <Taking attempt={attempt({ daDeadline: '2026-11-29T12:00:02Z' })} onEnded={() => {}} />,
      '/?fraga=1',
    );
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(submits()).toBe(0);
    expect(screen.getByRole('timer')).toHaveTextContent(/^Tid kvar 0:5\d$/);
    expect(screen.getByRole('alert')).toHaveTextContent('Du har fått mer tid.');
    daDeadline = '2026-11-29T12:01:00Z';
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(submits()).toBe(1);
  });
});

describe('a result', () => {
  const ended = attempt({
    state: 'finished',
    daFinished: SAVED,
    answers: [
      { question: 1, options: [3], text: '' },
      { question: 5, options: [], text: 'Träd.' },
    ],
    result: { score: 1, max: 6, percentage: 16, passed: false, attemptsLeft: 2, waiting: 0 },
    marks: [{ question: 5, score: 1, max: 3, comment: 'Skriv mer.' }],
  });

  it('holds back the answers as the quiz says', async () => {
    opened(
      {
        'GET /api/v1/quiz/12': quiz({ showAnswers: 'AFTER_CLOSE' }),
        'GET /api/v1/attempt/77': ended,
      },
      '?forsok=77',
    );
    expect(await screen.findByText('Svaren visas när provet har stängt.')).toBeInTheDocument();
    expect(screen.getByText('Du är inte godkänd. Det krävs 60 %.')).toBeInTheDocument();
    expect(screen.getByText('Skriv mer.')).toBeInTheDocument();
    expect(screen.getByText('ditt val')).toBeInTheDocument();
  });

  it('shows what was right, and why', async () => {
    const questions = QUESTIONS.map((one) =>
      one.id === 1 ? { ...one, feedback: 'Ljuset sprids.' } : one,
    );
    opened(
      {
        'GET /api/v1/quiz/12': quiz(),
        'GET /api/v1/attempt/77': { ...ended, questions, key: KEY },
      },
      '?forsok=77',
    );
    expect(await screen.findByText('Ljuset sprids.')).toBeInTheDocument();
    const option = (name: string) => screen.getByText(name).closest('li');
    expect(option('Blå')).toHaveTextContent('rätt svar');
    expect(option('Grön')).toHaveTextContent('ditt val, fel');
    expect(screen.getByText('Stockholm')).toBeInTheDocument();
  });
});
