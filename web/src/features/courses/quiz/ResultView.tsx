import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { fullTime } from '@/lib/times.ts';
import { quizTexts, resultTexts as texts } from '@/texts/quiz.ts';
import LessonText from '../components/LessonText.tsx';
import { answerOf, isAnswered } from './answers.ts';
import classes from './quiz.module.css';
import type { Attempt, Key, Mark, Question, Quiz, Result } from './types.ts';
import { heldOf } from './wire.ts';

type ResultViewProps = { attempt: Attempt; quiz: Quiz };

/** How an attempt went, and of its questions what may be shown by now. */
export default function ResultView({ attempt, quiz }: ResultViewProps) {
  const { state, result, daFinished, key, marks } = attempt;
  const held = heldOf(attempt.answers);
  return (
    <div className={classes.part}>
      <h2 tabIndex={-1}>{texts.title}</h2>
      {result && state !== 'abandoned' && <Verdict result={result} quiz={quiz} />}
      {state === 'overdue' && <p>{texts.overdue}</p>}
      {state === 'abandoned' && <p>{texts.abandoned}</p>}
      <p className={classes.hint}>
        {[
          daFinished && texts.handedIn(fullTime(daFinished)),
          result?.attemptsLeft != null && quizTexts.attemptsLeft(result.attemptsLeft),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={classes.actions}>
        <Button component={Link} to="?" variant="default">
          {texts.toQuiz}
        </Button>
      </div>
      {!key && texts.hidden[quiz.showAnswers] && (
        <p className={classes.hint}>{texts.hidden[quiz.showAnswers]}</p>
      )}
      <h3>{texts.questions}</h3>
      <ol className={classes.results}>
        {attempt.questions.map((question) => (
          <li key={question.id}>
            <QuestionResult
              question={question}
              answer={answerOf(held, question.id)}
              mark={marks?.find((one) => one.question === question.id) ?? null}
              answerKey={key?.find((one) => one.question === question.id) ?? null}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Verdict({ result, quiz }: { result: Result; quiz: Quiz }) {
  const { score, max, percentage, passed } = result;
  return (
    <div className={classes.score} data-passed={passed ?? undefined} role="status">
      <p className={classes.big}>{texts.percent(percentage)}</p>
      <div>
        <p>{texts.score(score, max)}</p>
        <p>
          <strong>
            {passed == null
              ? texts.waits
              : passed
                ? texts.passed
                : texts.notPassed(quiz.passPercent)}
          </strong>
        </p>
      </div>
    </div>
  );
}

type QuestionResultProps = {
  question: Question;
  answer: ReturnType<typeof answerOf>;
  mark: Mark | null;
  /** null: it may not be shown. */
  answerKey: Key | null;
};

function QuestionResult({ question, answer, mark, answerKey }: QuestionResultProps) {
  const { type, options, feedback } = question;
  const hasOptions = type === 'SINGLE' || type === 'MULTI';
  return (
    <article className={classes.result}>
      <LessonText text={question.text} />
      {mark && (
        <p className={classes.hint}>
          {mark.score == null ? quizTexts.waits : texts.marks(mark.score, mark.max)}
        </p>
      )}
      {hasOptions ? (
        <ul className={classes.given}>
          {options?.map((option) => {
            const isChosen = answer.options.includes(option.id);
            const isRight = answerKey?.options?.includes(option.id);
            return (
              <li
                key={option.id}
                data-right={isRight || undefined}
                data-chosen={isChosen || undefined}
              >
                <span dir="auto">{option.text}</span>
                <span className={classes.hint}>{wordsFor(isChosen, isRight)}</span>
              </li>
            );
          })}
        </ul>
      ) : (
        <div>
          <p className={classes.hint}>{isAnswered(answer) ? texts.yours : texts.none}</p>
          {isAnswered(answer) && (
            <p className={classes.written} dir="auto">
              {answer.text}
            </p>
          )}
          {answerKey && type === 'TEXT' && (
            <p>
              {texts.right}: <strong>{rightWords(answerKey)}</strong>
            </p>
          )}
        </div>
      )}
      {mark?.comment && (
        <blockquote className={classes.comment} dir="auto">
          {mark.comment}
        </blockquote>
      )}
      {feedback && <LessonText text={feedback} />}
    </article>
  );
}

/** What stands behind an option: whether it was chosen, and whether it is right where that is shown. */
function wordsFor(isChosen: boolean, isRight: boolean | undefined): string {
  const verdict =
    isRight === undefined || (!isChosen && !isRight)
      ? null
      : isRight
        ? isChosen
          ? texts.isRight
          : texts.right.toLowerCase()
        : texts.isWrong;
  return [isChosen ? texts.chosen : null, verdict].filter((word) => word !== null).join(', ');
}

const rightWords = ({ texts: accepted = [], number, tolerance }: Key): string =>
  [...accepted, ...(number ? [tolerance ? `${number} ± ${tolerance}` : number] : [])].join(', ');
