import { Button, Textarea, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { currentOf, messageOf } from '@/api/ApiError.ts';
import { FormAlert } from '@/components/FormAlert.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { useBegunText } from '@/lib/begunText.ts';
import { listTexts } from '@/texts/area.ts';
import { resultTexts } from '@/texts/quiz.ts';
import { quizEditTexts, gradeTexts as texts } from '@/texts/quizEdit.ts';
import LessonText from '../../components/LessonText.tsx';
import { attemptKey, attemptQuery, quizCalls, resultsKey, resultsQuery } from '../api.ts';
import type { Attempt, Question, Quiz } from '../types.ts';
import { byQuestion, waitingAttempts } from './grading.ts';
import classes from './quizEdit.module.css';

/** Answers that wait for a teacher, question by question: one reads all answers to the same question after each other. */
export function Grading({ quiz }: { quiz: Quiz }) {
  const results = useInfiniteQuery(resultsQuery(quiz.id));
  const rows = results.data?.pages.flatMap(({ content }) => content) ?? [];
  const found = useQueries({ queries: waitingAttempts(rows).map((id) => attemptQuery(id)) });
  const attempts = found.flatMap(({ data }) => (data ? [data] : []));
  const groups = byQuestion(attempts, questionsOf(attempts, quiz));
  const failed = results.error ?? found.find(({ error }) => error)?.error;
  if (failed && groups.length === 0) {
    return <ErrorState error={failed} onRetry={() => void results.refetch()} />;
  }
  if (results.isPending || found.some(({ isPending }) => isPending)) return <LoadingState />;
  const waiting = groups.reduce((sum, group) => sum + group.attempts.length, 0);
  return (
    <>
      <p className={classes.hint} role="status">
        {waiting > 0 && texts.left(waiting)}
      </p>
      {groups.length === 0 && !results.hasNextPage && <EmptyState {...texts.none} />}
      {groups.map(({ question, attempts: waits }) => (
        <section key={question.id} className={classes.part} aria-labelledby={`q-${question.id}`}>
          <div id={`q-${question.id}`}>
            <LessonText text={question.text} />
          </div>
          {waits.map((attempt) => (
            <Answer key={attempt.id} attempt={attempt} question={question} quiz={quiz.id} />
          ))}
        </section>
      ))}
      {results.hasNextPage && (
        <Button
          variant="default"
          loading={results.isFetchingNextPage}
          onClick={() => void results.fetchNextPage()}
        >
          {listTexts.more}
        </Button>
      )}
    </>
  );
}

/** As they were asked: an attempt has the questions of its own time, which may be gone from the quiz. */
function questionsOf(attempts: readonly Attempt[], quiz: Quiz): Question[] {
  const all = new Map((quiz.questions ?? []).map((question) => [question.id, question]));
  for (const question of attempts.flatMap(({ questions }) => questions)) {
    if (!all.has(question.id)) all.set(question.id, question);
  }
  return [...all.values()];
}

/** The field for the marks of the answer after this one, or before it where this is the last. */
function nextOf(field: HTMLInputElement | null): HTMLInputElement | undefined {
  const all = [...document.querySelectorAll<HTMLInputElement>('[data-score]')];
  const at = field ? all.indexOf(field) : -1;
  return all[at + 1] ?? all[at - 1];
}

type AnswerProps = { attempt: Attempt; question: Question; quiz: number };

function Answer({ attempt, question, quiz }: AnswerProps) {
  const client = useQueryClient();
  const id = useId();
  const { displayName } = attempt;
  // As this attempt was asked it.
  const of = attempt.questions.find((one) => one.id === question.id)?.marks ?? question.marks;
  const [score, setScore] = useState('');
  const [comment, setComment] = useBegunText(`grade-${attempt.id}-${question.id}`);
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const text = attempt.answers.find((one) => one.question === question.id)?.text ?? '';
  const save = useMutation({
    mutationFn: () =>
      quizCalls.grade(attempt.id, attempt.version, [
        { question: question.id, score: Number(score), comment: comment.trim() || null },
      ]),
    onSuccess: (now) => {
      // The form goes with the answer: the keyboard goes on to the next one.
      nextOf(field.current)?.focus();
      setComment('');
      client.setQueryData(attemptKey(attempt.id), now);
      void client.invalidateQueries({ queryKey: resultsKey(quiz) });
      toast({ type: 'success', message: texts.saved(displayName) });
    },
    onError: (error) => {
      // A colleague has graded another answer of it: this one is sent over what stands now when it is saved once more.
      const current = currentOf<Attempt>(error);
      if (current) client.setQueryData(attemptKey(attempt.id), current);
    },
  });
  return (
    <form
      className={classes.answer}
      aria-labelledby={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isRight = /^\d{1,3}$/.test(score.trim()) && Number(score) <= of;
        setWrong(isRight ? null : texts.wrong(of));
        if (isRight) save.mutate();
      }}
    >
      <h3 id={id} dir="auto">
        {texts.answer(displayName)}
      </h3>
      <p className={classes.written} dir="auto">
        {text || resultTexts.none}
      </p>
      <FormAlert message={save.error && messageOf(save.error)} />
      <TextInput
        ref={field}
        data-score
        label={texts.marks(of)}
        aria-label={`${texts.marksOf(displayName)} (0–${of})`}
        inputMode="numeric"
        maxLength={3}
        value={score}
        error={wrong}
        onChange={({ currentTarget }) => setScore(currentTarget.value)}
      />
      <Textarea
        label={texts.comment}
        rows={2}
        maxLength={2_000}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          {quizEditTexts.saveMarks}
        </Button>
      </div>
    </form>
  );
}
