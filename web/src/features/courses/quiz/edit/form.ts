/**
 * A quiz while it is written: what the fields say, how it is changed, what is missing, and what is sent. Pure. Ids of new
 * questions and options are the writer's own, counted on from what the server names (`nextId`).
 */
import { partsOf } from '@/area/moments.ts';
import { quizEditTexts } from '@/texts/quizEdit.ts';
import type { ChangeQuiz } from '../api.ts';
import type { Key, Question, QuestionType, Quiz, QuizSettings } from '../types.ts';

const { problems: words } = quizEditTexts;

export type OptionForm = { id: number; text: string; isRight: boolean };
export type QuestionForm = {
  id: number;
  type: QuestionType;
  text: string;
  marks: string;
  feedback: string;
  options: OptionForm[];
  /** Accepted answers, one a line. */
  accepted: string;
  number: string;
  tolerance: string;
};
export type Moment = { date: string; time: string };
export type SettingsForm = Pick<QuizSettings, 'gradeMethod' | 'shuffle' | 'showAnswers'> & {
  passPercent: string;
  maxAttempts: string;
  /** Minutes. */
  timeLimit: string;
  opens: Moment;
  closes: Moment;
};
export type QuizForm = {
  /** What it was read of. */
  version: number;
  /** Ids from here on are new since then. */
  baseId: number;
  nextId: number;
  settings: SettingsForm;
  questions: QuestionForm[];
};

export const OPTIONS_MAX = 20;
export const QUESTIONS_MAX = 200;
const LINES_MAX = 20;
const MINUTE = 60;

const comma = (number: string) => number.replace('.', ',');

function questionOf(question: Question, key: Key | undefined): QuestionForm {
  const { id, type, text, marks, feedback, options = [] } = question;
  return {
    id,
    type,
    text,
    marks: String(marks),
    feedback: feedback ?? '',
    options: options.map((option) => ({
      ...option,
      isRight: key?.options?.includes(option.id) ?? false,
    })),
    accepted: key?.texts?.join('\n') ?? '',
    number: comma(key?.number ?? ''),
    tolerance: comma(key?.tolerance ?? ''),
  };
}

export function formOf(quiz: Quiz): QuizForm {
  const { version, passPercent, maxAttempts, timeLimit, opens, closes } = quiz;
  const { gradeMethod, shuffle, showAnswers } = quiz;
  const nextId = quiz.nextId ?? 1;
  return {
    version,
    baseId: nextId,
    nextId,
    settings: {
      gradeMethod,
      shuffle,
      showAnswers,
      passPercent: String(passPercent),
      maxAttempts: String(maxAttempts),
      timeLimit:
        timeLimit == null ? '' : comma(String(Math.round((timeLimit / MINUTE) * 100) / 100)),
      opens: partsOf(opens),
      closes: partsOf(closes),
    },
    questions: (quiz.questions ?? []).map((question) =>
      questionOf(
        question,
        quiz.key?.find((one) => one.question === question.id),
      ),
    ),
  };
}

const hasOptions = (type: QuestionType) => type === 'SINGLE' || type === 'MULTI';

/** With `count` new ids: the form counts on. */
const take = (form: QuizForm, count: number) =>
  [Array.from({ length: count }, (_, n) => form.nextId + n), form.nextId + count] as const;

export function addQuestion(form: QuizForm, type: QuestionType): QuizForm {
  const [ids, nextId] = take(form, hasOptions(type) ? 3 : 1);
  const [id = form.nextId, ...options] = ids;
  const question: QuestionForm = {
    id,
    type,
    text: '',
    marks: '1',
    feedback: '',
    options: options.map((option) => ({ id: option, text: '', isRight: false })),
    accepted: '',
    number: '',
    tolerance: '',
  };
  return { ...form, nextId, questions: [...form.questions, question] };
}

export function copyQuestion(form: QuizForm, id: number): QuizForm {
  const at = form.questions.findIndex((one) => one.id === id);
  const from = form.questions[at];
  if (!from) return form;
  const [[own = form.nextId, ...rest], nextId] = take(form, 1 + from.options.length);
  const copy: QuestionForm = {
    ...from,
    id: own,
    options: from.options.map((option, n) => ({ ...option, id: rest[n] ?? own })),
  };
  return { ...form, nextId, questions: form.questions.toSpliced(at + 1, 0, copy) };
}

