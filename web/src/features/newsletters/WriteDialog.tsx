import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Form } from '@/area/Form.tsx';
import { useTextPictures } from '@/area/useTextPictures.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { PictureInput } from '@/components/PictureInput.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { WriteOrPreview } from '@/components/WriteOrPreview.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { newsletterTexts as texts } from '@/texts/newsletters.ts';
import { draftQuery, newsletterCalls, sentQuery } from './api.ts';
import { NewsletterText } from './NewsletterText.tsx';
import classes from './newsletters.module.css';
import type { Audience } from './types.ts';
import { type Begun, BLANK, useDraft } from './useDraft.ts';

const SUBJECT_MAX = 120;
const BODY_MAX = 10_000;
const AUDIENCES = (Object.keys(texts.audiences) as Audience[])
  .reverse()
  .map((value) => ({ value, label: texts.audiences[value] }));
const TROUBLE = ['failed', 'stale', 'wrong'];

type WriteDialogProps = { idEntity: number; idDraft: number | null; onClose: () => void };

/** A newsletter is written, kept as a draft meanwhile, and sent: there is nothing to take back then. */
export default function WriteDialog({ idEntity, idDraft, onClose }: WriteDialogProps) {
  return (
    <Dialog title={texts.write} onClose={onClose}>
      {idDraft === null ? (
        <Writing idEntity={idEntity} first={BLANK} onClose={onClose} />
      ) : (
        <Opened idEntity={idEntity} idDraft={idDraft} onClose={onClose} />
      )}
    </Dialog>
  );
}

type OpenedProps = { idEntity: number; idDraft: number; onClose: () => void };

function Opened({ idEntity, idDraft, onClose }: OpenedProps) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(draftQuery(idEntity, idDraft));
  // Never over an older copy than what stands.
  if (data && isFetchedAfterMount) {
    return <Writing idEntity={idEntity} first={data} onClose={onClose} />;
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}

type WritingProps = { idEntity: number; first: Begun; onClose: () => void };

function Writing({ idEntity, first, onClose }: WritingProps) {
  const client = useQueryClient();
  const draft = useDraft(idEntity, first);
  const { written, state, message, theirs } = draft;
  const [previews, setPreviews] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const brought = useTextPictures(
    (picture) => newsletterCalls.addPicture(idEntity, picture),
    area,
    (body) => draft.change({ body }),
  );
  const missing = (values: FormData, name: 'subject' | 'body') =>
    textOf(values, name) ? undefined : texts.missing[name];
  const said = state === 'wrong' ? texts.state.wrong(message ?? '') : texts.state[state];
  const isBegun = draft.stands.idDraft !== null || state !== 'saved';
  return (
    <Form
      submit={texts.send}
      onCancel={onClose}
      check={(values) => {
        const found = { subject: missing(values, 'subject'), body: missing(values, 'body') };
        // What is wrong stands beside its field.
        if (found.body) setPreviews(false);
        return found;
      }}
      send={(_, key) => draft.send(key)}
      done={() => {
        draft.sent();
        onClose();
        toast({ type: 'success', message: texts.onWay });
        void client.invalidateQueries({ queryKey: sentQuery(idEntity).queryKey });
      }}
    >
      {(field) => (
        <>
          <TextInput
            data-autofocus
            label={texts.subject}
            maxLength={SUBJECT_MAX}
            value={written.subject}
            onChange={({ currentTarget }) => draft.change({ subject: currentTarget.value })}
            {...field('subject')}
          />
          <NativeSelect
            label={texts.audience}
            data={AUDIENCES}
            value={written.audience}
            onChange={({ currentTarget }) =>
              draft.change({ audience: currentTarget.value as Audience })
            }
            {...field('audience')}
          />
          <WriteOrPreview
            className={classes.mode}
            label={texts.mode}
            write={texts.writing}
            preview={texts.preview}
            previews={previews}
            onChange={setPreviews}
          />
          {previews && (
            <section aria-label={texts.preview}>
              <NewsletterText
                text={written.body}
                pictures={[...draft.stands.pictures, ...brought.added]}
              />
            </section>
          )}
          {/* It is sent whether it is seen or its preview. */}
          <div hidden={previews}>
            <Textarea
              ref={area}
              rows={10}
              label={texts.body}
              description={texts.bodyHint}
              maxLength={BODY_MAX}
              value={written.body}
              onChange={({ currentTarget }) => draft.change({ body: currentTarget.value })}
              {...field('body')}
            />
            <div className={classes.tools}>
              <Button
                variant="default"
                leftSection={<IconPhoto size={18} stroke={1.75} aria-hidden="true" />}
                onClick={() => chooser.current?.click()}
              >
                {texts.picture}
              </Button>
              <p
                className={classes.faint}
                role="status"
                data-trouble={brought.told?.isTrouble || undefined}
              >
                {brought.told?.message}
              </p>
            </div>
            <PictureInput
              ref={chooser}
              label={texts.picture}
              onChoose={(picture) => void brought.bring(picture)}
            />
          </div>
          {theirs ? (
            <Conflict theirs={theirs} onKeep={draft.keepMine} onTake={draft.takeTheirs} />
          ) : (
            <p
              className={classes.faint}
              role="status"
              data-trouble={TROUBLE.includes(state) || undefined}
            >
              {isBegun && said}
            </p>
          )}
        </>
      )}
    </Form>
  );
}

type ConflictProps = { theirs: Begun; onKeep: () => void; onTake: () => void };

/** Somebody has changed the draft meanwhile: theirs is shown, and a person chooses. */
function Conflict({ theirs, onKeep, onTake }: ConflictProps) {
  const { subject, body = '', pictures } = theirs;
  const words = texts.conflict;
  return (
    <section className={classes.conflict} role="alert">
      <p>{words.text}</p>
      <details>
        <summary>{words.theirs}</summary>
        <p dir="auto">
          <strong>{subject || texts.noSubject}</strong>
        </p>
        <NewsletterText text={body} pictures={pictures} />
      </details>
      <div className={classes.tools}>
        <Button variant="default" onClick={onKeep}>
          {words.keep}
        </Button>
        <Button variant="default" onClick={onTake}>
          {words.take}
        </Button>
      </div>
    </section>
  );
}
