/** The form of a quiz: what is missing, what is sent, and how it lies over a colleague's. */
import { describe, expect, it } from 'vitest';
import { KEY, QUESTIONS, written } from '../samples.ts';
import type { QuestionType } from '../types.ts';
import {
  addOption,
  addQuestion,
  changeOf,
  changeQuestion,
  changeType,
  copyQuestion,
  formOf,
  markRight,
  over,
  problemsOf,
  type QuestionForm,
  type QuizForm,
  questionWith,
  removeQuestion,
  type SettingsForm,
  sameForm,
  step,
} from './form.ts';

const empty = written({ questions: [], key: [], nextId: 1, version: 0 });

/** A quiz with one question of a kind, as it is filled in. */
function asked(type: QuestionType, change: Partial<QuestionForm> = {}): QuizForm {
  const form = addQuestion(formOf(empty), type);
  return changeQuestion(form, 1, (one) => ({
    ...one,
    text: 'Varför?',
    options: one.options.map((option, n) => ({ ...option, text: `${n}`, isRight: n === 0 })),
    ...(type === 'TEXT' && { accepted: 'Därför' }),
    ...change,
  }));
}

describe('the form of a quiz', () => {
  it('sends what was read, unchanged', () => {
    const quiz = written({ timeLimit: 90, closes: '2026-12-24T14:00:00.000Z' });
    const { questions, key, timeLimit, closes, version } = changeOf(formOf(quiz));
    expect(questions).toEqual(QUESTIONS);
    expect(key).toEqual(KEY);
    expect([timeLimit, closes, version]).toEqual([90, '2026-12-24T14:00:00.000Z', 3]);
    expect(problemsOf(formOf(quiz))).toEqual({});
  });

  it('gives each new question and option a number of its own, from the server’s on', () => {
    let form = addQuestion(formOf(written()), 'MULTI');
    form = addOption(form, 6);
    form = copyQuestion(form, 1);
    const ids = form.questions.flatMap(({ id, options }) => [id, ...options.map((o) => o.id)]);
    expect(ids.filter((id) => id >= 6).sort((a, b) => a - b)).toEqual([6, 7, 8, 9, 10, 11, 12]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(form.questions.map(({ id }) => id)).toEqual([1, 10, 4, 5, 6]);
  });

  it('moves, and stops at the ends', () => {
    const { questions } = formOf(written());
    expect(step(questions, 4, -1)?.map(({ id }) => id)).toEqual([4, 1, 5]);
    expect(step(questions, 4, 1)?.map(({ id }) => id)).toEqual([1, 5, 4]);
    expect([step(questions, 1, -1), step(questions, 5, 1), step(questions, 99, 1)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('has one right answer of SINGLE, several of MULTI', () => {
    const right = (form: QuizForm) =>
      changeOf(form).key.find(({ question }) => question === 1)?.options;
    const single = changeQuestion(asked('SINGLE'), 1, (one) => markRight(one, 3, true));
    expect(right(single)).toEqual([3]);
    const multi = changeQuestion(asked('MULTI'), 1, (one) => markRight(one, 3, true));
    expect(right(multi)).toEqual([2, 3]);
    expect(right(changeType(multi, 1, 'SINGLE'))).toEqual([2]);
    expect(changeType(asked('OPEN'), 1, 'MULTI').questions[0]?.options).toHaveLength(2);
  });

  it.each<[string, QuestionType, Partial<QuestionForm>, string, string]>([
    ['no text', 'OPEN', { text: ' ' }, '1.text', 'Skriv frågan.'],
    ['half a mark', 'OPEN', { marks: '1,5' }, '1.marks', 'ett helt tal från 1 till 100'],
    ['no marks', 'OPEN', { marks: '0' }, '1.marks', 'ett helt tal från 1 till 100'],
    [
      'nothing right',
      'SINGLE',
      {
        options: [
          { id: 2, text: 'a', isRight: false },
          { id: 3, text: 'b', isRight: false },
        ],
      },
      '1.options',
      'Markera vilket alternativ som är rätt.',
    ],
    [
      'one option',
      'MULTI',
      { options: [{ id: 2, text: 'a', isRight: true }] },
      '1.options',
      'minst två alternativ',
    ],
    [
      'two alike',
      'MULTI',
      {
        options: [
          { id: 2, text: 'a', isRight: true },
          { id: 3, text: 'a ', isRight: false },
        ],
      },
      '3',
      'Två alternativ är lika.',
    ],
    ['no answer', 'TEXT', { accepted: '\n ' }, '1.accepted', 'Skriv minst ett svar'],
    ['a word as number', 'TEXT', { number: 'tre' }, '1.number', 'Skriv ett tal'],
    ['a tolerance of nothing', 'TEXT', { tolerance: '0,5' }, '1.tolerance', 'gäller ett tal'],
    ['less than none', 'TEXT', { number: '3', tolerance: '-1' }, '1.tolerance', '0 eller större'],
  ])('%s is told at its field', (_, type, change, field, said) => {
    const form = asked(type, change);
    const problems = problemsOf(form);
    expect(Object.keys(problems)).toEqual([field]);
    expect(problems[field]).toContain(said);
    expect(questionWith(form, field)).toBe(1);
  });

  it.each<[Partial<SettingsForm>, string | null]>([
    [{ passPercent: '101' }, 'passPercent'],
    [{ maxAttempts: '-1' }, 'maxAttempts'],
    [{ timeLimit: '0' }, 'timeLimit'],
    [{ timeLimit: '1,5' }, null],
    [{ opens: { date: '2026-12-01', time: '' } }, 'opens'],
    [
      {
        opens: { date: '2026-12-02', time: '08:00' },
        closes: { date: '2026-12-01', time: '08:00' },
      },
      'closes',
    ],
  ])('settings %o: %s', (change, field) => {
    const form = asked('OPEN');
    const problems = problemsOf({ ...form, settings: { ...form.settings, ...change } });
    expect(Object.keys(problems)).toEqual(field ? [field] : []);
    if (field) expect(questionWith(form, field)).toBeNull();
  });

  it('sends numbers with their tolerance, and several texts', () => {
    const form = asked('TEXT', { accepted: ' Pi \n\npi-talet', number: '3,14', tolerance: '0,01' });
    expect(changeOf(form).key).toEqual([
      { question: 1, options: [], texts: ['Pi', 'pi-talet'], number: '3,14', tolerance: '0,01' },
    ]);
    // An open question has no key, and what was ticked of options before goes nowhere.
    expect(changeOf(asked('OPEN')).key).toEqual([]);
  });

  it('knows whether anything is changed', () => {
    const form = formOf(written());
    const there = addQuestion(form, 'OPEN');
    expect(sameForm(form, removeQuestion(there, 6))).toBe(true);
    expect(sameForm(form, there)).toBe(false);
  });
});

describe('one’s own quiz over a colleague’s', () => {
  it('takes numbers that are free there', () => {
    // Both have added a question under number 6; the colleague has removed question 4.
    const mine = addQuestion(formOf(written()), 'SINGLE');
    const theirs = written({
      version: 4,
      nextId: 8,
      questions: [
        ...QUESTIONS.filter(({ id }) => id !== 4),
        { id: 6, type: 'OPEN', text: 'Deras', marks: 1, options: [] },
      ],
    });
    const form = over(mine, theirs);
    expect(form.version).toBe(4);
    expect(form.questions.map(({ id }) => id)).toEqual([1, 8, 5, 9]);
    expect(form.questions[0]?.options.map(({ id }) => id)).toEqual([2, 3]);
    expect(form.questions[3]?.options.map(({ id }) => id)).toEqual([10, 11]);
    expect(form.nextId).toBe(12);
  });
});
