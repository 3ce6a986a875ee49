import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useActing } from '@/features/context/index.ts';
import { commentTexts as texts } from '@/texts/feed.ts';
import { dialogTexts } from '@/texts/shell.ts';
import type { FeedComment } from '../types.ts';
import { useComment } from '../useComments.ts';
import { lengthOf, TEXT_MAX } from '../words.ts';
import classes from './comments.module.css';
import { NameField } from './NameField.tsx';

type CommentFormProps = {
  uuid: string;
  label: string;
  /** What is answered, and what to do with the answer. */
  to?: { idParent: number; onDone: (reply: FeedComment) => void; onCancel: () => void };
};

/** A comment or a reply that is being written, in the name in which one acts. */
export function CommentForm({ uuid, label, to }: CommentFormProps) {
  const acting = useActing();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutate, isPending } = useComment(uuid);
  const length = lengthOf(text);
  const may = length > 0 && length <= TEXT_MAX;
  const answers = to !== undefined;
  useEffect(() => {
    if (answers) field.current?.focus();
  }, [answers]);
  const send = () => {
    if (!may || isPending) return;
    setProblem(null);
    mutate(
      {
        txMessage: text.trim(),
        ...(acting && { idEntity: acting.id }),
        ...(to && { idParent: to.idParent }),
      },
      {
        onSuccess: (made) => {
          setText('');
          to?.onDone(made);
        },
        onError: (error) => setProblem(messageOf(error)),
      },
    );
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormAlert message={problem} />
      {acting && <p className={classes.faint}>{texts.as(acting.name)}</p>}
      <NameField
        field={field}
        label={label}
        placeholder={label}
        plain
        rows={1}
        value={text}
        error={length > TEXT_MAX ? texts.tooLong(length - TEXT_MAX) : undefined}
        onChange={setText}
        onSend={send}
      />
      {(text !== '' || to) && (
        <div className={classes.buttons}>
          {to && (
            <Button variant="default" size="sm" onClick={to.onCancel}>
              {dialogTexts.cancel}
            </Button>
          )}
          <Button type="submit" size="sm" loading={isPending} disabled={!may}>
            {texts.send}
          </Button>
        </div>
      )}
    </form>
  );
}
