import { NativeSelect, TextInput } from '@mantine/core';
import type { Field } from '@/area/Form.tsx';
import { type FieldChecks, textOf } from '@/hooks/useSubmit.ts';
import { enrollmentTexts as texts } from '@/texts/enrollment.ts';
import type { Answer, Enrollment } from './api.ts';

const LONGEST = 300;
const field = (id: string) => `answers.${id}`;

type Questions = Enrollment['questions'];

/** What must be answered and is not. */
export const missingIn = (values: FormData, questions: Questions): FieldChecks =>
  Object.fromEntries(
    questions
      .filter(({ id, required }) => required && !textOf(values, field(id)))
      .map(({ id }) => [field(id), texts.required]),
  );

export function answerIn(values: FormData, questions: Questions): Answer {
  const said = questions.map(({ id }) => [id, textOf(values, field(id))]);
  const answers = Object.fromEntries(said.filter(([, words]) => words));
  return { guests: Number(values.get('guests') ?? 0), answers };
}

type AnswerFieldsProps = {
  questions: Questions;
  maxGuests: number;
  /** As it was said before. */
  said?: Answer;
  named: Field;
};

/** Whom one brings, and what is asked. */
export function AnswerFields({ questions, maxGuests, said, named }: AnswerFieldsProps) {
  return (
    <>
      {maxGuests > 0 && (
        <NativeSelect
          label={texts.guests}
          defaultValue={String(said?.guests ?? 0)}
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
            defaultValue={said?.answers[id] ?? ''}
            data={[{ value: '', label: texts.choose }, ...options]}
            {...named(field(id))}
          />
        ) : (
          <TextInput
            key={id}
            label={text}
            required={required}
            maxLength={LONGEST}
            defaultValue={said?.answers[id] ?? ''}
            {...named(field(id))}
          />
        ),
      )}
    </>
  );
}
