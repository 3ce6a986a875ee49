import { Button } from '@mantine/core';
import { takingTexts as texts } from '@/texts/quiz.ts';
import classes from './quiz.module.css';
import type { Question } from './types.ts';

type HandInProps = {
  questions: readonly Question[];
  answered: ReadonlySet<number>;
  isSending: boolean;
  onGo: (n: number) => void;
  onSend: () => void;
};

/** Before it is handed in: what is not answered, with a way to each. */
export function HandIn({ questions, answered, isSending, onGo, onSend }: HandInProps) {
  const missing = questions.flatMap(({ id }, at) => (answered.has(id) ? [] : [at + 1]));
  return (
    <>
      {missing.length === 0 ? (
        <p>{texts.allAnswered}</p>
      ) : (
        <div className={classes.missing}>
          <p>{texts.missing(missing.length)}</p>
          <ul>
            {missing.map((n) => (
              <li key={n}>
                <Button variant="default" onClick={() => onGo(n)}>
                  {texts.go(n)}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={classes.ways}>
        <Button variant="default" onClick={() => onGo(missing[0] ?? 1)}>
          {texts.back}
        </Button>
        <Button loading={isSending} onClick={onSend}>
          {missing.length === 0 ? texts.send : texts.sendAnyway}
        </Button>
      </div>
    </>
  );
}
