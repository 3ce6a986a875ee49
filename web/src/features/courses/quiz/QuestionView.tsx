import { Button, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import rows from '@/components/choices.module.css';
import { quizTexts, takingTexts as texts } from '@/texts/quiz.ts';
import LessonText from '../components/LessonText.tsx';
import type { Answer } from './answers.ts';
import classes from './quiz.module.css';
import type { Question } from './types.ts';

const TEXT_MAX = 200;
const OPEN_MAX = 5_000;

type QuestionViewProps = {
  question: Question;
  answer: Answer;
  /** The heading that says which question it is. */
  labelledBy: string;
  isLocked?: boolean;
  onChoose: (options: number[]) => void;
  onWrite: (text: string) => void;
};

/** A question as it is answered. */
export function QuestionView(props: QuestionViewProps) {
  const { question, answer, labelledBy, isLocked = false, onChoose, onWrite } = props;
  const { type, text, marks } = question;
  const id = useId();
  const named = `${labelledBy} ${id}`;
  return (
    <>
      <div id={id} className={classes.asked}>
        <LessonText text={text} />
      </div>
      <p id={`${id}-hint`} className={classes.hint}>
        {quizTexts.marks(marks)}
        {type === 'TEXT' && <>. {texts.textHint}</>}
      </p>
      {type === 'SINGLE' || type === 'MULTI' ? (
        <Options
          question={question}
          chosen={answer.options}
          named={named}
          isLocked={isLocked}
          onChoose={onChoose}
        />
      ) : type === 'TEXT' ? (
        <TextInput
          label={texts.text}
          aria-describedby={`${id} ${id}-hint`}
          maxLength={TEXT_MAX}
          autoComplete="off"
          readOnly={isLocked}
          value={answer.text}
          onChange={({ currentTarget }) => onWrite(currentTarget.value)}
        />
      ) : (
        <Textarea
          label={texts.open}
          aria-describedby={id}
          rows={10}
          maxLength={OPEN_MAX}
          readOnly={isLocked}
          value={answer.text}
          onChange={({ currentTarget }) => onWrite(currentTarget.value)}
        />
      )}
    </>
  );
}

type OptionsProps = {
  question: Question;
  chosen: readonly number[];
  named: string;
  isLocked: boolean;
  onChoose: (options: number[]) => void;
};

function Options({ question, chosen, named, isLocked, onChoose }: OptionsProps) {
  const isSingle = question.type === 'SINGLE';
  const id = useId();
  const toggle = (option: number, isOn: boolean) => {
    if (isSingle) return onChoose([option]);
    onChoose(isOn ? [...chosen, option] : chosen.filter((other) => other !== option));
  };
  return (
    <fieldset
      className={classes.options}
      aria-labelledby={named}
      aria-describedby={`${id}-hint`}
      disabled={isLocked}
    >
      <p id={`${id}-hint`} className={classes.hint}>
        {isSingle ? texts.one : texts.several}
      </p>
      {question.options?.map((option) => (
        <label key={option.id} className={`${rows.row} ${classes.option}`}>
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={id}
            checked={chosen.includes(option.id)}
            onChange={({ currentTarget }) => toggle(option.id, currentTarget.checked)}
          />
          <span dir="auto">{option.text}</span>
        </label>
      ))}
      {isSingle && chosen.length > 0 && !isLocked && (
        <Button variant="subtle" size="compact-md" onClick={() => onChoose([])}>
          {texts.clear}
        </Button>
      )}
    </fieldset>
  );
}
