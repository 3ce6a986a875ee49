/** Answers as the server has them, and as they are held while an attempt is under way. */
import type { Answers, Standing } from './answers.ts';
import type { Attempt, WireAnswer } from './types.ts';

export const heldOf = (answers: readonly WireAnswer[]): Answers =>
  Object.fromEntries(answers.map(({ question, options, text }) => [question, { options, text }]));

/** What was taken away again goes along as an empty answer. */
export const wireOf = (answers: Answers): WireAnswer[] =>
  Object.entries(answers).map(([question, { options, text }]) => ({
    question: Number(question),
    options: [...options],
    text,
  }));

export const standingOf = ({ seq, answers }: Attempt): Standing => ({
  seq,
  answers: heldOf(answers),
});

/** What a device has kept of an attempt; null: nothing, or nothing that can be read. */
export function keptOf(text: string | null): Standing | null {
  if (text === null) return null;
  try {
    const { seq, answers } = JSON.parse(text) as Partial<Standing>;
    if (!Number.isSafeInteger(seq) || typeof answers !== 'object' || answers === null) return null;
    const isWhole = Object.values(answers).every(
      (answer) => Array.isArray(answer?.options) && typeof answer?.text === 'string',
    );
    return isWhole ? { seq: seq as number, answers } : null;
  } catch {
    return null;
  }
}
