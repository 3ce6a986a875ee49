import { Form } from '@/area/Form.tsx';
import { AnswerFields, answerIn, missingIn } from './AnswerFields.tsx';
import type { Answer, Enrollment } from './api.ts';
import classes from './enrollment.module.css';

type AnswerFormProps = {
  enrollment: Enrollment;
  submit: string;
  send: (answer: Answer, key: string) => Promise<Enrollment>;
  done: (next: Enrollment) => Promise<void>;
  onCancel: (() => void) | undefined;
};

/** What I bring and answer. */
export function AnswerForm({ enrollment, submit, send, done, onCancel }: AnswerFormProps) {
  const { questions, maxGuests, myGuests, myAnswers } = enrollment;
  return (
    <div className={classes.form}>
      <Form
        submit={submit}
        check={(values) => missingIn(values, questions)}
        send={(values, key) => send(answerIn(values, questions), key)}
        done={done}
        {...(onCancel && { onCancel })}
      >
        {(named) => (
          <AnswerFields
            questions={questions}
            maxGuests={maxGuests}
            said={{ guests: myGuests, answers: myAnswers }}
            named={named}
          />
        )}
      </Form>
    </div>
  );
}
