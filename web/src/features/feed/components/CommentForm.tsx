import { useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { useActing } from '@/features/context/index.ts';
import { useBegunText } from '@/lib/begunText.ts';
import { commentTexts as texts } from '@/texts/posting.ts';
import type { FeedComment } from '../types.ts';
import { useComment } from '../useComments.ts';
import classes from './comments.module.css';
import { WriteForm } from './WriteForm.tsx';

type CommentFormProps = {
  uuid: string;
  label: string;
  /** What is answered, and what to do with the answer. */
  to?: {
    idComment: number;
    idParent: number;
    /** It was asked for just now: the field takes the focus. */
    focus: boolean;
    onDone: (reply: FeedComment) => void;
    onCancel: () => void;
  };
};

/** Where what is begun below a post, or as an answer to a comment, is kept. */
export const commentKey = (uuid: string, idComment?: number) =>
  `comment/${uuid}${idComment === undefined ? '' : `/${idComment}`}`;

/** A comment or a reply that is being written, in the name in which one acts. */
export function CommentForm({ uuid, label, to }: CommentFormProps) {
  const acting = useActing();
  const [text, setText] = useBegunText(commentKey(uuid, to?.idComment));
  const [problem, setProblem] = useState<string | null>(null);
  const { mutateAsync, isPending } = useComment(uuid);
  const send = () => {
    setProblem(null);
    // The promise and not the hook's callbacks: they fall away when the page is left meanwhile, and the text would stay.
    mutateAsync({
      txMessage: text.trim(),
      ...(acting && { idEntity: acting.id }),
      ...(to && { idParent: to.idParent }),
    }).then(
      (made) => {
        setText('');
        to?.onDone(made);
      },
      (error: unknown) => setProblem(messageOf(error)),
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
      {...(to && {
        focus: to.focus,
        onCancel: () => {
          setText('');
          to.onCancel();
        },
      })}
    >
      {acting && <p className={classes.faint}>{texts.as(acting.name)}</p>}
    </WriteForm>
  );
}
