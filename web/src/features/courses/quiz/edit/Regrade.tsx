import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '@/area/Form.tsx';
import { RadioList } from '@/components/choices.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { quizResultTexts as texts } from '@/texts/quizEdit.ts';
import { quizCalls, quizKey, resultsKey } from '../api.ts';
import type { Quiz, RegradeMode } from '../types.ts';

const MODES: RegradeMode[] = ['EITHER', 'CURRENT_ONLY', 'FULL_MARKS'];
const ALL = 'all';

type RegradeProps = { quiz: Quiz; onClose: () => void };

/** A question was wrong: what has been handed in is graded again, in one of three ways. */
export function Regrade({ quiz, onClose }: RegradeProps) {
  const client = useQueryClient();
  const questions = quiz.questions ?? [];
  return (
    <Dialog title={texts.regradeTitle} onClose={onClose}>
      <Form
        submit={texts.regrade}
        onCancel={onClose}
        send={(values) => {
          const which = textOf(values, 'questions');
          const asked = questions.filter(({ id }) => which === ALL || which === String(id));
          return quizCalls.regrade(
            quiz.id,
            textOf(values, 'mode') as RegradeMode,
            asked.map(({ id }) => id),
            quiz.version,
          );
        }}
        done={(now) => {
          client.setQueryData(quizKey(quiz.id), now);
          void client.invalidateQueries({ queryKey: resultsKey(quiz.id) });
          toast({ type: 'success', message: texts.regraded });
          onClose();
        }}
      >
        {(field) => (
          <>
            <p>{texts.regradeText}</p>
            <NativeSelect
              label={texts.ofQuestion}
              data={[
                ...questions.map(({ id, text }, at) => ({
                  value: String(id),
                  label: texts.questionLong(at + 1, (text.split('\n')[0] ?? '').slice(0, 60)),
                })),
                { value: ALL, label: texts.allQuestions },
              ]}
              {...field('questions')}
            />
            <RadioList
              label={texts.reason}
              options={MODES.map((value) => ({
                value,
                label: texts.reasons[value],
                hint: texts.reasonHints[value],
              }))}
              defaultValue="EITHER"
              {...field('mode')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
