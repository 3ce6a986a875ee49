import { takingTexts as texts } from '@/texts/quiz.ts';
import classes from './quiz.module.css';
import type { Question } from './types.ts';

type QuestionMapProps = {
  questions: readonly Question[];
  answered: ReadonlySet<number>;
  /** The one that is shown, counted from 1. */
  current: number | null;
  onGo: (n: number) => void;
  onLast: () => void;
};

/** All questions as numbers: which are answered, and which one is shown, in words as well. */
export function QuestionMap({ questions, answered, current, onGo, onLast }: QuestionMapProps) {
  const { status } = texts;
  return (
    <nav className={classes.map} aria-label={texts.map}>
      <p className={classes.hint}>{texts.count(answered.size, questions.length)}</p>
      <ol className={classes.numbers}>
        {questions.map(({ id }, at) => {
          const isCurrent = current === at + 1;
          const isAnswered = answered.has(id);
          const said = isAnswered ? status.answered : status.unanswered;
          return (
            <li key={id}>
              <button
                type="button"
                className={classes.cell}
                data-answered={isAnswered || undefined}
                aria-current={isCurrent ? 'step' : undefined}
                aria-label={`${texts.go(at + 1)}, ${said}${isCurrent ? `, ${status.current}` : ''}`}
                onClick={() => onGo(at + 1)}
              >
                {at + 1}
                {isAnswered && <span aria-hidden="true">✓</span>}
              </button>
            </li>
          );
        })}
      </ol>
      <button
        type="button"
        className={classes.last}
        aria-current={current === null ? 'step' : undefined}
        onClick={onLast}
      >
        {texts.review}
      </button>
    </nav>
  );
}