export const removeQuestion = (form: QuizForm, id: number): QuizForm => ({
  ...form,
  questions: form.questions.filter((one) => one.id !== id),
});

/** One place up or down; null: it is the first or the last already. */
export function step<T extends { id: number }>(list: readonly T[], id: number, by: -1 | 1) {
  const at = list.findIndex((one) => one.id === id);
  const one = list[at];
  const to = at + by;
  if (!one || to < 0 || to >= list.length) return null;
  return list.toSpliced(at, 1).toSpliced(to, 0, one);
}

export const changeQuestion = (
  form: QuizForm,
  id: number,
  change: (question: QuestionForm) => QuestionForm,
): QuizForm => ({
  ...form,
  questions: form.questions.map((one) => (one.id === id ? change(one) : one)),
});

/** Of another kind: it gets what that kind needs, and keeps what it can. */
export function changeType(form: QuizForm, id: number, type: QuestionType): QuizForm {
  const question = form.questions.find((one) => one.id === id);
  const missing = hasOptions(type) ? Math.max(0, 2 - (question?.options.length ?? 0)) : 0;
  const [ids, nextId] = take(form, missing);
  const made = ids.map((option) => ({ id: option, text: '', isRight: false }));
  const changed = changeQuestion(form, id, (one) => {
    const options = [...one.options, ...made];
    const first = options.findIndex(({ isRight }) => isRight);
    return {
      ...one,
      type,
      options:
        type === 'SINGLE'
          ? options.map((option, n) => ({ ...option, isRight: n === first }))
          : options,
    };
  });
  return { ...changed, nextId };
}

export function addOption(form: QuizForm, id: number): QuizForm {
  const [[option = form.nextId], nextId] = take(form, 1);
  const changed = changeQuestion(form, id, (one) => ({
    ...one,
    options: [...one.options, { id: option, text: '', isRight: false }],
  }));
  return { ...changed, nextId };
}

/** Of a question with one right answer the others are right no more. */
export const markRight = (question: QuestionForm, option: number, isRight: boolean) => ({
  ...question,
  options: question.options.map((one) =>
    one.id === option
      ? { ...one, isRight }
      : question.type === 'SINGLE'
        ? { ...one, isRight: false }
        : one,
  ),
});

/** A number as people write it; null: it is none. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

function wholeOf(text: string, from: number, to: number): number | null {
  const number = numberOf(text);
  return number !== null && Number.isInteger(number) && number >= from && number <= to
    ? number
    : null;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** undefined: the parts say no moment. */
function momentOf({ date, time }: Moment): string | null | undefined {
  if (!date && !time.trim()) return null;
  if (!date || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time.trim())) return undefined;
  return new Date(`${date}T${time.trim()}`).toISOString();
}

/** What is wrong, by the field that says it: 'passPercent', '12.text' of question 12, '15' of option 15. */
export type Problems = Readonly<Record<string, string>>;

export function problemsOf({ settings, questions }: QuizForm): Problems {
  const found: Record<string, string> = {};
  if (wholeOf(settings.passPercent, 0, 100) === null) found.passPercent = words.passPercent;
  if (wholeOf(settings.maxAttempts, 0, 100) === null) found.maxAttempts = words.maxAttempts;
  const minutes = settings.timeLimit.trim() === '' ? 1 : numberOf(settings.timeLimit);
  if (minutes === null || minutes * MINUTE < 1 || minutes > 10_080)
    found.timeLimit = words.timeLimit;
  const [opens, closes] = [momentOf(settings.opens), momentOf(settings.closes)];
  if (opens === undefined) found.opens = words.moment;
  if (closes === undefined) found.closes = words.moment;
  if (opens && closes && Date.parse(closes) <= Date.parse(opens)) found.closes = words.order;
  for (const question of questions) Object.assign(found, problemsIn(question));
  return found;
}

