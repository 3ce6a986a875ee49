import { Button, NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { audienceTexts, composerTexts, postTexts as texts } from '@/texts/feed.ts';
import { dialogTexts } from '@/texts/shell.ts';
import { audiencesOf } from '../draft.ts';
import type { Audience, FeedPost } from '../types.ts';
import { useChangePost } from '../useFeed.ts';
import { lengthOf, TEXT_MAX } from '../words.ts';
import classes from './composer.module.css';
import { NameField } from './NameField.tsx';

/** Changes what one has written. What somebody else has changed meanwhile is not overwritten. */
export default function EditDialog({ post, onClose }: { post: FeedPost; onClose: () => void }) {
  // As it was when it was opened: what comes meanwhile does not change under one's hands.
  const [opened] = useState(post);
  const [text, setText] = useState(post.txMessage);
  const [audience, setAudience] = useState<Audience>(post.audience);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const change = useChangePost(post.uuid, onClose);
  const length = lengthOf(text);
  const may = length <= TEXT_MAX && (length > 0 || opened.media.length > 0 || !!opened.original);
  const save = () => {
    if (!may || change.isPending) return;
    setProblem(null);
    change.mutate(
      { txMessage: text.trim(), audience, version: opened.version },
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
      <form
        className={classes.inDialog}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <FormAlert message={problem} />
        <NameField
          field={field}
          label={composerTexts.text}
          rows={5}
          value={text}
          error={length > TEXT_MAX ? composerTexts.left(TEXT_MAX - length) : undefined}
          onChange={setText}
          onSend={save}
        />
        {!opened.original && (
          <NativeSelect
            label={composerTexts.audience}
            value={audience}
            onChange={({ currentTarget: { value } }) => setAudience(value as Audience)}
            data={audiencesOf(opened.idEntity ?? null).map((value) => ({
              value,
              label: audienceTexts[value].label,
            }))}
          />
        )}
        <div className={classes.buttons}>
          <span className={classes.grow} />
          <Button variant="default" onClick={onClose}>
            {dialogTexts.cancel}
          </Button>
          <Button type="submit" loading={change.isPending} disabled={!may}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
