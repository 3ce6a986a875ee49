import { NativeSelect } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { audienceTexts } from '@/texts/feed.ts';
import { composerTexts, postDoing as texts } from '@/texts/posting.ts';
import type { DraftPicture } from '../begun.ts';
import { audiencesOf, samePictures } from '../draft.ts';
import type { Audience, FeedPost } from '../types.ts';
import { useChangePost } from '../usePosting.ts';
import { AddPictures, useAddPictures } from './AddPictures.tsx';
import { WriteForm } from './WriteForm.tsx';

const Pictures = lazy(() => loadPart(() => import('./ComposerPictures.tsx')));

/** Changes what one has written. What somebody else has changed meanwhile is not overwritten. */
export default function EditDialog({ post, onClose }: { post: FeedPost; onClose: () => void }) {
  // As it was when it was opened: what comes meanwhile does not change under one's hands.
  const [opened] = useState(post);
  const [text, setText] = useState(post.txMessage);
  const [audience, setAudience] = useState<Audience>(post.audience);
  const [pictures, setPictures] = useState<readonly DraftPicture[]>(post.media);
  const [problem, setProblem] = useState<string | null>(null);
  const change = useChangePost(post.uuid, onClose);
  const adding = useAddPictures(
    pictures.length,
    (picture) => setPictures((held) => [...held, picture]),
    setProblem,
  );
  const isRepost = !!opened.original;
  const save = () => {
    setProblem(null);
    change.mutate(
      {
        txMessage: text.trim(),
        audience,
        version: opened.version,
        ...(!samePictures(pictures, opened.media) && {
          media: pictures.map(({ id, alt }) => ({ id, alt: alt.trim() })),
        }),
      },
      {
        onError: (error) =>
          setProblem(
            error instanceof ApiError && error.code === 'MOVED_ON'
              ? texts.movedOn
              : messageOf(error),
          ),
      },
    );
  };
  return (
    <Dialog title={texts.editTitle} onClose={onClose}>
      <WriteForm
        label={composerTexts.text}
        rows={5}
        value={text}
        onChange={setText}
        problem={problem}
        pending={change.isPending}
        submit={texts.save}
        optional={isRepost || pictures.length > 0}
        waiting={adding.adding > 0}
        onSend={save}
        onCancel={onClose}
      >
        {!isRepost && (
          <>
            {pictures.length > 0 && (
              <Suspense>
                <Pictures pictures={pictures} onChange={setPictures} />
              </Suspense>
            )}
            <div>
              <AddPictures pictures={adding} />
            </div>
            <NativeSelect
              label={composerTexts.audience}
              value={audience}
              onChange={({ currentTarget: { value } }) => setAudience(value as Audience)}
              data={audiencesOf(opened.idEntity ?? null).map((value) => ({
                value,
                label: audienceTexts[value].label,
              }))}
            />
          </>
        )}
      </WriteForm>
    </Dialog>
  );
}
