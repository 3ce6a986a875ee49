import { NativeSelect, TextInput } from '@mantine/core';
import type { Field } from '@/area/Form.tsx';
import { type FieldChecks, textOf } from '@/hooks/useSubmit.ts';
import { bookTexts as texts } from '@/texts/bookings.ts';
import type { Question } from '../types.ts';

const LONGEST = 300;
const nameOf = (id: string) => `answers.${id}`;

/** What must be answered and is not. */
export const missingIn = (values: FormData, questions: readonly Question[]): FieldChecks =>
  Object.fromEntries(
    questions
      .filter(({ id, required }) => required && !textOf(values, nameOf(id)))
      .map(({ id }) => [nameOf(id), texts.required]),
  );

export const answersIn = (
  values: FormData,
  questions: readonly Question[],
): Record<string, string> =>
  Object.fromEntries(
    questions
      .map(({ id }): [string, string] => [id, textOf(values, nameOf(id))])
      .filter(([, words]) => words),
  );

type QuestionInputsProps = { questions: readonly Question[]; field: Field };

/** What somebody is asked who books. */
export function QuestionInputs({ questions, field }: QuestionInputsProps) {
  return questions.map(({ id, text, kind, options, required }) =>
    kind === 'CHOICE' ? (
      <NativeSelect
        key={id}
        label={text}
        required={required}
        data={[{ value: '', label: texts.choose }, ...options]}
        {...field(nameOf(id))}
      />
    ) : (
      <TextInput
        key={id}
        label={text}
        required={required}
        maxLength={LONGEST}
        {...field(nameOf(id))}
      />
    ),
  );
}
