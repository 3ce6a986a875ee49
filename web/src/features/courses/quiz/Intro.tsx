import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useOnline } from '@/hooks/useOnline.ts';
import { fullTime, shortTime } from '@/lib/times.ts';
import { quizTexts as texts } from '@/texts/quiz.ts';
import { attemptKey, quizCalls, quizKey } from './api.ts';
import classes from './quiz.module.css';
import type { AttemptSummary, Quiz } from './types.ts';

type IntroProps = { quiz: Quiz; onOpen: () => void };

/** What the quiz is, whether it can be begun, and how earlier attempts went. */
export default function Intro({ quiz, onOpen }: IntroProps) {
  const { mine } = quiz;
  const client = useQueryClient();
  const isOnline = useOnline();
  const start = useMutation({
    mutationFn: () => quizCalls.start(quiz.id),
    onSuccess: async (attempt) => {
      client.setQueryData(attemptKey(attempt.id), attempt);
      client.setQueryData<Quiz | null>(quizKey(quiz.id), (held) =>
        held?.mine ? { ...held, mine: { ...held.mine, open: attempt.id } } : held,
      );
      onOpen();
    },
    // It was opened, closed or used up meanwhile.
    onError: () => void client.invalidateQueries({ queryKey: quizKey(quiz.id) }),
  });
  const isOpen = mine?.open != null;
  const blocked = isOpen ? null : whyNot(quiz, Date.now());
  const label = isOpen
    ? texts.resume
    : (mine?.attempts.length ?? 0) > 0
      ? texts.again
      : texts.start;
  return (
    <div className={classes.part}>
      <ul className={classes.facts} aria-label={texts.facts}>
        {factsOf(quiz, Date.now()).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {mine?.passed != null && mine.percentage != null && (
        <p className={classes.verdict} data-passed={mine.passed}>
          <strong>{mine.passed ? texts.passed : texts.notPassed}</strong>{' '}
          {texts.best(mine.percentage)}
        </p>
      )}
      {!mine ? (
        <p className={classes.hint}>{texts.onlyLearners}</p>
      ) : blocked ? (
        <p className={classes.hint}>{blocked}</p>
      ) : (
        <>
          {isOpen ? (
            <p className={classes.hint}>{quiz.timeLimit ? texts.underway : texts.underwayFree}</p>
          ) : (
            quiz.timeLimit && <p className={classes.hint}>{texts.timed}</p>
          )}
          {!isOnline && <p className={classes.hint}>{texts.offline}</p>}
          <FormAlert message={start.error && messageOf(start.error)} />
          <div className={classes.actions}>
            <Button
              size="md"
              loading={start.isPending}
              disabled={!isOnline && !isOpen}
              onClick={() => (isOpen ? onOpen() : start.mutate())}
            >
              {label}
            </Button>
          </div>
        </>
      )}
      {mine && mine.attempts.length > 0 && <Earlier attempts={mine.attempts} />}
    </div>
  );
}

/** Why no attempt can be begun; null: it can. */
function whyNot({ opens, closes, mine }: Quiz, now: number): string | null {
  if (opens && Date.parse(opens) > now) return texts.opens(fullTime(opens));
  if (closes && Date.parse(closes) <= now) return texts.isClosed;
  return mine?.attemptsLeft === 0 ? texts.noAttempts : null;
}

function factsOf(quiz: Quiz, now: number): string[] {
  const { questionCount, maxScore, passPercent, timeLimit, opens, closes, mine } = quiz;
  // With extra time the limit that counts is one's own.
  const seconds = timeLimit && (timeLimit * (100 + (mine?.extraTime ?? 0))) / 100;
  const left = mine ? mine.attemptsLeft : quiz.maxAttempts || null;
  return [
    texts.questions(questionCount),
    texts.marks(maxScore),
    texts.pass(passPercent),
    seconds ? texts.limit(Math.ceil(seconds / 60)) : texts.noLimit,
    left == null ? texts.anyAttempts : texts.attemptsLeft(left),
    ...(opens && Date.parse(opens) > now ? [texts.opens(fullTime(opens))] : []),
    ...(closes ? [(Date.parse(closes) > now ? texts.closes : texts.closed)(fullTime(closes))] : []),
  ];
}

function Earlier({ attempts }: { attempts: AttemptSummary[] }) {
  return (
    <section className={classes.part} aria-labelledby="quiz-earlier">
      <h2 id="quiz-earlier">{texts.earlier}</h2>
      <ul className={classes.attempts}>
        {attempts.map((attempt) => (
          <li key={attempt.id}>
            {attempt.state === 'inprogress' ? (
              <span>{texts.attempt(attempt.number)}</span>
            ) : (
              <Link to={`?forsok=${attempt.id}`} aria-label={texts.show(attempt.number)}>
                {texts.attempt(attempt.number)}
              </Link>
            )}
            <span className={classes.hint}>
              {shortTime(attempt.daFinished ?? attempt.daStarted)}
            </span>
            <span>{verdictOf(attempt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function verdictOf({ state, result }: AttemptSummary): string {
  if (state === 'inprogress' || state === 'abandoned' || !result) return texts.states[state];
  if (result.passed == null) return texts.waits;
  return `${result.percentage} % · ${result.passed ? texts.passed : texts.notPassed}`;
}
