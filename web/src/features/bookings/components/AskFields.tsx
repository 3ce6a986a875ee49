import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import { blankQuestion } from '../form.ts';
import {
  AddButton,
  Check,
  Part,
  type PartProps,
  put,
  RemoveButton,
  without,
} from './fieldTools.tsx';
import classes from './manage.module.css';

const TEXT = 200;
const MOST = 10;

/** What is asked of whoever books. */
export function AskFields({ form: { questions }, onChange, wrong }: PartProps) {
  return (
    <Part title={texts.questions}>
      {questions.map((one, n) => {
        const at = `questions[${n}]`;
        const change = (patch: Partial<typeof one>) =>
          onChange({ questions: put(questions, n, patch) });
        return (
          <fieldset key={one.id} className={classes.group}>
            <legend>{texts.question(n + 1)}</legend>
            <TextInput
              name={`${at}.text`}
              label={texts.questionText}
              maxLength={TEXT}
              value={one.text}
              error={wrong(`${at}.text`)}
              onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            />
            <NativeSelect
              name={`${at}.kind`}
              label={texts.answer}
              value={one.kind}
              data={[
                { value: 'TEXT', label: texts.answers.TEXT },
                { value: 'CHOICE', label: texts.answers.CHOICE },
              ]}
              onChange={({ currentTarget }) =>
                change({ kind: currentTarget.value === 'CHOICE' ? 'CHOICE' : 'TEXT' })
              }
            />
            {one.kind === 'CHOICE' && (
              <Textarea
                name={`${at}.options`}
                label={texts.options}
                description={texts.optionsHint}
                rows={4}
                value={one.options}
                error={wrong(`${at}.options`)}
                onChange={({ currentTarget }) => change({ options: currentTarget.value })}
              />
            )}
            <Check
              label={texts.mustAnswer}
              checked={one.required}
              onChange={(required) => change({ required })}
            />
            <RemoveButton
              label={texts.removeOf(texts.question(n + 1))}
              onClick={() => onChange({ questions: without(questions, n) })}
            />
          </fieldset>
        );
      })}
      {questions.length < MOST && (
        <AddButton
          label={texts.addQuestion}
          onClick={() => onChange({ questions: [...questions, blankQuestion()] })}
        />
      )}
    </Part>
  );
}
