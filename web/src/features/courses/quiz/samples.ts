/** A quiz and an attempt, for tests. */
import type { Attempt, Question, Quiz, ResultRow } from './types.ts';

const DAY = '2026-11-29T12:00:00.000Z';

export const QUESTIONS: Question[] = [
  {
    id: 1,
    type: 'SINGLE',
    text: 'Vilken färg har himlen?',
    marks: 2,
    options: [
      { id: 2, text: 'Blå' },
      { id: 3, text: 'Grön' },
    ],
    feedback: null,
  },
  { id: 4, type: 'TEXT', text: 'Vad heter huvudstaden?', marks: 1, options: [], feedback: null },
  { id: 5, type: 'OPEN', text: 'Berätta om skogen.', marks: 3, options: [], feedback: null },
];

export const KEY = [
  { question: 1, options: [2], texts: [], number: null, tolerance: null },
  { question: 4, options: [], texts: ['Stockholm'], number: null, tolerance: null },
];

export const quiz = (change: Partial<Quiz> = {}): Quiz => ({
  id: 12,
  idCourse: 1,
  title: 'Provet',
  version: 3,
  passPercent: 60,
  maxAttempts: 3,
  gradeMethod: 'HIGHEST',
  timeLimit: null,
  opens: null,
  closes: null,
  shuffle: false,
  showAnswers: 'AFTER_ATTEMPT',
  questionCount: QUESTIONS.length,
  maxScore: 6,
  questions: null,
  key: null,
  nextId: null,
  regrades: null,
  mine: {
    attempts: [],
    attemptsLeft: 3,
    open: null,
    extraTime: 0,
    percentage: null,
    passed: null,
  },
  ...change,
});

/** As who writes it has it. */
export const written = (change: Partial<Quiz> = {}): Quiz =>
  quiz({ questions: QUESTIONS, key: KEY, nextId: 6, regrades: [], mine: null, ...change });

export const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  id: 77,
  idQuiz: 12,
  idCourse: 1,
  idAuthUser: 7,
  displayName: 'Anna Ek',
  number: 1,
  state: 'inprogress',
  daStarted: DAY,
  daDeadline: null,
  daFinished: null,
  daNow: DAY,
  seq: 0,
  daSaved: null,
  questions: QUESTIONS,
  answers: [],
  result: null,
  marks: null,
  key: null,
  version: 1,
  ...change,
});

export const row = (change: Partial<ResultRow> = {}): ResultRow => ({
  idAuthUser: 7,
  displayName: 'Anna Ek',
  extraTime: 0,
  attempts: 1,
  percentage: 50,
  passed: null,
  attempt: {
    id: 77,
    number: 1,
    state: 'finished',
    daStarted: DAY,
    daDeadline: null,
    daFinished: DAY,
    result: null,
  },
  marks: [
    { question: 1, score: 2, max: 2, comment: null },
    { question: 4, score: 1, max: 1, comment: null },
    { question: 5, score: null, max: 3, comment: null },
  ],
  waiting: 1,
  waitingAttempts: [77],
  ...change,
});