function problemsIn(question: QuestionForm): Problems {
  const { id, type, options } = question;
  const found: Record<string, string> = {};
  if (!question.text.trim()) found[`${id}.text`] = words.text;
  if (wholeOf(question.marks, 1, 100) === null) found[`${id}.marks`] = words.marks;
  if (hasOptions(type)) {
    const seen = new Set<string>();
    for (const { id: option, text } of options) {
      const said = text.trim();
      if (!said) found[option] = words.optionText;
      else if (seen.has(said)) found[option] = words.sameOption;
      seen.add(said);
    }
    const right = options.filter(({ isRight }) => isRight).length;
    if (options.length < 2) found[`${id}.options`] = words.options;
    else if (right === 0) found[`${id}.options`] = type === 'SINGLE' ? words.right : words.rights;
  }
  if (type === 'TEXT') {
    const lines = linesOf(question.accepted);
    if (lines.length === 0 && !question.number.trim()) found[`${id}.accepted`] = words.accepted;
    if (lines.length > LINES_MAX) found[`${id}.accepted`] = words.acceptedMany;
    if (question.number.trim() && numberOf(question.number) === null) {
      found[`${id}.number`] = words.number;
    }
    const tolerance = question.tolerance.trim() ? numberOf(question.tolerance) : 0;
    if (tolerance === null || tolerance < 0) found[`${id}.tolerance`] = words.tolerance;
    else if (tolerance > 0 && !question.number.trim()) {
      found[`${id}.tolerance`] = words.toleranceNumber;
    }
  }
  return found;
}

/** Which question a problem is in; null: in the settings. */
export function questionWith(form: QuizForm, field: string): number | null {
  const id = Number(field.split('.')[0]);
  const found = form.questions.find(
    (one) => one.id === id || one.options.some((option) => option.id === id),
  );
  return found?.id ?? null;
}

/** What is sent of a form in which nothing is missing. */
export function changeOf({ version, settings, questions }: QuizForm): ChangeQuiz {
  const { gradeMethod, shuffle, showAnswers } = settings;
  const minutes = numberOf(settings.timeLimit);
  return {
    version,
    gradeMethod,
    shuffle,
    showAnswers,
    passPercent: Number(settings.passPercent),
    maxAttempts: Number(settings.maxAttempts),
    timeLimit: minutes === null ? null : Math.round(minutes * MINUTE),
    opens: momentOf(settings.opens) ?? null,
    closes: momentOf(settings.closes) ?? null,
    questions: questions.map(({ id, type, text, marks, feedback, options }) => ({
      id,
      type,
      text: text.trim(),
      marks: Number(marks),
      feedback: feedback.trim() || null,
      options: hasOptions(type)
        ? options.map((option) => ({ id: option.id, text: option.text.trim() }))
        : [],
    })),
    key: questions.filter(({ type }) => type !== 'OPEN').map(keyOf),
  };
}

function keyOf({ id, type, options, accepted, number, tolerance }: QuestionForm): Key {
  const isText = type === 'TEXT';
  return {
    question: id,
    options: isText ? [] : options.filter(({ isRight }) => isRight).map((option) => option.id),
    texts: isText ? linesOf(accepted) : [],
    number: (isText && number.trim()) || null,
    tolerance: (isText && tolerance.trim()) || null,
  };
}

const sent = (form: QuizForm) => JSON.stringify({ ...changeOf(form), version: 0 });

/** Whether both would be sent alike. */
export const sameForm = (one: QuizForm, other: QuizForm): boolean => sent(one) === sent(other);

/**
 * One's own form, to be saved over what somebody else has saved meanwhile: what they have not, or what is new here under a number
 * that they have given away, gets a number of its own.
 */
export function over(form: QuizForm, current: Quiz): QuizForm {
  const theirs = formOf(current);
  const questions = new Set(theirs.questions.map(({ id }) => id));
  const options = new Set(theirs.questions.flatMap((one) => one.options.map(({ id }) => id)));
  let next = theirs.nextId;
  const own = (id: number, known: ReadonlySet<number>) =>
    id < form.baseId && known.has(id) ? id : next++;
  const moved = form.questions.map((one) => ({
    ...one,
    id: own(one.id, questions),
    options: one.options.map((option) => ({ ...option, id: own(option.id, options) })),
  }));
  return {
    ...form,
    version: theirs.version,
    baseId: theirs.nextId,
    nextId: next,
    questions: moved,
  };
}
