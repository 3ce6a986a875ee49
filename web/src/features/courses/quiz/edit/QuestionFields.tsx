import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { quizEditTexts as texts } from '@/texts/quizEdit.ts';
import type { QuestionType } from '../types.ts';
import {
  addOption,
  changeQuestion,
  changeType,
  markRight,
  OPTIONS_MAX,
  type Problems,
  type QuestionForm,
  type QuizForm,
  step,
} from './form.ts';
import { Tool } from './QuestionRow.tsx';
import classes from './quizEdit.module.css';

const TYPES: QuestionType[] = ['SINGLE', 'MULTI', 'TEXT', 'OPEN'];

type QuestionFieldsProps = {
  form: QuizForm;
  question: QuestionForm;
  problems: Problems;
  onChange: (form: QuizForm) => void;
};

/** What a question is: its text, its marks, what is right, and why. */
export function QuestionFields({ form, question, problems, onChange }: QuestionFieldsProps) {
  const { id, type } = question;
  const set = (patch: Partial<QuestionForm>) =>
    onChange(changeQuestion(form, id, (one) => ({ ...one, ...patch })));
  return (
    <div className={classes.fields}>
      <Textarea
        label={texts.text}
        autosize={false}
        rows={3}
        maxLength={4_000}
        value={question.text}
        error={problems[`${id}.text`]}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <div className={classes.pair}>
        <NativeSelect
          label={texts.type}
          value={type}
          data={TYPES.map((value) => ({ value, label: texts.types[value] }))}
          onChange={({ currentTarget }) =>
            onChange(changeType(form, id, currentTarget.value as QuestionType))
          }
        />
        <TextInput
          label={texts.marks}
          inputMode="numeric"
          maxLength={3}
          value={question.marks}
          error={problems[`${id}.marks`]}
          onChange={({ currentTarget }) => set({ marks: currentTarget.value })}
        />
      </div>
      {(type === 'SINGLE' || type === 'MULTI') && (
        <Options form={form} question={question} problems={problems} onChange={onChange} />
      )}
      {type === 'TEXT' && (
        <>
          <Textarea
            label={texts.accepted}
            description={texts.acceptedHint}
            rows={3}
            value={question.accepted}
            error={problems[`${id}.accepted`]}
            onChange={({ currentTarget }) => set({ accepted: currentTarget.value })}
          />
          <div className={classes.pair}>
            <TextInput
              label={texts.number}
              inputMode="decimal"
              value={question.number}
              error={problems[`${id}.number`]}
              onChange={({ currentTarget }) => set({ number: currentTarget.value })}
            />
            <TextInput
              label={texts.tolerance}
              description={texts.toleranceHint}
              inputMode="decimal"
              value={question.tolerance}
              error={problems[`${id}.tolerance`]}
              onChange={({ currentTarget }) => set({ tolerance: currentTarget.value })}
            />
          </div>
        </>
      )}
      <Textarea
        label={texts.feedback}
        rows={2}
        maxLength={2_000}
        value={question.feedback}
        onChange={({ currentTarget }) => set({ feedback: currentTarget.value })}
      />
    </div>
  );
}

function Options({ form, question, problems, onChange }: QuestionFieldsProps) {
  const { id, type, options } = question;
  const name = useId();
  const error = problems[`${id}.options`];
  const set = (change: (one: QuestionForm) => QuestionForm) =>
    onChange(changeQuestion(form, id, change));
  const write = (option: number, text: string) =>
    set((one) => ({
      ...one,
      options: one.options.map((other) => (other.id === option ? { ...other, text } : other)),
    }));
  const move = (option: number, by: -1 | 1) => {
    const moved = step(options, option, by);
    if (moved) set((one) => ({ ...one, options: moved }));
  };
  return (
    <fieldset className={classes.options} aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{texts.options}</legend>
      {error && (
        <p id={`${name}-error`} className={classes.error}>
          {error}
        </p>
      )}
      <ul>
        {options.map((option, at) => (
          <li key={option.id} className={classes.option}>
            <input
              type={type === 'SINGLE' ? 'radio' : 'checkbox'}
              name={name}
              aria-label={texts.right(at + 1)}
              aria-invalid={error ? true : undefined}
              checked={option.isRight}
              onChange={({ currentTarget }) =>
                set((one) => markRight(one, option.id, currentTarget.checked))
              }
            />
            <TextInput
              className={classes.wide ?? ''}
              aria-label={texts.option(at + 1)}
              placeholder={texts.option(at + 1)}
              maxLength={500}
              value={option.text}
              error={problems[option.id]}
              onChange={({ currentTarget }) => write(option.id, currentTarget.value)}
            />
            <span className={classes.tools}>
              <Tool
                label={texts.optionUp(at + 1)}
                isDisabled={at === 0}
                onClick={() => move(option.id, -1)}
              >
                <IconChevronUp size={18} stroke={1.75} aria-hidden="true" />
              </Tool>
              <Tool
                label={texts.optionDown(at + 1)}
                isDisabled={at === options.length - 1}
                onClick={() => move(option.id, 1)}
              >
                <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
              </Tool>
              <Tool
                label={texts.removeOption(at + 1)}
                onClick={() =>
                  set((one) => ({
                    ...one,
                    options: one.options.filter((other) => other.id !== option.id),
                  }))
                }
              >
                <IconTrash size={18} stroke={1.75} aria-hidden="true" />
              </Tool>
            </span>
          </li>
        ))}
      </ul>
      {options.length < OPTIONS_MAX && (
        <Button variant="default" onClick={() => onChange(addOption(form, id))}>
          {texts.addOption}
        </Button>
      )}
    </fieldset>
  );
}
