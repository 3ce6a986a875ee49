import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import { coursesKey, lessonKey, orNull, refresh } from '../api.ts';
import type {
  Attempt,
  Imported,
  Key,
  Question,
  Quiz,
  QuizSettings,
  RegradeMode,
  Result,
  ResultRow,
  SavedAnswers,
  WireAnswer,
} from './types.ts';

const BASE = '/api/v1';

export const quizKey = (id: number) => [...coursesKey, 'quiz', id] as const;
export const attemptKey = (id: number) => [...coursesKey, 'attempt', id] as const;
export const resultsKey = (id: number) => [...coursesKey, 'quiz-results', id] as const;

/** A refusal is an answer: it is locked, or not mine. */
const retry = (count: number, error: Error) =>
  !(error instanceof ApiError && error.status < 500 && error.status !== 0) && count < 2;

/** A quiz has the id of its lesson. */
export const quizQuery = (id: number) =>
  queryOptions({
    queryKey: quizKey(id),
    queryFn: ({ signal }) => orNull(api.get<Quiz>(`${BASE}/quiz/${id}`, { signal, quiet: true })),
    retry,
  });

export const attemptQuery = (id: number) =>
  queryOptions({
    queryKey: attemptKey(id),
    queryFn: ({ signal }) =>
      orNull(api.get<Attempt>(`${BASE}/attempt/${id}`, { signal, quiet: true })),
    retry,
  });

type Rows = { content: ResultRow[]; hasMore: boolean; cursor?: number | null };

export const resultsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: resultsKey(id),
    queryFn: ({ pageParam, signal }: { pageParam: number | undefined; signal: AbortSignal }) =>
      api.get<Rows>(`${BASE}/quiz/${id}/results`, {
        query: { limit: 50, cursor: pageParam },
        signal,
        quiet: true,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: Rows) => last.cursor ?? undefined,
  });

export const csvPath = (id: number) => `${BASE}/quiz/${id}/results.csv`;

export type FileFormat = 'gift' | 'qti';
export type ChangeQuiz = QuizSettings & { version: number; questions: Question[]; key: Key[] };
export type Grade = { question: number; score: number; comment: string | null };

export const quizCalls = {
  start: (quiz: number) => api.post<Attempt>(`${BASE}/quiz/${quiz}/attempt`),
  save: (attempt: number, seq: number, answers: WireAnswer[]) =>
    api.put<SavedAnswers>(`${BASE}/attempt/${attempt}/answers`, { seq, answers }, { quiet: true }),
  submit: (attempt: number) =>
    api.post<Result>(`${BASE}/attempt/${attempt}/submit`, undefined, { quiet: true }),
  change: (quiz: number, change: ChangeQuiz) =>
    api.put<Quiz>(`${BASE}/quiz/${quiz}`, change, { quiet: true }),
  grade: (attempt: number, version: number, grades: Grade[]) =>
    api.put<Attempt>(`${BASE}/attempt/${attempt}/grades`, { version, grades }),
  extraTime: (quiz: number, person: number, extraTime: number) =>
    api.put<ResultRow>(`${BASE}/quiz/${quiz}/people/${person}`, { extraTime }),
  regrade: (quiz: number, mode: RegradeMode, questions: number[], version: number) =>
    api.post<Quiz>(`${BASE}/quiz/${quiz}/regrade`, { mode, questions, version }),
  exportFile: (quiz: number, format: FileFormat) =>
    api.postForText(`${BASE}/quiz/${quiz}/export`, { query: { format }, quiet: true }),
  importFile: (quiz: number, format: FileFormat, text: string, version: number) =>
    api.post<Imported>(
      `${BASE}/quiz/${quiz}/import`,
      { text, version },
      { query: { format }, quiet: true },
    ),
};

/** An attempt has ended: it is read as it stands now, and what follows from it. */
export async function ended(client: QueryClient, attempt: Attempt): Promise<void> {
  await client.invalidateQueries({ queryKey: attemptKey(attempt.id) });
}

/** What an attempt's end changes elsewhere: attempts left, the course's progress, what is locked. */
export function changedByEnd(client: QueryClient, { idQuiz, idCourse }: Attempt): void {
  void client.invalidateQueries({ queryKey: quizKey(idQuiz) });
  void client.invalidateQueries({ queryKey: lessonKey(idQuiz) });
  void refresh(client, idCourse);
}
