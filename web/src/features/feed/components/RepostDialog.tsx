import { Button, NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useActing } from '@/features/context/index.ts';
import { composerTexts, postTexts as texts } from '@/texts/feed.ts';
import { dialogTexts } from '@/texts/shell.ts';
import type { FeedPost } from '../types.ts';
import { repostFailure, useRepost } from '../useFeed.ts';
import { useSpeakers } from '../useSpeakers.ts';
import { lengthOf, TEXT_MAX } from '../words.ts';
import classes from './composer.module.css';
import { NameField } from './NameField.tsx';

const MINE = 'me';

/** Reposts a post, with words of one's own where one has them. */
export default function RepostDialog({ post, onClose }: { post: FeedPost; onClose: () => void }) {
  const { me, organisations } = useSpeakers();
  const acting = useActing();
  const [as, setAs] = useState<string>(acting ? String(acting.id) : MINE);
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const repost = useRepost(post, onClose);
  const tooLong = lengthOf(comment) > TEXT_MAX;
  const send = () => {
    if (tooLong || repost.isPending) return;
    setProblem(null);
    repost.mutate(
      { comment: comment.trim(), entityId: as === MINE ? undefined : Number(as) },
      // Said here as well: a toast lies behind the dialog.
      { onError: (error) => setProblem(repostFailure(error)) },
    );
  };
  return (
    <Dialog title={texts.repostTitle} onClose={onClose}>
      <form
        className={classes.inDialog}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <FormAlert message={problem} />
        <NameField
          field={field}
          label={texts.repostComment}
          rows={3}
          value={comment}
          error={tooLong ? composerTexts.left(TEXT_MAX - lengthOf(comment)) : undefined}
          onChange={setComment}
          onSend={send}
        />
        {organisations.length > 0 && (
          <NativeSelect
            label={composerTexts.as}
            value={as}
            onChange={({ currentTarget: { value } }) => setAs(value)}
            data={[
              { value: MINE, label: composerTexts.me(me?.displayName ?? '') },
              ...organisations.map(({ idEntity, entityName }) => ({
                value: String(idEntity),
                label: entityName,
              })),
            ]}
          />
        )}
        <div className={classes.buttons}>
          <span className={classes.grow} />
          <Button variant="default" onClick={onClose}>
            {dialogTexts.cancel}
          </Button>
          <Button type="submit" loading={repost.isPending} disabled={tooLong}>
            {texts.repost}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
