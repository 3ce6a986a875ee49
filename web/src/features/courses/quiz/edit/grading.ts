/** Which answers wait for a teacher: pure. */
import type { Attempt, Question, ResultRow } from '../types.ts';

/** The attempts that have answers to be graded, of people as the results list them. */
export const waitingAttempts = (rows: readonly ResultRow[]): number[] =>
  rows.flatMap((row) => row.waitingAttempts);

/** The questions that are graded by hand, each with the attempts whose answer to it waits. */
export function byQuestion(attempts: readonly Attempt[], questions: readonly Question[]) {
  return questions
    .filter(({ type }) => type === 'OPEN')
    .map((question) => ({
      question,
      attempts: attempts.filter(({ marks }) =>
        marks?.some((mark) => mark.question === question.id && mark.score == null),
      ),
    }))
    .filter((one) => one.attempts.length > 0);
}
