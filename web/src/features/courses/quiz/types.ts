/** The shapes of quizzes. */

export type QuestionType = 'SINGLE' | 'MULTI' | 'TEXT' | 'OPEN';
export type Option = { id: number; text: string };
export type Question = {
  id: number;
  type: QuestionType;
  text: string;
  marks: number;
  options: Option[];
  feedback?: string | null;
};
export type Key = {
  question: number;
  options: number[];
  texts: string[];
  number?: string | null;
  tolerance?: string | null;
};
export type GradeMethod = 'HIGHEST' | 'AVERAGE' | 'FIRST' | 'LAST';
export type ShowAnswers = 'NEVER' | 'AFTER_ATTEMPT' | 'AFTER_PASS' | 'AFTER_CLOSE';
export type QuizSettings = {
  passPercent: number;
  maxAttempts: number;
  gradeMethod: GradeMethod;
  timeLimit?: number | null;
  opens?: string | null;
  closes?: string | null;
  shuffle: boolean;
  showAnswers: ShowAnswers;
};
export type Result = {
  score: number;
  max: number;
  percentage: number;
  passed?: boolean | null;
  attemptsLeft?: number | null;
  waiting: number;
};
export type AttemptState = 'inprogress' | 'finished' | 'overdue' | 'abandoned';
export type AttemptSummary = {
  id: number;
  number: number;
  state: AttemptState;
  daStarted: string;
  daDeadline?: string | null;
  daFinished?: string | null;
  result?: Result | null;
};
export type Quiz = QuizSettings & {
  id: number;
  idCourse: number;
  title: string;
  version: number;
  questionCount: number;
  maxScore: number;
  questions?: Question[] | null;
  key?: Key[] | null;
  nextId?: number | null;
  regrades?: { question: number; mode: RegradeMode; revision: number; daRegraded: string }[] | null;
  mine?: {
    attempts: AttemptSummary[];
    attemptsLeft?: number | null;
    open?: number | null;
    extraTime: number;
    percentage?: number | null;
    passed?: boolean | null;
  } | null;
};
export type RegradeMode = 'CURRENT_ONLY' | 'EITHER' | 'FULL_MARKS';
export type WireAnswer = { question: number; options: number[]; text: string };
export type Mark = {
  question: number;
  score?: number | null;
  max: number;
  comment?: string | null;
};
export type Attempt = {
  id: number;
  idQuiz: number;
  idCourse: number;
  idAuthUser: number;
  displayName: string;
  number: number;
  state: AttemptState;
  daStarted: string;
  daDeadline?: string | null;
  daFinished?: string | null;
  daNow: string;
  seq: number;
  daSaved?: string | null;
  questions: Question[];
  answers: WireAnswer[];
  result?: Result | null;
  marks?: Mark[] | null;
  key?: Key[] | null;
  version: number;
};
export type SavedAnswers = {
  accepted: boolean;
  seq: number;
  daSaved?: string | null;
  daDeadline?: string | null;
  daNow: string;
  answers: WireAnswer[];
};
export type ResultRow = {
  idAuthUser: number;
  displayName: string;
  extraTime: number;
  attempts: number;
  percentage?: number | null;
  passed?: boolean | null;
  attempt?: AttemptSummary | null;
  marks: Mark[];
  waiting: number;
  waitingAttempts?: number[];
};
export type Certificate = {
  code: string;
  name: string;
  course: string;
  idCourse?: number;
  issuer: string;
  daFinished: string;
  daIssued: string;
  path: string;
};
