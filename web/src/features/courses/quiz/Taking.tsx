import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import hidden from '@/components/spoken.module.css';
import { readStored, writeStored } from '@/lib/storage.ts';
import { clockTime } from '@/lib/times.ts';
import { takingTexts as texts } from '@/texts/quiz.ts';
import { answerOf, isAnswered } from './answers.ts';
import { clockText } from './clock.ts';
import { HandIn } from './HandIn.tsx';
import { QuestionMap } from './QuestionMap.tsx';
import { QuestionView } from './QuestionView.tsx';
import classes from './quiz.module.css';
import type { Attempt } from './types.ts';
import { useAttempt } from './useAttempt.ts';
import { useClock } from './useClock.ts';

const QUESTION = 'fraga';
/** Of the device, not of the person: a clock that disturbs is hidden once. */
const CLOCK = 'quiz-clock';
/** In the place of a number: what is handed in is looked over. */
const LAST = 'klar';

type TakingProps = { attempt: Attempt; onEnded: () => void };

/** An attempt under way: one question at a time, saved by itself. */
export default function Taking({ attempt, onEnded }: TakingProps) {
  const { questions } = attempt;
  const act = useAttempt(attempt, onEnded);
  const [params, setParams] = useSearchParams();
  const asked = params.get(QUESTION);
  const isLast = asked === LAST;
  const n = Math.min(questions.length, Math.max(1, Math.trunc(Number(asked)) || 1));
  const question = questions[n - 1];
  const go = (to: number | typeof LAST) => setParams({ [QUESTION]: String(to) }, { replace: true });
  const isOver = act.state === 'over';
  const answered = new Set(
    questions.filter(({ id }) => isAnswered(act.answers[id])).map(({ id }) => id),
  );

  // Whoever goes to another question by keyboard or screen reader stands at its beginning.
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(asked);
  useEffect(() => {
    if (shown.current === asked) return;
    shown.current = asked;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [asked]);

  return (
    <div className={classes.taking}>
      <div className={classes.bar}>
        <Clock deadline={act.deadline} ahead={act.ahead} onUp={() => void act.timeUp()} />
        <Saved state={act.state} savedAt={act.savedAt} message={act.message} />
      </div>
      <div role="status" className={classes.notices}>
        {act.moved && <p className={classes.notice}>{texts.moved}</p>}
        {act.sending === 'waits' && <p className={classes.notice}>{texts.notSent}</p>}
      </div>
      <div className={classes.panes}>
        <section className={classes.part} aria-labelledby="quiz-question">
          <h2 id="quiz-question" ref={heading} tabIndex={-1} className={classes.number}>
            {isLast ? texts.review : texts.question(n, questions.length)}
          </h2>
          {isLast || !question ? (
            <HandIn
              questions={questions}
              answered={answered}
              isSending={act.sending !== 'no' || isOver}
              onGo={go}
              onSend={() => void act.submit()}
            />
          ) : (
            <>
              <QuestionView
                key={question.id}
                question={question}
                answer={answerOf(act.answers, question.id)}
                labelledBy="quiz-question"
                isLocked={isOver || act.sending !== 'no'}
                onChoose={(options) => act.choose(question.id, options)}
                onWrite={(text) => act.write(question.id, text)}
              />
              <div className={classes.ways}>
                <Button variant="default" disabled={n === 1} onClick={() => go(n - 1)}>
                  {texts.previous}
                </Button>
                <Button onClick={() => go(n === questions.length ? LAST : n + 1)}>
                  {n === questions.length ? texts.finish : texts.next}
                </Button>
              </div>
            </>
          )}
        </section>
        <QuestionMap
          questions={questions}
          answered={answered}
          current={isLast ? null : n}
          onGo={go}
          onLast={() => go(LAST)}
        />
      </div>
    </div>
  );
}

type ClockProps = { deadline: string | null; ahead: number; onUp: () => void };

/** Whoever hides the clock is called all the same, at five minutes and at one. */
function Clock({ deadline, ahead, onUp }: ClockProps) {
  const { left, call } = useClock(deadline, ahead, onUp);
  const [isHidden, setHidden] = useState(() => readStored(CLOCK) === 'hidden');
  const isLonger = useLonger(deadline);
  if (left === null) return null;
  const toggle = () => {
    writeStored(CLOCK, isHidden ? null : 'hidden');
    setHidden(!isHidden);
  };
  return (
    <div className={classes.clock}>
      {!isHidden && (
        <span role="timer" aria-live="off" data-soon={call !== null || undefined}>
          {texts.time(clockText(left))}
        </span>
      )}
      <Button variant="subtle" size="compact-md" onClick={toggle}>
        {isHidden ? texts.showClock : texts.hide}
      </Button>
      <p className={classes.call} role="alert">
        {left === 0 ? texts.timeUp : isLonger ? texts.longer : call !== null && texts.called(call)}
      </p>
    </div>
  );
}

/** How long it is said that there is more time. */
const SAID_MS = 20_000;

/** Whether the deadline has just been moved: a teacher has given more time. */
function useLonger(deadline: string | null): boolean {
  const [first, setFirst] = useState(deadline);
  const isLonger = deadline !== first && deadline !== null && first !== null;
  useEffect(() => {
    if (deadline === first) return;
    const said = setTimeout(() => setFirst(deadline), SAID_MS);
    return () => clearTimeout(said);
  }, [deadline, first]);
  return isLonger && Date.parse(deadline) > Date.parse(first);
}

type SavedProps = Pick<ReturnType<typeof useAttempt>, 'state' | 'savedAt' | 'message'>;

function Saved({ state, savedAt, message }: SavedProps) {
  const isTrouble = state === 'offline' || state === 'wrong' || message !== null;
  const said =
    state === 'saved'
      ? savedAt
        ? texts.saved(clockTime(savedAt))
        : texts.state.saved
      : state === 'wrong'
        ? texts.state.wrong(message ?? '')
        : texts.state[state];
  return (
    <p className={classes.saved} data-trouble={isTrouble || undefined}>
      {said}
      {state === 'saved' && message && <> {message}</>}
      {/* Heard once it is trouble; not at every letter. */}
      <span className={hidden.spoken} role="status">
        {isTrouble && said}
      </span>
    </p>
  );
}
