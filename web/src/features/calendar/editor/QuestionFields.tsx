import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { enrollmentFieldTexts as texts } from '@/texts/enrollment.ts';
import classes from './editor.module.css';
import { blankQuestion, MOST_QUESTIONS, type QuestionForm, stepped } from './enrollmentForm.ts';

type QuestionFieldsProps = {
  questions: QuestionForm[];
  errors: Record<string, string | undefined>;
  onChange: (questions: QuestionForm[]) => void;
};

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** What somebody is asked who enrols, in the order in which it is asked. */
export function QuestionFields({ questions, errors, onChange }: QuestionFieldsProps) {
  return (
    <>
      {questions.map((question, n) => (
        <QuestionField
          key={question.id}
          question={question}
          n={n}
          last={n === questions.length - 1}
          errors={errors}
          onChange={(patch) =>
            onChange(questions.map((one, at) => (at === n ? { ...one, ...patch } : one)))
          }
          onStep={(step) => onChange(stepped(questions, n, step))}
          onRemove={() => onChange(questions.filter((_, at) => at !== n))}
        />
      ))}
      {questions.length < MOST_QUESTIONS && (
        <Button
          variant="default"
          size="sm"
          className={classes.start}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => onChange([...questions, blankQuestion(crypto.randomUUID().slice(0, 8))])}
        >
          {texts.addQuestion}
        </Button>
      )}
    </>
  );
}

type QuestionFieldProps = Pick<QuestionFieldsProps, 'errors'> & {
  question: QuestionForm;
  n: number;
  last: boolean;
  onChange: (patch: Partial<QuestionForm>) => void;
  onStep: (step: -1 | 1) => void;
  onRemove: () => void;
};

function QuestionField(props: QuestionFieldProps) {
  const { question, n, last, errors, onChange, onStep, onRemove } = props;
  const field = (name: string) => {
    const whole = `enrollment.questions[${n}].${name}`;
    return { name: whole, error: errors[whole] };
  };
  return (
    <fieldset className={classes.group}>
      <legend>{texts.question(n + 1)}</legend>
      <TextInput
        label={texts.questionText}
        maxLength={200}
        value={question.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        {...field('text')}
      />
      <NativeSelect
        label={texts.kind}
        value={question.kind}
        data={[
          { value: 'TEXT', label: texts.kinds.TEXT },
          { value: 'CHOICE', label: texts.kinds.CHOICE },
        ]}
        onChange={({ currentTarget }) =>
          onChange({ kind: currentTarget.value === 'CHOICE' ? 'CHOICE' : 'TEXT' })
        }
        {...field('kind')}
      />
      {question.kind === 'CHOICE' && (
        <Textarea
          label={texts.options}
          description={texts.optionsHint}
          rows={4}
          value={question.options}
          onChange={({ currentTarget }) => onChange({ options: currentTarget.value })}
          {...field('options')}
        />
      )}
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={question.required}
          onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
        />
        {texts.questionRequired}
      </label>
      <div className={classes.tools}>
        <button
          type="button"
          className={classes.icon}
          aria-label={texts.up(n + 1)}
          disabled={n === 0}
          onClick={() => onStep(-1)}
        >
          <IconArrowUp {...icon} />
        </button>
        <button
          type="button"
          className={classes.icon}
          aria-label={texts.down(n + 1)}
          disabled={last}
          onClick={() => onStep(1)}
        >
          <IconArrowDown {...icon} />
        </button>
        <button
          type="button"
          className={classes.icon}
          aria-label={texts.removeQuestion(n + 1)}
          onClick={onRemove}
        >
          <IconTrash {...icon} />
        </button>
      </div>
    </fieldset>
  );
}
