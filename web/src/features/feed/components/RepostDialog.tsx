import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '@/components/Dialog.tsx';
import { useActing } from '@/features/context/index.ts';
import { useBegunText } from '@/lib/begunText.ts';
import { postTexts } from '@/texts/feed.ts';
import { composerTexts, postDoing as texts } from '@/texts/posting.ts';
import type { FeedPost } from '../types.ts';
import { repostFailure, useRepost } from '../usePosting.ts';
import { useSpeakers } from '../useSpeakers.ts';
import { WriteForm } from './WriteForm.tsx';

const MINE = 'me';

/** Reposts a post, with words of one's own where one has them. */
export default function RepostDialog({ post, onClose }: { post: FeedPost; onClose: () => void }) {
  const { me, organisations } = useSpeakers();
  const acting = useActing();
  const [as, setAs] = useState<string>(acting ? String(acting.id) : MINE);
  const [comment, setComment] = useBegunText(`repost/${post.uuid}`);
  const [problem, setProblem] = useState<string | null>(null);
  const repost = useRepost(post, () => {
    setComment('');
    onClose();
  });
  const send = () => {
    setProblem(null);
    repost.mutate(
      { comment: comment.trim(), entityId: as === MINE ? undefined : Number(as) },
      // Said here as well: a toast lies behind the dialog.
      { onError: (error) => setProblem(repostFailure(error)) },
    );
  };
  return (
    <Dialog title={texts.repostTitle} onClose={onClose}>
      <WriteForm
        label={texts.repostComment}
        rows={3}
        value={comment}
        onChange={setComment}
        problem={problem}
        pending={repost.isPending}
        submit={postTexts.repost}
        optional
        onSend={send}
        onCancel={onClose}
      >
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
      </WriteForm>
    </Dialog>
  );
}
