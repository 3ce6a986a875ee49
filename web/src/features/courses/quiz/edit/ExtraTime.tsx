import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { quizEditTexts, quizResultTexts as texts } from '@/texts/quizEdit.ts';
import { quizCalls, resultsKey } from '../api.ts';
import type { ResultRow } from '../types.ts';

const MOST = 300;

type ExtraTimeProps = {
  quiz: number;
  row: Pick<ResultRow, 'idAuthUser' | 'displayName' | 'extraTime'>;
  onClose: () => void;
};

/** More time for one person, also for an attempt that is under way. */
export function ExtraTime({ quiz, row, onClose }: ExtraTimeProps) {
  return (
    <Dialog title={texts.extraOf(row.displayName)} onClose={onClose}>
      <ExtraTimeForm
        quiz={quiz}
        person={row.idAuthUser}
        extraTime={row.extraTime}
        onClose={onClose}
      />
    </Dialog>
  );
}

type ExtraTimeFormProps = { quiz: number; person: number; extraTime: number; onClose: () => void };

export function ExtraTimeForm({ quiz, person, extraTime, onClose }: ExtraTimeFormProps) {
  const client = useQueryClient();
  return (
    <Form
      submit={quizEditTexts.saveShort}
      onCancel={onClose}
      check={(values) => {
        const text = textOf(values, 'extraTime');
        return /^\d{1,3}$/.test(text) && Number(text) <= MOST
          ? {}
          : { extraTime: texts.extraWrong };
      }}
      send={(values) => quizCalls.extraTime(quiz, person, Number(textOf(values, 'extraTime')))}
      done={() => {
        void client.invalidateQueries({ queryKey: resultsKey(quiz) });
        toast({ type: 'success', message: texts.extraSaved });
        onClose();
      }}
    >
      {(field) => (
        <TextInput
          label={texts.extraField}
          description={texts.extraHint}
          inputMode="numeric"
          maxLength={3}
          defaultValue={String(extraTime)}
          data-autofocus
          {...field('extraTime')}
        />
      )}
    </Form>
  );
}
