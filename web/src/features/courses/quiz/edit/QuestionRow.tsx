import { IconChevronDown, IconChevronUp, IconCopy, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { quizTexts } from '@/texts/quiz.ts';
import { quizEditTexts as texts } from '@/texts/quizEdit.ts';
import { numberOf, type Problems, type QuestionForm, type QuizForm, step } from './form.ts';
import { QuestionFields } from './QuestionFields.tsx';
import classes from './quizEdit.module.css';

type QuestionRowProps = {
  form: QuizForm;
  question: QuestionForm;
  n: number;
  problems: Problems;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (form: QuizForm) => void;
  onStep: (by: -1 | 1) => void;
  onCopy: () => void;
  onRemove: () => void;
};

/** A question in the list: opened to be written, moved by buttons and by keys. */
export function QuestionRow(props: QuestionRowProps) {
  const { form, question, n, problems, isOpen, onToggle, onChange, onStep } = props;
  const { id, type, text, marks } = question;
  const isWrong = Object.keys(problems).some(
    (field) =>
      field.startsWith(`${id}.`) || question.options.some((option) => String(option.id) === field),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <div className={classes.question} data-wrong={isWrong || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of its buttons; each has a button of its own as well */}
      <div className={classes.row} onKeyDown={onKeyDown}>
        <button
          type="button"
          className={classes.name}
          aria-expanded={isOpen}
          data-open
          onClick={onToggle}
        >
          <strong>{texts.question(n)}</strong>{' '}
          <span dir="auto">{text.trim().split('\n')[0] || texts.untitled}</span>
          <span className={classes.kind}>
            {texts.types[type]} · {quizTexts.marks(numberOf(marks) ?? 0)}
          </span>
        </button>
        <Tool
          label={texts.up(n)}
          isDisabled={!step(form.questions, id, -1)}
          onClick={() => onStep(-1)}
        >
          <IconChevronUp size={18} stroke={1.75} aria-hidden="true" />
        </Tool>
        <Tool
          label={texts.down(n)}
          isDisabled={!step(form.questions, id, 1)}
          onClick={() => onStep(1)}
        >
          <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
        </Tool>
        <Tool label={texts.copy(n)} onClick={props.onCopy}>
          <IconCopy size={18} stroke={1.75} aria-hidden="true" />
        </Tool>
        <Tool label={texts.remove(n)} onClick={props.onRemove}>
          <IconTrash size={18} stroke={1.75} aria-hidden="true" />
        </Tool>
      </div>
      {isOpen && (
        <QuestionFields form={form} question={question} problems={problems} onChange={onChange} />
      )}
    </div>
  );
}

type ToolProps = { label: string; isDisabled?: boolean; onClick: () => void; children: ReactNode };

/** It stays where the focus is when it has nothing more to do: only said to be disabled. */
export function Tool({ label, isDisabled = false, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onClick()}
    >
      {children}
    </button>
  );
}
