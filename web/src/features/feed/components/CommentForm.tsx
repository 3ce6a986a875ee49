import { useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { useActing } from '@/features/context/index.ts';
import { commentTexts as texts } from '@/texts/posting.ts';
import type { FeedComment } from '../types.ts';
import { useComment } from '../useComments.ts';
import classes from './comments.module.css';
import { WriteForm } from './WriteForm.tsx';

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
  const { mutate, isPending } = useComment(uuid);
  const send = () => {
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
    <WriteForm
      label={label}
      plain
      rows={1}
      value={text}
      onChange={setText}
      problem={problem}
      pending={isPending}
      submit={texts.send}
      onSend={send}
      quiet={text === '' && !to}
      {...(to && { focus: true, onCancel: to.onCancel })}
    >
      {acting && <p className={classes.faint}>{texts.as(acting.name)}</p>}
    </WriteForm>
  );
}
