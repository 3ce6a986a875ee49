/** The shapes of quizzes, by the names of the API document. */

import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type QuestionType = Schemas['QuestionType'];
export type Question = Schemas['QuizQuestion'];
export type Key = Schemas['QuizKey'];
export type QuizSettings = Schemas['QuizSettings'];
export type GradeMethod = Schemas['GradeMethod'];
export type ShowAnswers = Schemas['ShowAnswers'];
export type Result = Schemas['QuizResult'];
export type AttemptSummary = Schemas['QuizAttemptSummary'];
export type Quiz = Schemas['Quiz'];
export type RegradeMode = Schemas['RegradeMode'];
export type WireAnswer = Schemas['QuizAnswer'];
export type Mark = Schemas['QuizMark'];
export type Attempt = Schemas['QuizAttempt'];
export type SavedAnswers = Schemas['QuizSaved'];
export type ResultRow = Schemas['QuizRow'];
export type Certificate = Schemas['CourseCertificate'];
/** What of a file was taken, and what was not, by line. */
export type Imported = Schemas['QuizImport'];
