import { NativeSelect, TextInput } from '@mantine/core';
import { Form } from '@/area/Form.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { enrollmentTexts as texts } from '@/texts/enrollment.ts';
import type { Answer, Enrollment } from './api.ts';
import classes from './enrollment.module.css';

type AnswerFormProps = {
  enrollment: Enrollment;
  submit: string;
  send: (answer: Answer, key: string) => Promise<Enrollment>;
  done: (next: Enrollment) => Promise<void>;
  onCancel: (() => void) | undefined;
};

const LONGEST = 300;
const field = (id: string) => `answers.${id}`;

/** Whom one brings, and what is asked. */
export function AnswerForm({ enrollment, submit, send, done, onCancel }: AnswerFormProps) {
  const { questions, maxGuests, myGuests, myAnswers } = enrollment;
  return (
    <div className={classes.form}>
      <Form
        submit={submit}
        check={(values) =>
          Object.fromEntries(
            questions
              .filter(({ id, required }) => required && !textOf(values, field(id)))
              .map(({ id }) => [field(id), texts.required]),
          )
        }
        send={(values, key) => {
          const said = questions.map(({ id }) => [id, textOf(values, field(id))]);
          const answers = Object.fromEntries(said.filter(([, words]) => words));
          return send({ guests: Number(values.get('guests') ?? 0), answers }, key);
        }}
        done={done}
        {...(onCancel && { onCancel })}
      >
        {(named) => (
          <>
            {maxGuests > 0 && (
              <NativeSelect
                label={texts.guests}
                defaultValue={String(myGuests)}
                data={Array.from({ length: maxGuests + 1 }, (_, n) => String(n))}
                {...named('guests')}
              />
            )}
            {questions.map(({ id, text, kind, options = [], required = false }) =>
              kind === 'CHOICE' ? (
                <NativeSelect
                  key={id}
                  label={text}
                  required={required}
                  defaultValue={myAnswers[id] ?? ''}
                  data={[{ value: '', label: texts.choose }, ...options]}
                  {...named(field(id))}
                />
              ) : (
                <TextInput
                  key={id}
                  label={text}
                  required={required}
                  maxLength={LONGEST}
                  defaultValue={myAnswers[id] ?? ''}
                  {...named(field(id))}
                />
              ),
            )}
          </>
        )}
      </Form>
    </div>
  );
}
